package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Serialisation;
import io.smartt.base.topology.Topology;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.experiment.trace.analysis.TraceReplay.ReplayFabric;
import io.smartt.experiment.trace.analysis.TraceReplay.ReplayFrame;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.virtual.simulation.Simulation;
import io.smartt.workload.FailedLinks;

/**
 * The network of an experiment on the virtual fabric, switches programmed as for the run, that
 * sends packets it is given: hosts have no transport of their own. A switch that pauses a host
 * (PFC) delays what it sends.
 */
public final class VirtualReplay implements ReplayFabric {
  private final ExperimentSpec spec;
  private final Topology topology;
  private final SwitchPorts ports;

  /**
   * Creates the replay of an experiment. Its {@code link.failures} count from the first packet of
   * the trace.
   */
  public VirtualReplay(ExperimentSpec spec) {
    this.spec = spec;
    Topology named = spec.buildTopology();
    topology = FailedLinks.apply(spec.buildWorkload(named), named);
    ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
  }

  /** Returns how long a full packet takes on the slowest of the hosts' links. */
  public long fullPacketPs() {
    int bytes = spec.packets().linkBytes(spec.packets().mtuBytes());
    return topology.hosts().stream()
        .mapToLong(host -> Serialisation.ps(bytes, topology.access(host).rateBps()))
        .max()
        .orElse(0);
  }

  @Override
  public void run(Iterator<ReplayFrame> frames, Arrivals arrivals) {
    VirtualNetwork network = VirtualNetwork.inOrderOfTime(topology, spec.seed(), spec.dilation());
    Simulation simulation = network.simulation();
    Map<Integer, HostNic> hosts = new LinkedHashMap<>();
    for (Host host : topology.hosts()) {
      hosts.put(
          host.ipv4(),
          new HostNic(
              network.queue(host),
              network.numbers().of(host),
              (packet, nowPs) ->
                  arrivals.arrived(
                      nowPs, host.ipv4(), packet.bytes(), packet.headLength(), packet.length())));
    }
    VirtualFabric fabric =
        network.fabric(
            spec,
            ports,
            List.copyOf(hosts.values()),
            new SampleRecorder(),
            FabricCapture.off(),
            FabricWatch.NONE);
    fabric.fail(
        new FailureTimeline(FailurePlan.of(spec, topology), topology),
        0,
        simulation,
        new RunEvents());
    PipelineConfig program = SwitchProgram.load(spec.program());
    try (ControlPlane control =
        ControlPlane.start(fabric.devices(spec.seed()), new ProgramCache(Bmv2Program::load))) {
      control.program(
          ports.model(topology), program, spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE);
      Packet packet = new Packet(256);
      while (frames.hasNext()) {
        ReplayFrame frame = frames.next();
        HostNic host = hosts.get(frame.source());
        if (host == null) {
          throw new UserInputException(
              "the trace has packets of %s, which is no host of topology %s"
                  .formatted(new Ipv4(frame.source()), topology.name()));
        }
        simulation.runUntil(frame.timePs());
        packet.set(frame.bytes(), 0, frame.bytes().length, frame.wireBytes());
        host.send(packet);
      }
      while (simulation.hasEvents() && simulation.step(Long.MAX_VALUE)) {
        // Until everything has arrived or is lost.
      }
    }
  }
}
