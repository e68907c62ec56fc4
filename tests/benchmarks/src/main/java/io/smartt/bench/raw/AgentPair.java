package io.smartt.bench.raw;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.topology.Host;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.agent.Steering;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketFanout;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.NumberShare;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import io.smartt.realtime.netns.NamespaceNetwork;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Two agents on the two ends of one veth pair, each on one or more threads of its own: SMaRTT, 4
 * KiB packets, an acknowledgement each, every payload byte made and checked, no rate but what the
 * cores give.
 */
final class AgentPair {
  /** Verified bytes are counted a message at a time: small against what a second carries. */
  private static final long MESSAGE_BYTES = 4 << 20;

  private static final int MESSAGES = 8_000;
  private static final long WARM_UP_MS = 6_000;
  private static final long MEASURE_MS = 4_000;

  /** Assumed of the path: two milliseconds is what some 750 packets in sockets' buffers take. */
  private static final PathParameters PATH = new PathParameters(2_000_000_000L, 12_500_000_000L);

  /** A machine with other load stops a thread for tens of milliseconds. */
  private static final Map<String, String> PATIENT = Map.of("timeout-base-rtts", "50");

  private AgentPair() {}

  /**
   * Result of a transfer.
   *
   * @param sender what a data packet costs the sender's core, with its acknowledgement
   * @param receiver what it costs the receiver's
   */
  record Goodput(
      double bitsPerSecond,
      long mismatches,
      long retransmissions,
      PacketCost sender,
      PacketCost receiver) {}

  /** Processor time of a data packet in the process and in the kernel, nanoseconds. */
  record PacketCost(double userNs, double systemNs) {}

  private record CpuTime(long totalNs, long userNs) {
    static CpuTime of(List<EventLoop> loops) {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long total = 0;
      long user = 0;
      for (EventLoop loop : loops) {
        long id =
            loop.submit(() -> Thread.currentThread().threadId()).syncUninterruptibly().getNow();
        total += threads.getThreadCpuTime(id);
        user += threads.getThreadUserTime(id);
      }
      return new CpuTime(total, user);
    }

    PacketCost until(CpuTime end, double packets) {
      double user = (end.userNs - userNs) / packets;
      return new PacketCost(user, (end.totalNs - totalNs) / packets - user);
    }
  }

  static Goodput measure(
      NamespaceNetwork network,
      Host from,
      List<EventLoop> sending,
      List<EventLoop> receiving,
      boolean ring) {
    Destination near = new Destination(from.ipv4(), from.mac());
    Destination far = new Destination(from.ipv4() + 1, 0x020100000000L);
    List<HostAgent> senders = new ArrayList<>();
    List<HostAgent> receivers = new ArrayList<>();
    try {
      open(senders, network.namespace(from), "h1-eth0", near, sending, ring);
      open(receivers, network.switches(), "s1-eth1", far, receiving, ring);
      receivers.forEach(one -> one.endpoint().payloadSink(PatternPayload.checker()));
      senders.forEach(one -> one.loop().submit(() -> send(one, near, far)).syncUninterruptibly());
      Machine.sleepMs(WARM_UP_MS);
      long startNs = System.nanoTime();
      CpuTime nearBefore = CpuTime.of(sending);
      CpuTime farBefore = CpuTime.of(receiving);
      long before = sum(receivers, TransportCounters::bytesVerified);
      Machine.sleepMs(MEASURE_MS);
      long bytes = sum(receivers, TransportCounters::bytesVerified) - before;
      double seconds = (System.nanoTime() - startNs) / 1e9;
      double packets = (double) bytes / TransportSettings.DEFAULT.maxPayloadBytes();
      return new Goodput(
          bytes * 8 / seconds,
          sum(receivers, TransportCounters::payloadMismatches),
          sum(senders, TransportCounters::retransmissions),
          nearBefore.until(CpuTime.of(sending), packets),
          farBefore.until(CpuTime.of(receiving), packets));
    } finally {
      senders.forEach(HostAgent::close);
      receivers.forEach(HostAgent::close);
    }
  }

  private static void send(HostAgent sender, Destination near, Destination far) {
    TransportEndpoint source = sender.endpoint();
    int connection = source.open(sender.nowPs(), far, PATH);
    for (int i = 0; i < MESSAGES; i++) {
      PatternPayload.Source payload = new PatternPayload.Source(near.ipv4());
      payload.numberAs(source.send(sender.nowPs(), connection, MESSAGE_BYTES, payload));
    }
    sender.wake();
  }

  private static long sum(List<HostAgent> agents, ToLongFunction<TransportCounters> count) {
    return agents.stream()
        .mapToLong(agent ->
            agent
                .loop()
                .submit(() -> count.applyAsLong(agent.endpoint().counters()))
                .syncUninterruptibly()
                .getNow())
        .sum();
  }

  /** An agent a loop, which share the host's connections. */
  private static void open(
      List<HostAgent> agents,
      NetworkNamespace namespace,
      String name,
      Destination address,
      List<EventLoop> loops,
      boolean ring) {
    PacketOptions options =
        PacketOptions.HOST.withPromiscuous(true).withRing(ring ? PacketOptions.HOST_RING_BYTES : 0);
    PacketFanout fanout = Steering.fanout();
    for (int i = 0; i < loops.size(); i++) {
      PacketChannel channel = namespace.call(() -> PacketChannel.open(name, options));
      if (loops.size() > 1) {
        channel.join(fanout);
      }
      agents.add(
          HostAgent.start(
              channel,
              loops.get(i),
              endpoint(address),
              new NumberShare(i, loops.size(), 0),
              address.ipv4(),
              0,
              new KernelClock(),
              List.of()));
    }
  }

  private static TransportEndpoint endpoint(Destination address) {
    return new TransportEndpoint(
        address,
        TransportSettings.DEFAULT.withReliability(
            RecordSettings.with(ReliabilitySettings.DEFAULTS, PATIENT)),
        new Smartt(Smartt.Settings.PAPER),
        (bdpPackets, baseRttPs, random) -> new Reps(bdpPackets, 4 * baseRttPs, random),
        new TransportListener() {},
        new SplittableRandom(1));
  }
}
