package io.smartt.study.sweep.cluster;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.RunFolder;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepCost;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner.RunsElsewhere;
import io.smartt.study.sweep.SweepRunner.SweepMonitor;

/**
 * The runs of a sweep that are done elsewhere, and once more if they are lost.
 *
 * @param runs the folder that has or gets the run folders
 * @param say tells the user what it costs, before it starts
 */
public record ClusterSweep(Path runs, SweepExecutor site, Consumer<String> say)
    implements RunsElsewhere {
  private static final int ROUNDS = 3;
  private static final Duration LOOK = Duration.ofSeconds(1);

  /**
   * {@inheritDoc}
   *
   * @throws RunFailedException if runs are not finished after three rounds
   */
  @Override
  public List<FinishedRun> run(List<SweepRun> all, SweepMonitor monitor) {
    Map<SweepRun, FinishedRun> finished = new LinkedHashMap<>();
    look(all, finished);
    int earlier = finished.size();
    monitor.progress(new SweepMonitor.State(earlier, earlier, all.size(), 0));
    for (int round = 0; round < ROUNDS && !over(all, finished, monitor); round++) {
      List<SweepRun> missing = all.stream().filter(run -> !finished.containsKey(run)).toList();
      say.accept(SweepCost.of(missing) + (round == 0 ? "" : ", once more"));
      missing.forEach(this::plan);
      site.start(missing.stream().map(SweepRun::folderName).toList());
      follow(all, finished, earlier, monitor);
    }
    if (!over(all, finished, monitor)) {
      String first =
          all.stream()
              .filter(run -> !finished.containsKey(run))
              .findFirst()
              .orElseThrow()
              .folderName();
      throw new RunFailedException(
          "%d of %d runs did not end in %d attempts, such as %s; %s"
              .formatted(all.size() - finished.size(), all.size(), ROUNDS, first, site.trouble()));
    }
    return all.stream().filter(finished::containsKey).map(finished::get).toList();
  }

  private static boolean over(
      List<SweepRun> all, Map<SweepRun, FinishedRun> finished, SweepMonitor monitor) {
    return finished.size() == all.size() || monitor.interrupted();
  }

  private void follow(
      List<SweepRun> all, Map<SweepRun, FinishedRun> finished, int earlier, SweepMonitor monitor) {
    try {
      boolean ended = false;
      while (!ended) {
        ended = site.await(LOOK);
        for (FinishedRun one : look(all, finished)) {
          monitor.finished(one, new SweepMonitor.State(finished.size(), earlier, all.size(), 0));
        }
        if (!ended && monitor.interrupted()) {
          site.cancel();
          return;
        }
      }
    } catch (InterruptedException e) {
      site.cancel();
      Thread.currentThread().interrupt();
    }
  }

  /** Adds what is finished by now. */
  private List<FinishedRun> look(List<SweepRun> all, Map<SweepRun, FinishedRun> finished) {
    Map<SweepRun, FinishedRun> more = new LinkedHashMap<>();
    for (SweepRun run : all) {
      if (!finished.containsKey(run)) {
        FinishedRun.read(run, folder(run)).ifPresent(done -> more.put(run, done));
      }
    }
    finished.putAll(more);
    return List.copyOf(more.values());
  }

  private Path folder(SweepRun run) {
    return runs.resolve(run.folderName());
  }

  private void plan(SweepRun run) {
    Path folder = folder(run);
    try {
      Files.createDirectories(folder);
      // Half a run is none, and what is left of it would be taken for this one's.
      Files.deleteIfExists(folder.resolve(RunFolder.SUMMARY));
      WholeFile.write(folder.resolve(SweepRun.PLAN), out -> out.write(run.experiment()));
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }
}
