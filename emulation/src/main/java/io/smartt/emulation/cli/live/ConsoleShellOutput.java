package io.smartt.emulation.cli.live;

import module java.base;

import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.emulation.cli.progress.ShownRun;
import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;

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
    ConsoleShellOutput.ProgramOutput programs,
    ShownRun shown)
    implements ShellOutput {
  /** Makes the output on a console; close {@link #programs} when the network is gone. */
  static ConsoleShellOutput on(
      Console console, boolean atTerminal, BooleanSupplier interrupted, ShownRun shown) {
    // A line of a background program comes whole: a PrintWriter's println is.
    ProgramOutput programs =
        new ProgramOutput(text -> {
          console.say(text);
        });
    return new ConsoleShellOutput(console, atTerminal, interrupted, programs, shown);
  }

  @Override
  public void line(String text) {
    console.say(text);
  }

  @Override
  public void table(List<String> titles, List<List<String>> rows) {
    TextTable table = new TextTable(titles.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    console.show(table);
  }

  @Override
  public void result(RunResult result) {
    console.show(ResultTable.of(result.summary()));
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
    if (atTerminal) {
      return EndedProgram.onTerminal(program);
    }
    try {
      return programs.run(program);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("a program ran", e);
    }
  }

  /**
   * Runs programs of a shell without a terminal and prints what they say, a line at a time. What a
   * program leaves in the background is heard until it ends or this is closed.
   *
   * <p>A process of Java's closes its pipe when the program ends, and a program that still writes
   * into it dies of that. So the programs write into a pipe that {@code cat} reads, which ends with
   * the last of them.
   */
  static final class ProgramOutput implements AutoCloseable {
    /**
     * The time in which background programs of a command that has ended may still print before the
     * next command.
     */
    private static final Duration LAST_WORDS = Duration.ofMillis(300);

    private final Consumer<String> lines;
    private final Map<Process, Thread> readers = new ConcurrentHashMap<>();

    /** Prints lines by this. */
    ProgramOutput(Consumer<String> lines) {
      this.lines = lines;
    }

    /**
     * Runs a program, which has nothing to read, and returns its status.
     *
     * @throws RunFailedException if it does not start
     */
    int run(ProcessBuilder program) throws InterruptedException {
      List<ProcessBuilder> piped =
          List.of(
              program
                  .redirectErrorStream(true)
                  .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null"))),
              new ProcessBuilder("cat").redirectErrorStream(true));
      List<Process> pipeline =
          RunFailedException.saying("a program did not start")
              .get(() -> ProcessBuilder.startPipeline(piped));
      Process cat = pipeline.getLast();
      Thread reader = Thread.ofVirtual().unstarted(() -> copy(cat));
      readers.put(cat, reader);
      reader.start();
      int status = pipeline.getFirst().waitFor();
      boolean _ = reader.join(LAST_WORDS);
      return status;
    }

    private void copy(Process cat) {
      try (BufferedReader text = cat.inputReader(StandardCharsets.UTF_8)) {
        for (String line = text.readLine(); line != null; line = text.readLine()) {
          lines.accept(line);
        }
      } catch (IOException e) {
        lines.accept("(output of a program was lost: " + e.getMessage() + ")");
      } finally {
        readers.remove(cat);
      }
    }

    /** Prints what is left, of programs that have ended with their network. */
    @Override
    public void close() {
      readers.forEach((cat, reader) -> {
        try {
          boolean _ = reader.join(LAST_WORDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        cat.destroy();
      });
    }
  }
}
