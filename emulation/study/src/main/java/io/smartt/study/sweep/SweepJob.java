package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.FolderLock;
import io.smartt.study.sweep.SweepRunner.SweepMonitor;

/**
 * A sweep that is to be done in a folder.
 *
 * @param sweep what is varied
 * @param runs all of its runs
 * @param folder of the sweep
 * @param force whether to replace another sweep's tables
 */
public record SweepJob(Sweep sweep, List<SweepRun> runs, Path folder, boolean force) {
  /** Copies the list. */
  public SweepJob {
    runs = List.copyOf(runs);
  }

  /**
   * Runs all that is not finished.
   *
   * @param results writes what a sweep leaves, while the folder is this process's alone
   * @return the finished runs; not all of them if interrupted
   */
  public List<FinishedRun> whole(
      SweepRunner runner, SweepMonitor monitor, Consumer<List<FinishedRun>> results) {
    runner.check(runs);
    WholeFile.folder(folder);
    try (FolderLock _ = FolderLock.take(folder)) {
      begin();
      List<FinishedRun> done = runner.run(runs, monitor);
      results.accept(done);
      return done;
    }
  }

  /** Runs a part of it. It takes no lock: other parts write other folders of runs. */
  public List<FinishedRun> part(Shard part, SweepRunner runner, SweepMonitor monitor) {
    List<SweepRun> own = part.of(runs);
    if (own.isEmpty()) {
      throw new UserInputException("--shard " + part + ": there are only " + runs.size() + " runs");
    }
    runner.check(runs);
    WholeFile.folder(folder);
    begin();
    return runner.run(own, monitor);
  }

  private void begin() {
    if (!force) {
      SweepFile.requireSame(folder, sweep);
    }
    WholeFile.write(folder.resolve(SweepFile.NAME), yaml -> yaml.write(SweepFile.format(sweep)));
  }
}
