package io.smartt.emulation.cli.live;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.emulation.shell.Completions;
import io.smartt.emulation.shell.LineShell;
import io.smartt.switchd.console.Console;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The prompt: a line editor with history and completion, until exit or the end of input. */
final class ShellTerminal {
  private static final String PROMPT = "smartt> ";
  private static final Path HISTORY = Path.of(".smartt_history");

  private ShellTerminal() {}

  /**
   * Runs what is typed. A command that fails says so, and the next may be typed.
   *
   * @param interrupted set by Ctrl-C while a command runs
   */
  static void run(
      LineShell shell, Completions completions, Console console, AtomicBoolean interrupted)
      throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      terminal.handle(Terminal.Signal.INT, _ -> interrupted.set(true));
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .variable(
                  LineReader.HISTORY_FILE,
                  Path.of(System.getProperty("user.home", ".")).resolve(HISTORY))
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .completer((_, line, candidates) ->
                  completions.after(line.words().subList(0, line.wordIndex())).stream()
                      .map(Candidate::new)
                      .forEach(candidates::add))
              .build();
      boolean goesOn = true;
      while (goesOn) {
        goesOn = next(reader, shell, console, interrupted);
      }
    }
  }

  private static boolean next(
      LineReader reader, LineShell shell, Console console, AtomicBoolean interrupted) {
    try {
      String line = reader.readLine(PROMPT);
      interrupted.set(false);
      return shell.execute(line);
    } catch (UserInterruptException e) {
      return true;
    } catch (EndOfFileException e) {
      return false;
    } catch (UserInputException | RunFailedException | P4RuntimeException e) {
      console.err().println(e.getMessage());
      console.err().flush();
      return true;
    }
  }
}
