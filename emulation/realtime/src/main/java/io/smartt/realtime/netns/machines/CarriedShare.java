package io.smartt.realtime.netns.machines;

import module java.base;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.experiment.AgentEndpoints;
import io.smartt.host.agent.daemon.AgentInterface;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.daemon.AgentService;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.ProcessPriority;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.realtime.netns.InProcessSwitches;
import io.smartt.realtime.netns.NamespaceNetwork;
import io.smartt.realtime.netns.NetworkShare;
import io.smartt.realtime.netns.machines.WorkerService.WorkerEndpoint;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.softswitch.standalone.SwitchServer;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.ctl.SwitchControlService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A share of a network on this machine, with a server for each of its nodes. Half of the event
 * loops, one a core, are the hosts', the others the switches'. Closing it leaves nothing.
 */
final class CarriedShare implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CarriedShare.class);
  private static final String LOOPS = "smartt-packets";
  private static final long PS_PER_NS = 1_000;
  private static final int MOST_PACKETS = 1_000;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final WorkerEndpoint door;
  private final NetworkShare share;
  private final NamespaceNetwork network;

  /**
   * @param seed of link losses and programs
   */
  CarriedShare(
      WorkerEndpoint door,
      NetworkShare share,
      long seed,
      PacketIoHandler.IdleStrategy idle,
      boolean raisedPriority) {
    this.door = door;
    this.share = share;
    boolean made = false;
    try {
      network = keep(NamespaceNetwork.build(share));
      int cores = Math.max(2, Runtime.getRuntime().availableProcessors());
      MultiThreadIoEventLoopGroup hosts = loops(cores / 2, idle);
      MultiThreadIoEventLoopGroup switches = loops(cores - cores / 2, idle);
      if (raisedPriority) {
        opened.push(ProcessPriority::restore);
        ProcessPriority.raiseProcess();
        ProcessPriority.raiseThreads(LOOPS);
      }
      share.switches().forEach(seat -> start(seat, switches.next(), seed));
      share.hosts().forEach(host -> start(host, hosts.next()));
      made = true;
    } finally {
      // After an error too, such as too little memory: the worker goes on, and nobody else does it.
      if (!made) {
        close();
      }
    }
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  private MultiThreadIoEventLoopGroup loops(int count, PacketIoHandler.IdleStrategy idle) {
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            count, new DefaultThreadFactory(LOOPS, true), PacketIoHandler.factory(idle));
    opened.push(() -> loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly());
    // A thread has its priority once it runs.
    loops.forEach(loop -> loop.submit(() -> {}).syncUninterruptibly());
    return loops;
  }

  private void start(NetworkShare.SwitchSeat seat, EventLoop loop, long seed) {
    KernelClock clock = new KernelClock();
    StandaloneSwitch device =
        keep(
            InProcessSwitches.open(
                network, seat.interfaces(), seat.settings(seed), loop, clock, _ -> List.of()));
    device.start();
    SwitchControlService control =
        keep(new SwitchControlService(device, () -> clock.nowPs() / PS_PER_NS));
    P4RuntimeService service =
        new P4RuntimeService(
            List.of(device.device()),
            json -> Bmv2Program.load(DropPort.into(json, DropPort.DEFAULT)),
            P4RuntimeService.P4RuntimeSettings.lenient());
    SwitchServer server =
        keep(
            SwitchServer.start(
                door.freePort(),
                door.tls(),
                List.of(service, control),
                Optional.empty(),
                door.token()));
    ports.put(seat.name(), server.port());
  }

  private void start(Host host, EventLoop loop) {
    AgentInterface on =
        AgentInterface.find(
            NamespaceNetwork.interfaceName(new Port(host, Host.NIC_PORT)),
            Optional.of(network.namespace(host)),
            PacketOptions.HOST);
    AgentService service =
        keep(
            new AgentService(
                door.version(),
                on,
                List.of(loop),
                new AgentEndpoints(door.catalog(), door.token().isPresent()),
                () -> {}));
    try {
      AgentServer server =
          keep(
              AgentServer.start(
                  door.freePort(), door.tls().map(TlsFiles::credentials), door.token(), service));
      ports.put(host.name(), server.port());
    } catch (IOException e) {
      throw new RunFailedException(e);
    }
  }

  /** TCP ports of the servers of all nodes, by name. */
  Map<String, Integer> ports() {
    return ports;
  }

  /** Returns how many frames of a length come back from another worker, and when. */
  WayMeasurement measure(String peer, int packets, int bytes) {
    if (packets < 1 || packets > MOST_PACKETS || bytes < 0 || bytes > share.mtuBytes()) {
      throw new IllegalArgumentException(
          "%d packets of %d bytes; accepted are 1 to %d of at most %d"
              .formatted(packets, bytes, MOST_PACKETS, share.mtuBytes()));
    }
    if (share.ways().stream().noneMatch(way -> way.peer().equals(peer))) {
      throw new IllegalArgumentException("there is no way to '" + peer + "'");
    }
    return WayMeasurement.ping(network.ways(), peer, packets, bytes);
  }

  /** Last first, also where one does not close. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        LOG.warn("taking a share down: {}", e.getMessage());
      }
    }
  }
}
