package io.smartt.bench;

import module java.base;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.p4.config.v1.P4Info;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/**
 * 100,000 routes written by a P4Runtime controller over loopback TCP, while the switch forwards
 * packets in another thread.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class RouteInstallBenchmark {
  private static final int ROUTES = 100_000;
  private static final long DEVICE = 1;
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  /** Routes in a write request. */
  @Param({"100", "1000"})
  public int batch;

  private final List<List<P4Entity>> batches = new ArrayList<>();
  private final EmbeddedSwitch device =
      new EmbeddedSwitch("s", 64, List.of(QueueConfig.packets(64)), _ -> {});
  private final P4Info info =
      P4InfoReader.parse(
          OnePortSwitch.resource("/programs/router.p4info.txtpb"), "router.p4info.txtpb");
  private final P4InfoIndex index = P4InfoIndex.of(info);
  private final Server server;
  private final ManagedChannel channel;
  private final P4RuntimeClient client;
  private final ProgrammedSwitch programmed;
  private volatile boolean writing;

  /** Serves the switch on loopback. */
  public RouteInstallBenchmark() {
    P4RuntimeService service =
        new P4RuntimeService(
            List.of(new EmbeddedDevice(DEVICE, device, new SplittableRandom(1)::split)),
            Bmv2Program::load,
            P4RuntimeService.P4RuntimeSettings.lenient());
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = NettyServerBuilder.forAddress(loopback).addService(service).build();
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()))
            .usePlaintext()
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .build();
    client =
        P4RuntimeClient.connect(
            channel, new SwitchId("s", DEVICE), ElectionId.of(1), Duration.ofMinutes(5));
    programmed = new ProgrammedSwitch(client, index);
  }

  /** Empties the switch and draws the routes anew. */
  @Setup(Level.Iteration)
  public void draw() {
    client.setPipelineConfig(
        ForwardingPipelineConfig.newBuilder()
            .setP4Info(info)
            .setP4DeviceConfig(ByteString.copyFrom(OnePortSwitch.resource("/programs/router.json")))
            .build());
    batches.clear();
    Random random = new Random(6);
    TreeSet<Long> drawn = new TreeSet<>();
    while (drawn.size() < ROUTES) {
      int length = 8 + random.nextInt(25);
      long prefix = Integer.toUnsignedLong(random.nextInt() & (int) (-1L << (32 - length)));
      if (drawn.add(prefix << 6 | length)) {
        if ((drawn.size() - 1) % batch == 0) {
          batches.add(new ArrayList<>());
        }
        batches.getLast().add(route(prefix, length));
      }
    }
    writing = true;
  }

  private P4Entity route(long prefix, int length) {
    return EntryBuilder.of(index, "ingress.routes")
        .lpm("hdr.ipv4.dst_addr", FieldValue.of(prefix), length)
        .action(
            "ingress.to_next_hop",
            Map.of(
                "port", FieldValue.of(1),
                "dst_mac", FieldValue.of(0x020000000001L),
                "src_mac", FieldValue.of(0x020000000100L)))
        .entry();
  }

  /** Installs all routes. */
  @Benchmark
  @Group("install")
  @GroupThreads(1)
  public int write() {
    try {
      batches.forEach(routes -> programmed.write(Update.Type.INSERT, routes));
    } finally {
      writing = false;
    }
    return batches.size();
  }

  /** Packets for as long as routes are being written. */
  @Benchmark
  @Group("install")
  @GroupThreads(1)
  public long forward() {
    Random random = new Random(7);
    Packet out = new Packet(2048);
    long sent = 0;
    for (long nowPs = 0; writing; nowPs += 100_000) {
      device.receive(0, BenchPackets.udp(0x0a000001, random.nextInt(), 0, 1000, 53), nowPs);
      sent += device.transmit(1, nowPs, out) ? 1 : 0;
    }
    return sent;
  }

  /** Ends the session and the server. */
  @TearDown(Level.Trial)
  public void stop() {
    client.close();
    channel.shutdownNow();
    server.shutdownNow();
  }
}
