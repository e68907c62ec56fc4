package io.smartt.emulation.shell;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import java.util.Iterator;

/** A shell that runs lines, here or in another process. */
public interface LineShell {
  /**
   * Runs one command; an empty line and one that begins with # are none.
   *
   * @return false if it ends the session
   * @throws UserInputException for a command that cannot be
   * @throws RunFailedException for one that failed, pings without answer included
   */
  boolean execute(String line);

  /**
   * Runs the commands of a script, until one fails or ends it.
   *
   * @param name of the script, for errors
   * @throws UserInputException naming the line of a command that cannot be
   * @throws RunFailedException naming the line of a command that failed
   */
  default void script(String name, Iterator<String> lines) {
    int number = 0;
    while (lines.hasNext()) {
      String line = lines.next();
      number++;
      String place = name + ": line " + number;
      try {
        if (!execute(line)) {
          return;
        }
      } catch (UserInputException e) {
        throw e.at(place);
      } catch (RunFailedException | P4RuntimeException e) {
        throw new RunFailedException(place + ": " + e.getMessage(), e);
      }
    }
  }
}
