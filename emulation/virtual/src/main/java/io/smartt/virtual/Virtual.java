package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.WorkerPool.PoolSchedule;
import io.smartt.base.counters.PacketLedger.PortArrivals;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.exercise.ExerciseFabric.ExerciseBuilder;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Abilities.Feature;
import io.smartt.experiment.run.DirectControl;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.Fabric.ThreadForecast;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.TrafficUnderWay;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.traffic.JobRecords.ResultRecords;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.ideal.IdealModel.IdealTimes;

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
  public Abilities abilities(Fabric.Use use, Settings settings) {
    Abilities network =
        Abilities.all(settings)
            .without(
                Feature.APPLY,
                ": fabric 'virtual' makes its switches as it wants them; 'physical' has some to"
                    + " change")
            .and(SettingKeys.MARKS_AT, SettingKeys.MARKS_BY);
    return switch (use) {
      case RUN -> network.and(SettingKeys.HOST_PHASES).and(SettingKeys.skips());
      case SHELL -> network.butNot(SettingKeys.WORKLOAD).butNot(SettingKeys.captures());
      case TUTORIAL -> network.only(SettingKeys.FABRIC);
      case REPLAY ->
          // Hosts send what was recorded: no transport, and no load balancer.
          network
              .butNot(SettingKeys.WORKLOAD, SettingKeys.LOAD_BALANCER, SettingKeys.ENTROPIES)
              .butNot(SettingKeys.SAMPLE_INTERVAL)
              .butNot(SettingKeys.captures())
              .butNot(SettingKeys.TRANSPORT.names())
              .butNot(SettingKeys.INTAKE.names())
              .butNot(SettingKeys.ofSchemes(settings))
              .butNot(SettingKeys.ofBalancers(settings.catalog().schemes()));
      case RERUN ->
          // Senders alone: no switches.
          network
              .butNot(Feature.LINK_LOSS)
              .butNot(Feature.LINK_FAILURES)
              .butNot(Feature.SHARED_BUFFER)
              .butNot(SettingKeys.PFC.names())
              .butNot(SettingKeys.WORKLOAD, SettingKeys.LOAD_BALANCER, SettingKeys.ENTROPIES)
              .butNot(
                  SettingKeys.MARKS_AT,
                  SettingKeys.MARKS_BY,
                  SettingKeys.PROGRAM,
                  SettingKeys.SEED,
                  SettingKeys.PACKET_TRIM)
              .butNot(SettingKeys.SAMPLE_INTERVAL)
              .butNot(SettingKeys.captures())
              .butNot(SettingKeys.QUEUE_SIZE, SettingKeys.QUEUE_KMIN, SettingKeys.QUEUE_KMAX)
              .butNot(SettingKeys.LAST_HOP_TRIMS, SettingKeys.LAST_HOP_MARKS)
              .butNot(SettingKeys.INTAKE.names())
              .butNot(SettingKeys.ofBalancers(settings.catalog().schemes()));
    };
  }

  @Override
  public void require(ExperimentSpec spec) {
    if (spec.capture()) {
      VirtualExperiment.requireEachPacket(spec);
    }
  }

  @Override
  public boolean runsProgramsHere() {
    return true;
  }

  @Override
  public Fabric.FabricRun prepare(RunInputs inputs) {
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
   *
   * @param cores threads that the run itself uses, at most
   */
  record VirtualThreads(int cores) implements ThreadForecast.Study {
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
        if (ending.status() != RunResult.RunStatus.COMPLETED) {
          throw new RunFailedException(
              ending.status() + ending.message().map(message -> ": " + message).orElse(""));
        }
        return schedules.forecast(experiment.crossings());
      }
    }
  }

  /** A run on the virtual fabric: in this JVM, in virtual time. */
  public record VirtualRun(RunInputs in) implements Fabric.FabricRun {
    @Override
    public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
      ProcessCost cost = ProcessCost.start();
      IdealTimes ideal = in.ideal();
      monitor.next("building switches and hosts");
      try (VirtualExperiment experiment = new VirtualExperiment(in, capture, in.threads())) {
        program(in, experiment, monitor);
        monitor.running(
            new TrafficUnderWay(
                in, experiment.traffic(), () -> ideal, new UnderWay(experiment), cost));
        TrafficLoop.Ending ending = experiment.run(monitor, ideal.lastFinishPs());
        FabricLedger ledger = experiment.fabric().ledger();
        Optional<String> error = ledger.error().map(VirtualRun::internalError);
        return in.result(
                experiment.traffic(),
                ideal,
                error.isPresent() ? RunResult.RunStatus.FAILED : ending.status(),
                error.isPresent() ? error : ending.message(),
                ledger.counts(),
                ledger.arrivals(),
                experiment.samples(),
                cost)
            .kept(ResultRecords.mostKeptHere(in.spec(), in.topology(), experiment::counters))
            .history(new RunHistory(experiment.events().list(), Optional.empty()))
            .result();
      }
    }

    /**
     * The place of a run in virtual time: nothing else runs between two steps of the simulation.
     */
    private record UnderWay(VirtualExperiment experiment) implements TrafficUnderWay.Place {
      @Override
      public SwitchCounts counts() {
        return experiment.fabric().ledger().counts();
      }

      @Override
      public void readSamples(Consumer<SampleRecorder> reader) {
        experiment.recorders().forEach(reader);
      }

      @Override
      public List<RunEvent> happened() {
        return experiment.events().list();
      }

      @Override
      public List<PortArrivals> arrivals() {
        return experiment.fabric().ledger().arrivals();
      }

      @Override
      public OptionalLong simulated() {
        return OptionalLong.of(experiment.fired());
      }
    }

    /** Programs the switches of an experiment with the controller. */
    static void program(RunInputs in, VirtualExperiment experiment, RunMonitor monitor) {
      long seed = in.spec().seed();
      monitor.next("programming " + in.topology().switches().size() + " switches");
      new DirectControl(experiment.fabric().devices(seed), in.programs())
          .program(
              experiment.ports().model(in.topology()),
              in.program(),
              seed,
              experiment.tasks(),
              monitor);
    }

    private static String internalError(String what) {
      return "a fault of this program: the packets of the run do not add up, " + what;
    }
  }
}
