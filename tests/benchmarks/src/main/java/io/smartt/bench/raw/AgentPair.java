package io.smartt.bench.raw;

import io.netty.channel.EventLoop;
import io.smartt.emulation.fabric.netns.NamespaceNetwork;
import io.smartt.emulation.topology.Host;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.SmarttSettings;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Two agents on the two ends of one veth pair, each on its own core: SMaRTT, 4 KiB packets, an
 * acknowledgement each, every payload byte made and checked, no rate but what the cores give.
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

  /** Result of a transfer. */
  record Goodput(double bitsPerSecond, long mismatches, long retransmissions) {}

  static Goodput measure(NamespaceNetwork network, Host from, EventLoop one, EventLoop other) {
    Destination near = new Destination(from.ipv4(), from.mac());
    Destination far = new Destination(from.ipv4() + 1, 0x020100000000L);
    TransportEndpoint source = endpoint(near);
    TransportEndpoint sink = endpoint(far);
    sink.payloadSink(PatternPayload.checker());
    try (HostAgent sender = agent(network.namespace(from), "h1-eth0", source, near, one);
        HostAgent receiver = agent(network.switches(), "s1-eth1", sink, far, other)) {
      one.submit(
              () -> {
                int connection = source.open(sender.nowPs(), far, PATH);
                for (int i = 0; i < MESSAGES; i++) {
                  PatternPayload.Source payload = new PatternPayload.Source(near.ipv4());
                  payload.numberAs(source.send(sender.nowPs(), connection, MESSAGE_BYTES, payload));
                }
                sender.wake();
              })
          .syncUninterruptibly();
      Machine.sleepMs(WARM_UP_MS);
      long startNs = System.nanoTime();
      long before = counters(receiver).bytesVerified();
      Machine.sleepMs(MEASURE_MS);
      TransportCounters after = counters(receiver);
      double seconds = (System.nanoTime() - startNs) / 1e9;
      return new Goodput(
          (after.bytesVerified() - before) * 8 / seconds,
          after.payloadMismatches(),
          counters(sender).retransmissions());
    }
  }

  private static TransportCounters counters(HostAgent agent) {
    return agent.loop().submit(() -> agent.endpoint().counters()).syncUninterruptibly().getNow();
  }

  private static TransportEndpoint endpoint(Destination address) {
    return new TransportEndpoint(
        address,
        TransportSettings.DEFAULT.withReliability(
            RecordSettings.with(ReliabilitySettings.DEFAULTS, PATIENT)),
        new Smartt(SmarttSettings.PAPER),
        (bdpPackets, baseRttPs, random) -> new Reps(bdpPackets, 4 * baseRttPs, random),
        new TransportListener() {},
        new SplittableRandom(1));
  }

  private static HostAgent agent(
      NetworkNamespace namespace,
      String name,
      TransportEndpoint endpoint,
      Destination address,
      EventLoop loop) {
    PacketChannel channel =
        namespace.call(() -> PacketChannel.open(name, PacketOptions.HOST.withPromiscuous(true)));
    return HostAgent.start(
        channel, loop, endpoint, address.ipv4(), 0, new KernelClock(), List.of());
  }
}
