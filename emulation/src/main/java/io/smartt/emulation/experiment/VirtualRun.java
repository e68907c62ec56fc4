package io.smartt.emulation.experiment;

import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.target.CompiledProgram;
import io.smartt.emulation.report.FlowRecord;
import io.smartt.emulation.report.PathInfo;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunIdentity;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.Tally;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.QueueCounters;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.TrafficManager;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.PathProfile;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.workload.Flow;
import io.smartt.emulation.workload.Workload;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.emulation.workload.ideal.IdealTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * A run on the virtual fabric from start to result: builds the network, has the controller program
 * its switches over P4Runtime, sends the traffic, and collects what hosts and switches counted.
 */
final class VirtualRun {
  private final ExperimentSpec spec;
  private final RunIdentity identity;
  private final Topology topology;
  private final Workload workload;
  private final CompiledProgram program;
  private final HostSetup hosts;
  private final ProgramCache programs;
  private final int threads;

  VirtualRun(
      ExperimentSpec spec,
      RunIdentity identity,
      Topology topology,
      Workload workload,
      CompiledProgram program,
      HostSetup hosts,
      ProgramCache programs,
      int threads) {
    this.spec = spec;
    this.identity = identity;
    this.topology = topology;
    this.workload = workload;
    this.program = program;
    this.hosts = hosts;
    this.programs = programs;
    this.threads = threads;
  }

  RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    IdealTimes ideal = new IdealModel(topology, spec.packets()).times(workload);
    try (VirtualExperiment experiment =
            new VirtualExperiment(spec, topology, workload, hosts, capture, threads);
        ControlPlane control = ControlPlane.start(devices(experiment), programs)) {
      monitor.stage("programming " + topology.switches().size() + " switches over P4Runtime");
      control.program(model(experiment), program, spec.seed());
      VirtualExperiment.Ending ending = experiment.run(monitor, ideal.lastFinishPs());
      return new RunResult(
          identity,
          ending.status(),
          ending.message(),
          flows(experiment, ideal),
          queues(experiment),
          unqueuedDrops(experiment),
          experiment.fabric().pauseFrames(),
          experiment.samples().series(),
          TopologyDrawing.of(topology),
          cost.after(experiment.fabric().packetHops()));
    }
  }

  private List<EmbeddedDevice> devices(VirtualExperiment experiment) {
    SplittableRandom random = new SplittableRandom(~spec.seed());
    List<EmbeddedDevice> devices = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      SplittableRandom own = random.split();
      devices.add(new EmbeddedDevice(sw.id(), experiment.fabric().device(sw.id()), own::split));
    }
    return devices;
  }

  private FabricModel model(VirtualExperiment experiment) {
    return ControllerView.of(topology, experiment::plan, spec.trimming(), spec.trimBytes());
  }

  private List<FlowRecord> flows(VirtualExperiment experiment, IdealTimes ideal) {
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    List<FlowRecord> records = new ArrayList<>();
    for (FlowState state : experiment.traffic().flows()) {
      Flow flow = workload.flows().get(state.index);
      Host from = topology.host(flow.src());
      Host to = topology.host(flow.dst());
      PathProfile path = paths.between(from, to);
      records.add(
          new FlowRecord(
              flow.id(),
              from.name(),
              to.name(),
              flow.bytes(),
              state.startPs == FlowState.NOT_YET ? ideal.startPs(state.index) : state.startPs,
              state.finishPs == FlowState.NOT_YET
                  ? OptionalLong.empty()
                  : OptionalLong.of(state.finishPs),
              ideal.completionPs(state.index),
              state.isRunning() ? experiment.traffic().counters(state) : state.counters,
              new PathInfo(path.links(), path.equalCostPaths(), path.baseRttPs())));
    }
    return records;
  }

  private List<QueueRecord> queues(VirtualExperiment experiment) {
    List<QueueRecord> records = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      TrafficManager manager = experiment.fabric().device(sw.id()).trafficManager();
      for (Adjacency port : topology.adjacencies(sw)) {
        for (int queue = 0; queue < manager.queuesPerPort(); queue++) {
          records.add(record(sw.name(), port.port(), queue, manager.counters(port.port(), queue)));
        }
      }
    }
    return records;
  }

  private long unqueuedDrops(VirtualExperiment experiment) {
    long sum = 0;
    for (Switch sw : topology.switches()) {
      SwitchCounters counters = experiment.fabric().device(sw.id()).counters();
      sum +=
          counters.noPipeline()
              + counters.droppedByProgram()
              + counters.noSuchPort()
              + counters.noSuchQueue();
    }
    return sum;
  }

  private static QueueRecord record(String name, int port, int queue, QueueCounters counters) {
    return new QueueRecord(
        name,
        port,
        queue,
        new Tally(counters.enqueuedPackets(), counters.enqueuedBytes()),
        new Tally(counters.dequeuedPackets(), counters.dequeuedBytes()),
        new Tally(counters.droppedPackets(), counters.droppedBytes()),
        new Tally(counters.trimmedPackets(), counters.trimmedBytes()),
        new Tally(counters.markedPackets(), counters.markedBytes()),
        counters.maxDepthPackets(),
        counters.maxDepthBytes());
  }
}
