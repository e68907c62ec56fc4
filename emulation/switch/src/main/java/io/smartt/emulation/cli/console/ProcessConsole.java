package io.smartt.emulation.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * The console of this process.
 *
 * @param console of its standard streams
 * @param output knows whether results could be written
 */
public record ProcessConsole(Console console, StandardOutput output) {
  /** Opens it. */
  public static ProcessConsole open() {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    return new ProcessConsole(
        new Console(
            new PrintWriter(output, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            Console.isTerminal(2),
            Colours.of(Console.isTerminal(1), System.getenv()),
            Colours.of(Console.isTerminal(2), System.getenv())),
        output);
  }

  /**
   * Writes out what is left.
   *
   * @param status of the command
   * @return that status, or that of a failure if results were lost
   */
  public int finish(int status) {
    console.out().flush();
    return output
        .failure()
        .map(why -> {
          console.err().println("smartt: cannot write standard output: " + why);
          return status == 0 ? Failures.FAILED : status;
        })
        .orElse(status);
  }
}
