package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.HarnessRevision;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.realtime.AgentCapture;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.MachineNotes;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.RemoteHosts;
import io.smartt.realtime.ServerAccess;
import io.smartt.realtime.WarmUp;
import io.smartt.realtime.containers.PathDelays;
import io.smartt.realtime.containers.RemoteSwitches;
import io.smartt.realtime.netns.NetnsSettings;
import io.smartt.realtime.netns.VethLayout.Tunnel;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;
import io.smartt.realtime.partition.Partitioner;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.softswitch.backend.SwitchBackends;

/**
 * A run on the netns fabric whose network is cut between machines. This process controls it;
 * workers carry it.
 */
public final class MachinesRun implements FabricRun {
  private static final int PACKETS = 20;

  /**
   * The number of packets that are sent first: one in each direction is late without a core to
   * spare.
   */
  private static final int FIRST = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RunInputs in;
  private final NetnsSettings settings;
  private final Partition partition;
  private final SwitchPorts ports;
  private final KernelClock clock = new KernelClock();

  /**
   * Prepares a run.
   *
   * @throws UserInputException if the network cannot be cut between so many
   */
  public MachinesRun(RunInputs in) {
    this.in = in;
    settings = NetnsSettings.SECTION.read(in.spec().settings());
    partition =
        new Partitioner(settings.hostsApart())
            .cut(in.topology(), Machine.parse(settings.workers()));
    ports = new SwitchPorts(in.spec(), new PathProfiles(in.topology(), in.spec().packets()));
  }

  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    monitor.next(
        "cutting %d of %d links between %d workers, %s across"
            .formatted(
                partition.cut().size(),
                in.topology().links().size(),
                partition.machines().size(),
                Quantities.formatBitsPerSecond(Partition.rateBps(partition.cut()))));
    try (WorkerFleet fleet =
        WorkerFleet.connect(
            partition, ServerAccess.of(in.spec().settings()), HarnessRevision.read())) {
      try {
        RunResult result = run(fleet, capture, cost, monitor);
        return result.status() == RunResult.RunStatus.FAILED
            ? fleet.gone().map(result::failedBy).orElse(result)
            : result;
      } catch (RunFailedException e) {
        if (monitor.interrupted()) {
          throw new RunMonitor.RunInterruptedException("bringing workers up");
        }
        // A node that is gone with its worker says less than the worker's end.
        throw fleet.gone().map(why -> new RunFailedException(why, e)).orElse(e);
      } finally {
        fleet.release(monitor::stage);
      }
    }
  }

  private RunResult run(
      WorkerFleet fleet, Optional<CaptureSink> capture, ProcessCost cost, RunMonitor monitor) {
    Shares shares = shares(fleet);
    monitor.next("waiting for workers to make their shares");
    // What paths and ports are is worked out by one thread.
    fleet.carry(
        IntStream.range(0, partition.machines().size())
            .mapToObj(machine -> request(shares, machine))
            .toList());
    PathDelays ways = measureDelays(shares, fleet);
    ways.notes().forEach(monitor::stage);
    List<RemoteAgent> agents = new CopyOnWriteArrayList<>();
    try (Closing.AtEnd _ = Closing.atEnd("leaving the agents", agents);
        RemoteSwitches switches =
            new RemoteSwitches(in.network(), fleet, fleet::dial, ways.delayPs(), clock::nowPs)) {
      monitor.next("programming " + in.topology().switches().size() + " switches over P4Runtime");
      switches.bringUp();
      in.topology()
          .hosts()
          .forEach(
              host -> agents.add(new RemoteAgent(host.name(), fleet.dial(host), Optional.empty())));
      Workers.forEach(agents, agents.size(), agent -> agent.describe(PATIENCE));
      return WarmUp.thenRun(
          in,
          settings.warmUpS(),
          (inputs, tap) -> hosts(inputs, fleet, agents, tap),
          switches,
          new MachineNotes(Stream.concat(fleet.notes().stream(), ways.notes().stream()).toList()),
          capture,
          cost,
          monitor);
    }
  }

  private Shares shares(WorkerFleet fleet) {
    int mtuBytes = in.spec().packets().ipMtuBytes();
    for (int i = 0; i < partition.machines().size(); i++) {
      int underlay = fleet.mtuBytes(i);
      if (underlay > 0 && underlay < mtuBytes + Tunnel.OVERHEAD_BYTES) {
        throw new UserInputException(
            "worker %s sends IP packets of %d bytes at most; tunnels take %d (%d of the experiment"
                    .formatted(
                        fleet.address(i), underlay, mtuBytes + Tunnel.OVERHEAD_BYTES, mtuBytes)
                + " and 50 of VXLAN). Raise the MTU of its interface, or lower packet.payload");
      }
    }
    SwitchBackends queues = new SwitchBackends(in.topology(), ports::queues, 0);
    return new Shares(
        partition,
        fleet.underlays(),
        mtuBytes,
        queues::queuesPerPort,
        Shares.firstVni(partition, new SecureRandom()));
  }

  private CarryRequest request(Shares shares, int machine) {
    return ShareMessages.encode(shares.of(machine))
        .setSeed(in.spec().seed())
        .setPoll(settings.idle() == IdleStrategy.POLL)
        .setRaisedPriority(settings.raisedPriority())
        .build();
  }

  private RemoteHosts hosts(
      RunInputs inputs,
      WorkerFleet fleet,
      List<RemoteAgent> agents,
      Optional<AgentCapture> capture) {
    return new RemoteHosts(
        inputs,
        AttachedHost.on(in.topology(), agents, fleet::clockOffsetNs),
        clock,
        capture,
        (Host host) -> fleet.ended(host));
  }

  /**
   * Measures the ways between workers by tunnels that carry nothing else, one after the other, with
   * packets as long as the experiment's.
   *
   * @throws RunFailedException naming two workers that do not reach each other
   */
  private static PathDelays measureDelays(Shares shares, WorkerFleet fleet) {
    Partition partition = shares.partition();
    List<PathDelays.Way> ways = new ArrayList<>();
    for (int one = 0; one < partition.machines().size(); one++) {
      for (int other : shares.peers(one)) {
        if (other > one) {
          WayMeasurement way = measureDelays(shares, fleet, one, other);
          ways.add(
              new PathDelays.Way(
                  fleet.address(one),
                  fleet.address(other),
                  partition.cutBetween(one, other),
                  way.oneWayNs(),
                  way.sent(),
                  way.rttNs().size()));
        }
      }
    }
    return PathDelays.of(ways);
  }

  private static WayMeasurement measureDelays(Shares shares, WorkerFleet fleet, int from, int to) {
    String peer = Shares.address(to, from);
    var _ = fleet.worker(from).measure(peer, FIRST, shares.mtuBytes());
    WayMeasurement way = fleet.worker(from).measure(peer, PACKETS, shares.mtuBytes());
    if (way.rttNs().isEmpty()) {
      throw new RunFailedException(
          "worker %s gets nothing back from worker %s over VXLAN (UDP port 4789, IP packets of %d bytes): %s"
              .formatted(
                  fleet.address(from),
                  fleet.address(to),
                  shares.mtuBytes(),
                  way.said().isEmpty() ? "no answer" : way.said()));
    }
    return way;
  }
}
