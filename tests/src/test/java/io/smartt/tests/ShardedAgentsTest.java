package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.AgentEndpoints;
import io.smartt.host.agent.daemon.AgentInterface;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.daemon.AgentService;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Delivery;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.needs.Namespaces;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.netns.NamespaceNetwork;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents whose connections are shared by threads, on the two ends of a cable. */
@Tag("netns")
@Timeout(120)
@Isolated
class ShardedAgentsTest {
  private static final int FLOWS = 24;
  private static final long BYTES = 512 << 10;

  @BeforeAll
  static void require() {
    Namespaces.require();
  }

  /** One agent of the pair. */
  private static final class End implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup loops;
    private final AgentService service;
    private final AgentServer server;
    private final RemoteAgent agent;
    private final int ipv4;
    private final long mac;
    private final ConcurrentLinkedQueue<Delivery> delivered = new ConcurrentLinkedQueue<>();

    End(String nic, NetworkNamespace namespace, int ipv4, long mac, int shards) throws IOException {
      this.ipv4 = ipv4;
      this.mac = mac;
      loops =
          new MultiThreadIoEventLoopGroup(
              shards,
              new DefaultThreadFactory("sharded", true),
              PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
      List<EventLoop> all = new ArrayList<>();
      for (int i = 0; i < shards; i++) {
        all.add(loops.next());
      }
      service =
          new AgentService(
              "test",
              AgentInterface.find(
                  nic,
                  Optional.of(namespace),
                  PacketOptions.HOST.withRing(PacketOptions.HOST_RING_BYTES)),
              all,
              new AgentEndpoints(Fabrics.builtIn().settings(), false),
              () -> {});
      server =
          AgentServer.start(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              Optional.empty(),
              Optional.empty(),
              service);
      agent =
          new RemoteAgent(
              nic,
              NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build(),
              Optional.empty());
    }

    void configure() {
      agent.configure(
          ConfigureRequest.newBuilder()
              .setIpv4(ipv4)
              .setMac(mac)
              .setNetworkRttPs(5_000_000_000L)
              .build());
      agent.watch(report -> delivered.addAll(report.getDeliveredList()), _ -> {});
    }

    void sendTo(End other) {
      List<FlowOrder> orders = new ArrayList<>();
      for (int i = 0; i < FLOWS; i++) {
        orders.add(
            FlowOrder.newBuilder()
                .setFlowId(i)
                .setDestinationIpv4(other.ipv4)
                .setDestinationMac(other.mac)
                .setSizeBytes(BYTES)
                .setBaseRttPs(5_000_000_000L)
                .setBottleneckBps(1_000_000_000L)
                .build());
      }
      agent.start(orders);
    }

    boolean isDone() {
      return delivered.size() == FLOWS
          && agent.flows().stream().allMatch(flow -> flow.getState() == Flow.State.FINISHED);
    }

    @Override
    public void close() {
      agent.close();
      server.close();
      service.close();
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "4, 3", "1, 4"})
  void everyByteComesOnceAndCountsAreTheHosts(int here, int there) throws IOException {
    Topology topology = Topologies.named("single,2", new LinkDefaults(1_000_000_000L, 0, 0));
    Host host = topology.hosts().getFirst();
    try (NamespaceNetwork network = NamespaceNetwork.build(topology);
        End one = new End("h1-eth0", network.namespace(host), 0x0a000001, 0x020000000001L, here);
        End other = new End("s1-eth1", network.switches(), 0x0a000002, 0x020000000002L, there)) {
      one.configure();
      other.configure();
      one.sendTo(other);
      other.sendTo(one);
      assertThat(
              Polling.until(
                  "flows to end",
                  TimeUnit.SECONDS.toNanos(60),
                  TimeUnit.MILLISECONDS.toNanos(50),
                  () -> Optional.of(true).filter(_ -> one.isDone() && other.isDone())))
          .as("ended in time")
          .isPresent();
      assertWhole(one, other);
      assertWhole(other, one);
    }
  }

  private static void assertWhole(End sender, End receiver) {
    Counters sent = sender.agent.counters();
    Counters came = receiver.agent.counters();
    assertThat(came.getBytesDelivered()).isEqualTo(FLOWS * BYTES);
    assertThat(came.getBytesVerified()).isEqualTo(FLOWS * BYTES);
    assertThat(came.getPayloadMismatches()).isZero();
    // What the sender calls a message is its own among all its shards, and comes once.
    Set<Long> messages = new HashSet<>();
    receiver.delivered.forEach(one -> messages.add(one.getMessageId()));
    assertThat(messages).hasSize(FLOWS);
    assertThat(receiver.delivered).hasSize(FLOWS);
    Set<Long> named = new HashSet<>();
    sender.agent.flows().forEach(flow -> named.add(flow.getMessageId()));
    assertThat(named).isEqualTo(messages);
    // Every data frame that was sent is there once, more than once, cut or lost.
    long inFlows =
        sender.agent.flows().stream()
            .mapToLong(flow -> flow.getCounters().getDataFramesSent())
            .sum();
    assertThat(sent.getDataFramesSent()).isEqualTo(inFlows);
    assertThat(came.getDataFramesReceived()).isLessThanOrEqualTo(sent.getDataFramesSent());
    assertThat(sent.getDataFramesSent() - sent.getRetransmissions())
        .isEqualTo(FLOWS * (BYTES / 4096));
    assertThat(came.getDataFramesReceived() - came.getDuplicatesReceived())
        .isEqualTo(FLOWS * (BYTES / 4096));
  }
}
