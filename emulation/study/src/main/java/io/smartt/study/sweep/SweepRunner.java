package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.SettingsCheck.IdleSetting;
import io.smartt.study.launch.LocalRunner;

/**
 * Runs the runs of a sweep in parallel in this process, each in one thread, or has it done {@link
 * #elsewhere}, and leaves out those that are finished in its folder. Runs share nothing that
 * changes but the compiled P4 program's code, so a run is the same alone and alongside others.
 */
public final class SweepRunner {
  private final LocalRunner runner;
  private final Path runs;
  private final int jobs;
  private final Optional<Duration> limit;
  private final Optional<RunsElsewhere> elsewhere;

  /**
   * Makes a runner whose runs may take as long as they need.
   *
   * @param runner of single experiments
   * @param runs the folder that has or gets the run folders
   * @param jobs how many runs at a time
   */
  public SweepRunner(LocalRunner runner, Path runs, int jobs) {
    this(runner, runs, jobs, Optional.empty());
  }

  /**
   * Makes a runner.
   *
   * @param runner of single experiments
   * @param runs the folder that has or gets the run folders
   * @param jobs how many runs at a time
   * @param limit that a run may take by the clock on the wall; one that takes longer has failed
   */
  public SweepRunner(LocalRunner runner, Path runs, int jobs, Optional<Duration> limit) {
    this(runner, runs, jobs, limit, Optional.empty());
  }

  private SweepRunner(
      LocalRunner runner,
      Path runs,
      int jobs,
      Optional<Duration> limit,
      Optional<RunsElsewhere> elsewhere) {
    this.runner = runner;
    this.runs = runs;
    this.jobs = jobs;
    this.limit = limit;
    this.elsewhere = elsewhere;
  }

  /**
   * A runner that checks runs here and has them done elsewhere.
   *
   * @param other where; empty for this process
   */
  public SweepRunner elsewhere(Optional<? extends RunsElsewhere> other) {
    return new SweepRunner(runner, runs, jobs, limit, other.map(place -> place));
  }

  /**
   * Builds all that can be wrong of what is not finished, and runs nothing.
   *
   * @throws UserInputException naming the first experiment that cannot be
   */
  public void check(List<SweepRun> all) {
    requireActing(all);
    all.stream().filter(run -> FinishedRun.read(run, folder(run)).isEmpty()).forEach(this::check);
  }

  /**
   * Refuses a setting that nothing acts on in any of the runs.
   *
   * @throws UserInputException naming it
   */
  public void requireActing(List<SweepRun> all) {
    Map<String, IdleSetting> everywhere = new LinkedHashMap<>();
    runner.idle(all.getFirst().spec()).forEach(setting -> everywhere.put(setting.key(), setting));
    for (SweepRun run : all.subList(1, all.size())) {
      Set<String> here =
          runner.idle(run.spec()).stream().map(IdleSetting::key).collect(Collectors.toSet());
      everywhere.keySet().retainAll(here);
      if (everywhere.isEmpty()) {
        return;
      }
    }
    everywhere.values().stream()
        .findFirst()
        .ifPresent(setting -> {
          throw setting.refusal();
        });
  }

  /** Returns where a run is or will be. */
  public Path folder(SweepRun run) {
    return runs.resolve(run.folderName());
  }

  /**
   * Runs what is not finished.
   *
   * @return the finished runs in the order of {@code all}; not all of them if interrupted
   */
  public List<FinishedRun> run(List<SweepRun> all, SweepMonitor monitor) {
    if (elsewhere.isPresent()) {
      return elsewhere.get().run(all, monitor);
    }
    Watch watch = new Watch(all.size(), monitor);
    Map<SweepRun, FinishedRun> finished = new LinkedHashMap<>();
    List<SweepRun> missing = new ArrayList<>();
    for (SweepRun run : all) {
      Optional<FinishedRun> earlier = FinishedRun.read(run, folder(run));
      earlier.ifPresentOrElse(done -> finished.put(run, done), () -> missing.add(run));
    }
    watch.earlier(finished.size());
    try (ExecutorService threads = Executors.newFixedThreadPool(jobs)) {
      Map<SweepRun, Future<Optional<FinishedRun>>> results = new LinkedHashMap<>();
      for (SweepRun run : missing) {
        results.put(run, threads.submit(() -> run(run, watch)));
      }
      for (Map.Entry<SweepRun, Future<Optional<FinishedRun>>> result : results.entrySet()) {
        result(result.getValue(), watch).ifPresent(done -> finished.put(result.getKey(), done));
      }
    }
    return all.stream().filter(finished::containsKey).map(finished::get).toList();
  }

  private void check(SweepRun run) {
    try {
      runner.check(run.spec());
    } catch (UserInputException e) {
      throw run.point().isEmpty() ? e : e.at(describe(run));
    }
  }

  private static String describe(SweepRun run) {
    List<String> values = new ArrayList<>();
    run.point().forEach((key, value) -> values.add(key + "=" + value));
    return String.join(" ", values);
  }

  private Optional<FinishedRun> run(SweepRun run, Watch watch) {
    if (watch.stopped()) {
      return Optional.empty();
    }
    Path folder = folder(run);
    RunMonitor monitor = watch.of(run);
    if (limit.isPresent()) {
      LimitedRun.of(folder, limit.get(), watch::stopped)
          .run(monitor, limited -> toEnd(run, folder, limited));
    } else {
      toEnd(run, folder, monitor);
    }
    Optional<FinishedRun> done = FinishedRun.read(run, folder);
    watch.ended(run, done);
    return done;
  }

  private void toEnd(SweepRun run, Path folder, RunMonitor monitor) {
    try {
      runner.run(run.spec(), Optional.of(folder), monitor);
    } catch (RunFailedException e) {
      // The folder says so; a folder that could not be written is the sweep's own failure.
      if (FinishedRun.read(run, folder).isEmpty() && !monitor.interrupted()) {
        throw e;
      }
    }
  }

  private static Optional<FinishedRun> result(Future<Optional<FinishedRun>> future, Watch watch) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      watch.stop();
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      watch.stop();
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  /** Adds up what the runs report. */
  private static final class Watch {
    private final int total;
    private final SweepMonitor monitor;
    private final Map<SweepRun, Double> parts = new HashMap<>();
    private int earlier;
    private int done;
    private volatile boolean stop;

    Watch(int total, SweepMonitor monitor) {
      this.total = total;
      this.monitor = monitor;
    }

    synchronized void earlier(int runs) {
      earlier = runs;
      done = runs;
      monitor.progress(state());
    }

    void stop() {
      stop = true;
    }

    boolean stopped() {
      return stop || monitor.interrupted();
    }

    synchronized void ended(SweepRun run, Optional<FinishedRun> result) {
      parts.remove(run);
      if (result.isPresent()) {
        done++;
        monitor.finished(result.get(), state());
      }
    }

    private synchronized void progress(SweepRun run, double part) {
      parts.put(run, part);
      monitor.progress(state());
    }

    private SweepMonitor.State state() {
      double running = parts.values().stream().mapToDouble(Double::doubleValue).sum();
      return new SweepMonitor.State(done, earlier, total, running);
    }

    RunMonitor of(SweepRun run) {
      return monitor.watching(
          new RunMonitor() {
            // Without stages: one line for the whole sweep has no room for them.

            @Override
            public void progress(RunMonitor.Progress progress) {
              Watch.this.progress(
                  run,
                  progress.bytesTotal() == 0
                      ? 1
                      : (double) progress.bytesDelivered() / progress.bytesTotal());
            }

            @Override
            public boolean interrupted() {
              return stopped();
            }
          });
    }
  }

  /** The way to have runs of a sweep done by other machines. */
  @FunctionalInterface
  public interface RunsElsewhere {
    /**
     * Runs what is not finished in the sweep's folder.
     *
     * @return the finished runs in the order of {@code all}; not all of them if interrupted
     */
    List<FinishedRun> run(List<SweepRun> all, SweepMonitor monitor);
  }

  /** The watcher of a sweep. Called from several threads, one at a time. */
  public interface SweepMonitor {
    /**
     * The progress of a sweep.
     *
     * @param done runs that are finished
     * @param earlier how many of them an earlier process finished
     * @param total runs
     * @param running what the runs under way have done, in runs (two half-done ones are 1.0)
     */
    record State(int done, int earlier, int total, double running) {}

    /** Something went on in a run. */
    void progress(State state);

    /** A run ended. */
    void finished(FinishedRun run, State state);

    /** The monitor of one run, in front of the sweep's own. */
    default RunMonitor watching(RunMonitor own) {
      return own;
    }

    /**
     * Returns whether the user asked to stop; runs under way stop then and are run again another
     * time.
     */
    boolean interrupted();
  }
}
