package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.PoolSchedule;
import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.exercise.ExerciseBuilder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunStatus;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.FabricRun;
import io.smartt.experiment.run.Feature;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.ThreadForecast;
import io.smartt.experiment.run.Use;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;

/** The fabric {@code virtual}: everything in this JVM, in virtual time. */
public final class Virtual implements Fabric {
  @Override
  public int place() {
    return 0;
  }

  @Override
  public FabricSettings settings() {
    return FabricSettings.of("virtual", List.of());
  }

  @Override
  public Abilities abilities(Use use, Settings settings) {
    Abilities network =
        Abilities.all(settings)
            .without(
                Feature.APPLY,
                ": fabric 'virtual' makes its switches as it wants them; 'physical' has some to"
                    + " change")
            .and(SettingKeys.MARKS_AT);
    return switch (use) {
      case RUN -> network.and(SettingKeys.HOST_PHASES);
      case SHELL -> network.butNot(SettingKeys.WORKLOAD).butNot(SettingKeys.captures());
      case TUTORIAL -> network.only(SettingKeys.FABRIC);
      case REPLAY ->
          // Hosts send what was recorded: no transport, and no load balancer.
          network
              .butNot(SettingKeys.WORKLOAD, SettingKeys.LOAD_BALANCER, SettingKeys.ENTROPIES)
              .butNot(SettingKeys.SAMPLE_INTERVAL)
              .butNot(SettingKeys.captures())
              .butNot(SettingKeys.TRANSPORT)
              .butNot(SettingKeys.INTAKE)
              .butNot(SettingKeys.ofSchemes(settings))
              .butNot(SettingKeys.ofBalancers(settings.catalog().schemes()));
      case RERUN ->
          // Senders alone: no switches.
          network
              .butNot(Feature.LINK_LOSS)
              .butNot(Feature.LINK_FAILURES)
              .butNot(SettingKeys.PFC)
              .butNot(SettingKeys.WORKLOAD, SettingKeys.LOAD_BALANCER, SettingKeys.ENTROPIES)
              .butNot(
                  SettingKeys.MARKS_AT,
                  SettingKeys.PROGRAM,
                  SettingKeys.SEED,
                  SettingKeys.PACKET_TRIM)
              .butNot(SettingKeys.SAMPLE_INTERVAL)
              .butNot(SettingKeys.captures())
              .butNot(SettingKeys.QUEUE_SIZE, SettingKeys.QUEUE_KMIN, SettingKeys.QUEUE_KMAX)
              .butNot(SettingKeys.LAST_HOP_TRIMS, SettingKeys.LAST_HOP_MARKS)
              .butNot(SettingKeys.INTAKE)
              .butNot(SettingKeys.ofBalancers(settings.catalog().schemes()));
    };
  }

  @Override
  public boolean runsProgramsHere() {
    return true;
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new VirtualRun(inputs);
  }

  @Override
  public Optional<LiveNetworks> live() {
    return Optional.of(VirtualLiveNetwork::new);
  }

  @Override
  public Optional<ThreadForecast.Study> threads() {
    return Optional.of(new VirtualThreads(Runtime.getRuntime().availableProcessors()));
  }

  @Override
  public Optional<ExerciseBuilder> exercises() {
    return Optional.of(VirtualExercise::build);
  }

  /**
   * Runs an experiment on this machine's cores and counts, window by window, how other numbers of
   * threads would have shared it.
   */
  static final class VirtualThreads implements ThreadForecast.Study {
    private final int cores;

    /**
     * @param cores threads that the run itself uses, at most
     */
    VirtualThreads(int cores) {
      this.cores = cores;
    }

    @Override
    public ThreadForecast of(RunInputs in, RunMonitor monitor) {
      WindowSchedules schedules =
          new WindowSchedules(
              IntStream.iterate(2, threads -> threads < 2 * in.threads(), threads -> 2 * threads)
                  .map(threads -> Math.min(threads, in.threads()))
                  .mapToObj(PoolSchedule::new)
                  .toList());
      try (VirtualExperiment experiment =
          new VirtualExperiment(in, Optional.empty(), Math.min(cores, in.threads()))) {
        VirtualRun.program(in, experiment, monitor);
        experiment.watchWindows(schedules);
        TrafficLoop.Ending ending = experiment.run(monitor, in.ideal().lastFinishPs());
        if (ending.status() != RunStatus.COMPLETED) {
          throw new RunFailedException(
              ending.status() + ending.message().map(message -> ": " + message).orElse(""));
        }
        return schedules.forecast(experiment.crossings());
      }
    }
  }
}
