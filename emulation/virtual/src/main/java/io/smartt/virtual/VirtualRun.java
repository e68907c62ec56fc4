package io.smartt.virtual;

import module java.base;

import io.smartt.base.counters.PortArrivals;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunStatus;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.DirectControl;
import io.smartt.experiment.run.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.TrafficUnderWay;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.ResultRecords;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.ideal.IdealModel.IdealTimes;

/** A run on the virtual fabric: in this JVM, in virtual time. */
public final class VirtualRun implements FabricRun {
  private final RunInputs in;

  /** Prepares a run of an experiment. */
  public VirtualRun(RunInputs in) {
    this.in = in;
  }

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
              error.isPresent() ? RunStatus.FAILED : ending.status(),
              error.isPresent() ? error : ending.message(),
              ledger.counts(),
              experiment.fabric().pauseFrames(),
              ledger.arrivals(),
              experiment.samples(),
              cost)
          .kept(ResultRecords.mostKeptHere(in.spec(), in.topology(), experiment::counters))
          .history(new RunHistory(experiment.events().list(), Optional.empty()))
          .result();
    }
  }

  /** The place of a run in virtual time: nothing else runs between two steps of the simulation. */
  private record UnderWay(VirtualExperiment experiment) implements TrafficUnderWay.Place {
    @Override
    public <T> T call(Supplier<T> task) {
      return task.get();
    }

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
    public long pauseFrames() {
      return experiment.fabric().pauseFrames();
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
