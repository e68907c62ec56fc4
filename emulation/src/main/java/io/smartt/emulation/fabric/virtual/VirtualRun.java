package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.report.RunHistory;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.run.DirectControl;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.ResultRecords;
import io.smartt.emulation.traffic.TopologyDrawing;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.emulation.workload.ideal.IdealTimes;
import java.util.Optional;

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
    ExperimentSpec spec = in.spec();
    Topology topology = in.topology();
    IdealTimes ideal = new IdealModel(topology, spec.packets()).times(in.workload());
    monitor.next("building switches and hosts");
    try (VirtualExperiment experiment =
        new VirtualExperiment(spec, topology, in.workload(), in.hosts(), capture, in.threads())) {
      program(in, experiment, monitor);
      monitor.running(new VirtualRunUnderWay(in, experiment, ideal, cost));
      TrafficLoop.Ending ending = experiment.run(monitor, ideal.lastFinishPs());
      FabricLedger ledger = experiment.fabric().ledger();
      Optional<String> error = ledger.error().map(VirtualRun::internalError);
      return new RunResult(
              in.identity(),
              error.isPresent() ? RunStatus.FAILED : ending.status(),
              error.isPresent() ? error : ending.message(),
              ResultRecords.flows(spec, topology, in.workload(), experiment.traffic(), ideal),
              experiment.queues(),
              experiment.unqueuedDrops(),
              experiment.fabric().pauseFrames(),
              experiment.samples(),
              TopologyDrawing.of(spec, topology),
              cost.after(experiment.fabric().packetHops()))
          .withPackets(ledger.packets())
          .withArrivals(ledger.arrivals())
          .withJobs(ResultRecords.jobs(topology, in.workload(), experiment.traffic()))
          .withReorderPeak(
              ResultRecords.reorderPeak(spec, topology, experiment::reorderPeakPackets))
          .with(new RunHistory(experiment.events().list(), Optional.empty()));
    }
  }

  /** Has the controller program the switches of an experiment. */
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
