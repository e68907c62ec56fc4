package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.InputOption;
import io.smartt.switchd.options.JobsOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt sweep work}: what {@code --on} starts on other machines. */
@Command(
    name = "work",
    sortOptions = false,
    header = "Finishes the planned runs of a sweep's folder; 'smartt sweep --on' starts it.",
    description = {
      "",
      "A planned run is a folder in DIR/runs that has its experiment.yaml. Those that are finished",
      "are left out.",
      ""
    })
final class SweepWorkCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(paramLabel = "DIR", description = "The sweep's folder.")
  private Path folder = Path.of("");

  @Option(
      names = "--only",
      paramLabel = "FILE",
      description = "Names of run folders, one a line. Default: all that are planned.")
  private @Nullable Path only;

  @Mixin private JobsOption jobs = new JobsOption();

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description = "Time that a run may take; one that takes longer has failed.")
  private @Nullable Long limitSeconds;

  @Mixin private InputOption input = new InputOption();

  SweepWorkCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    int parallel = jobs.count();
    input.atEnd(() -> System.exit(Failures.FAILED));
    List<SweepRun> runs = names().stream().map(this::planned).toList();
    if (runs.isEmpty()) {
      throw new UserInputException(folder.resolve("runs") + ": no run is planned there");
    }
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      LocalRunner runner = LocalRunner.ofMany(false);
      SweepRunner sweeper = new SweepRunner(runner, folder.resolve("runs"), parallel, limit());
      List<FinishedRun> done = progress.during(() -> sweeper.run(runs, progress));
      return done.size() == runs.size() ? 0 : Failures.FAILED;
    }
  }

  private Optional<Duration> limit() {
    Long seconds = limitSeconds;
    if (seconds != null && seconds < 1) {
      throw new UserInputException("--limit " + seconds + ": write 1 or more seconds");
    }
    return Optional.ofNullable(seconds).map(Duration::ofSeconds);
  }

  private List<String> names() {
    Path runs = folder.resolve("runs");
    if (only != null) {
      return InputFile.lines(only).stream().filter(line -> !line.isBlank()).toList();
    }
    return RunFailedException.saying("cannot read " + runs)
        .get(() -> FolderTree.children(runs))
        .stream()
        .filter(run -> Files.isRegularFile(run.resolve(SweepRun.PLAN)))
        .map(run -> String.valueOf(run.getFileName()))
        .toList();
  }

  /** A run by what its folder has; the label is what its name has before the hash. */
  private SweepRun planned(String name) {
    Path run = folder.resolve("runs").resolve(name);
    String label = name.contains("-") ? name.substring(0, name.lastIndexOf('-')) : "";
    SweepRun planned =
        new SweepRun(Map.of(), label, experiments.again(run, Map.of(), List.of(), false));
    if (!planned.folderName().equals(name)) {
      throw new UserInputException(
          run + ": planned by another version of smartt, which writes experiments otherwise");
    }
    return planned;
  }
}
