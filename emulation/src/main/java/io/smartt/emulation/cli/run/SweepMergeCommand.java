package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.FolderLock;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.settings.InputSources;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.Sweep;
import io.smartt.study.sweep.SweepFile;
import io.smartt.study.sweep.SweepRun;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code smartt sweep merge}. */
@Command(
    name = "merge",
    sortOptions = false,
    header = "Makes the tables of a sweep whose parts ran with --shard.",
    description = {
      "",
      "Names the sweep's folder, and folders of the same sweep on other disks: their finished runs",
      "are copied into it. Run it in the folder where the parts ran, for files that settings name.",
      ""
    },
    footer = {"", "Example:", "  smartt sweep merge runs/sweep from-lab1 from-lab2"})
final class SweepMergeCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(index = "0", paramLabel = "DIR", description = "The sweep's folder.")
  private Path folder = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FROM",
      description = "Folders with other parts of it.")
  private List<Path> from = new ArrayList<>();

  SweepMergeCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    Sweep sweep = sweep(from.isEmpty() ? folder : from.getFirst());
    List<SweepRun> runs = SweepRun.all(sweep, experiments);
    WholeFile.folder(folder.resolve("runs"));
    try (FolderLock _ = FolderLock.take(folder)) {
      SweepFile.requireSame(folder, sweep);
      for (Path part : from) {
        SweepFile.requireSame(part, sweep);
        runs.forEach(run -> copy(run, part));
      }
      List<FinishedRun> finished = finished(runs);
      WholeFile.write(folder.resolve(SweepFile.NAME), yaml -> yaml.write(SweepFile.format(sweep)));
      SweepResults results =
          new SweepResults(folder, List.copyOf(sweep.varied().keySet()), finished);
      results.write();
      results.print(console);
      console.out().flush();
      return finished.stream().allMatch(FinishedRun::completed) ? 0 : Failures.FAILED;
    }
  }

  private Sweep sweep(Path of) {
    Path file = of.resolve(SweepFile.NAME);
    if (!Files.isRegularFile(file)) {
      throw new UserInputException(
          of + " has no " + SweepFile.NAME + ", so it is no sweep's folder");
    }
    return Sweep.parse(
        experiments.catalog(), file.toString(), InputSources.read("sweep merge", file));
  }

  private List<FinishedRun> finished(List<SweepRun> runs) {
    List<FinishedRun> finished = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (SweepRun run : runs) {
      Optional<FinishedRun> done = FinishedRun.read(run, in(folder, run));
      done.ifPresentOrElse(finished::add, () -> missing.add(run.folderName()));
    }
    if (!missing.isEmpty()) {
      throw new RunFailedException(
          "%d of %d runs are not finished, such as %s; run their part again, or the whole sweep with"
                  .formatted(missing.size(), runs.size(), missing.getFirst())
              + " --out "
              + folder);
    }
    return finished;
  }

  private void copy(SweepRun run, Path part) {
    Path source = in(part, run);
    Path into = in(folder, run);
    if (FinishedRun.read(run, into).isPresent() || FinishedRun.read(run, source).isEmpty()) {
      return;
    }
    try (Stream<Path> files = Files.list(source)) {
      Files.createDirectories(into);
      // The summary last: with it a run is finished.
      Path summary = source.resolve(RunFolder.SUMMARY);
      for (Path file :
          Stream.concat(files.filter(file -> !file.equals(summary)), Stream.of(summary)).toList()) {
        if (Files.isRegularFile(file)) {
          Files.copy(file, into.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new RunFailedException(
          "cannot copy " + source + " to " + into + ": " + FileErrors.reason(e), e);
    }
  }

  private static Path in(Path sweep, SweepRun run) {
    return sweep.resolve("runs").resolve(run.folderName());
  }
}
