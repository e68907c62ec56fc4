package io.smartt.emulation.cli.live;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.cli.page.ShownRun;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.emulation.shell.ShellOutput;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.text.TextTable;

/**
 * A shell's output on the command line.
 *
 * @param atTerminal whether programs get the terminal; otherwise their output is printed and they
 *     have nothing to read
 * @param interrupted whether somebody asked to stop what is running
 * @param programs runs programs where there is no terminal
 * @param shown shows traffic on a page
 */
record ConsoleShellOutput(
    Console console,
    boolean atTerminal,
    BooleanSupplier interrupted,
    ProgramOutput programs,
    ShownRun shown)
    implements ShellOutput {
  /** Makes the output on a console; close {@link #programs} when the network is gone. */
  static ConsoleShellOutput on(
      Console console, boolean atTerminal, BooleanSupplier interrupted, ShownRun shown) {
    // A line of a background program comes whole: a PrintWriter's println is.
    ProgramOutput programs =
        new ProgramOutput(text -> {
          console.out().println(text);
          console.out().flush();
        });
    return new ConsoleShellOutput(console, atTerminal, interrupted, programs, shown);
  }

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
      return work.apply(shown.watching(progress));
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
      return programs.run(program);
    } catch (IOException e) {
      throw new RunFailedException("a program did not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted while a program ran", e);
    }
  }
}
