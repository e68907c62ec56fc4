package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;

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

  /** The place where a shell shows what came of its commands. */
  public interface ShellOutput {
    void line(String text);

    /** Rows in columns. */
    void table(List<String> titles, List<List<String>> rows);

    /** Shows what came of traffic. */
    void result(RunResult result);

    /** Runs work that takes time, with a monitor that shows how far it is. */
    <T> T during(Function<RunMonitor, T> work);

    /** Runs a program on this terminal, until it ends. Returns its exit status. */
    int program(ProcessBuilder program);
  }

  /** The words that may come next on a line that somebody is typing. */
  public record Completions(NodeNames names) {
    /**
     * Words that may come next; those that do not begin as what is typed already are among them.
     *
     * @param before complete words of the line
     */
    public List<String> after(List<String> before) {
      if (before.isEmpty() || before.equals(List.of("!"))) {
        List<String> first = new ArrayList<>(VerbParser.verbs());
        first.addAll(all());
        return first;
      }
      List<String> words =
          before.getFirst().equals("!") ? before.subList(1, before.size()) : before;
      int place = words.size();
      return switch (words.getFirst()) {
        case "link" -> place < 3 ? all() : place == 3 ? List.of("down", "up") : List.of();
        case "flow", "iperf" -> place < 3 ? names.hosts() : List.of();
        case "tables", "counters" -> place == 1 ? names.switches() : List.of();
        case "queues" ->
            switch (place) {
              case 1 -> names.switches();
              case 2 -> List.of("during");
              case 3 -> List.of("flow", "incast", "run");
              default -> List.of();
            };
        case "capture" -> place == 1 ? List.of("on", "off") : List.of();
        case String first when names.isHost(first) -> {
          List<String> more = new ArrayList<>(names.hosts());
          if (place == 1) {
            more.add("ping");
          }
          yield more;
        }
        case String first when names.isSwitch(first) ->
            place == 1 ? SwitchEdits.words() : List.of();
        default -> List.of();
      };
    }

    private List<String> all() {
      List<String> all = new ArrayList<>(names.switches());
      all.addAll(names.hosts());
      return all;
    }
  }
}
