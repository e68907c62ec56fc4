package io.smartt.emulation.cli.live;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.emulation.cli.text.TextTable;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.shell.ShellOutput;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A shell's output on the command line.
 *
 * @param atTerminal whether programs get the terminal; otherwise their output is printed and they
 *     have nothing to read
 * @param interrupted whether somebody asked to stop what is running
 */
record ConsoleShellOutput(Console console, boolean atTerminal, BooleanSupplier interrupted)
    implements ShellOutput {
  /** What background programs of a command that has ended may still have said. */
  private static final Duration LAST_WORDS = Duration.ofMillis(300);

  @Override
  public void line(String text) {
    console.out().println(text);
    console.out().flush();
  }

  @Override
  public void table(List<String> titles, List<List<String>> rows) {
    TextTable table = new TextTable(titles.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    console.out().print(table);
    console.out().flush();
  }

  @Override
  public void result(RunResult result) {
    console.out().print(ResultTable.of(result.summary()));
    console.out().flush();
  }

  @Override
  public <T> T during(Function<RunMonitor, T> work) {
    ProgressLine progress = new ProgressLine(console, System::nanoTime, interrupted);
    try {
      return work.apply(progress);
    } finally {
      progress.clear();
    }
  }

  @Override
  public int program(ProcessBuilder program) {
    console.out().flush();
    try {
      if (atTerminal) {
        return program.inheritIO().start().waitFor();
      }
      Process process =
          program
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      Thread reader = Thread.ofVirtual().start(() -> copy(process));
      int status = process.waitFor();
      boolean _ = reader.join(LAST_WORDS);
      return status;
    } catch (IOException e) {
      throw new RunFailedException("a program did not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted while a program ran", e);
    }
  }

  private void copy(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        line(line);
      }
    } catch (IOException e) {
      line("(output of a program was lost: " + e.getMessage() + ")");
    }
  }
}
