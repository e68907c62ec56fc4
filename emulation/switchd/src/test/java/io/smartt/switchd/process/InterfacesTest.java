package io.smartt.switchd.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.needs.Namespaces;
import io.smartt.needs.Needs;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.port.ChannelPort;
import io.smartt.softswitch.port.SwitchPort.FrameReceiver;
import io.smartt.switchd.command.SwitchMain;
import io.smartt.switchd.ctl.NamespaceGrpc;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * A switch process in a network namespace of its own, on one end of two veth pairs; the test holds
 * the other ends. Needs root and iproute2.
 */
@Tag("netns")
@Timeout(120)
@Isolated
class InterfacesTest {
  private static final String ID = "smt" + Long.toString(ProcessHandle.current().pid(), 36);

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @TempDir private Path folder;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("test-ports", true),
          PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
  private final List<AutoCloseable> opened = new ArrayList<>();
  private @Nullable Process process;

  /** Before all: what is skipped in a test's own set-up is cleaned up behind all the same. */
  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @BeforeEach
  void makeNamespace() throws IOException, InterruptedException {
    must("ip", "netns", "add", ID);
    for (String port : List.of("a", "b")) {
      String inside = ID + port + "0";
      String outside = ID + port + "1";
      must("ip", "link", "add", outside, "type", "veth", "peer", "name", inside);
      must("ip", "link", "set", inside, "netns", ID);
      for (String[] start : new String[][] {{"ip"}, {"ip", "-n", ID}}) {
        List<String> set = new ArrayList<>(List.of(start));
        set.addAll(List.of("link", "set", start.length == 1 ? outside : inside));
        set.addAll(List.of("addrgenmode", "none", "mtu", "9000", "up"));
        must(set.toArray(String[]::new));
      }
    }
  }

  @AfterEach
  void removeAll() throws Exception {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    for (AutoCloseable resource : opened) {
      resource.close();
    }
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    // By name: the kernel takes its time to end a namespace whose sockets are closing.
    for (String port : List.of("a1", "b1")) {
      run("ip", "link", "del", ID + port);
    }
    run("ip", "netns", "del", ID);
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static void must(String... command) throws IOException, InterruptedException {
    assertThat(run(command)).as(String.join(" ", command)).isZero();
  }

  private Process startSwitch(Path program) throws IOException {
    return startSwitch(program, "--pcap", folder.toString());
  }

  private Process startSwitch(Path program, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            "ip",
            "netns",
            "exec",
            ID,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            SwitchMain.class.getName(),
            "-i",
            "1@" + ID + "a0",
            "-i",
            "2@" + ID + "b0",
            program.toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("--", "--grpc-server-addr", "127.0.0.1:9559"));
    Process started = new ProcessBuilder(command).redirectErrorStream(true).start();
    process = started;
    return started;
  }

  private ChannelPort open(String name) {
    ChannelPort port =
        new ChannelPort(
            PacketChannel.open(name, PacketOptions.SWITCH_PORT),
            loops.next(),
            new KernelClock(),
            List.of());
    opened.add(port);
    return port;
  }

  private static boolean send(ChannelPort port, byte[] frame) {
    boolean taken = port.send(Packet.of(frame));
    port.push();
    return taken;
  }

  /** Keeps what a port receives. */
  private record Kept(BlockingQueue<byte[]> frames) implements FrameReceiver {
    @Override
    public void received(byte[] frame, int offset, int length) {
      frames.add(Arrays.copyOfRange(frame, offset, offset + length));
    }
  }

  @Test
  void framesCrossRealInterfacesAndSigtermEndsIt() throws Exception {
    Process started = startSwitch(TestPrograms.write(TestPrograms.FEATURES, folder));
    StringBuilder said = new StringBuilder();
    BufferedReader out = started.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      said.append(line).append('\n');
      if (line.startsWith("Server listening on 127.0.0.1:9559")) {
        break;
      }
    }
    assertThat(said.toString()).contains("Server listening");
    ChannelPort in = open(ID + "a1");
    ChannelPort exit = open(ID + "b1");
    BlockingQueue<byte[]> left = new LinkedBlockingQueue<>();
    BlockingQueue<byte[]> back = new LinkedBlockingQueue<>();
    exit.start(new Kept(left));
    in.start(new Kept(back));

    for (int length : new int[] {60, 1514, 9014}) {
      byte[] frame = new byte[length];
      frame[0] = (byte) 0xf0;
      frame[length - 1] = 77;
      assertThat(send(in, frame)).isTrue();
      assertThat(left.poll(30, TimeUnit.SECONDS)).as(length + " B").isEqualTo(frame);
    }
    // A VLAN tag that the kernel takes off is seen by the program and leaves again.
    byte[] tagged = new byte[64];
    tagged[0] = (byte) 0xf0;
    tagged[12] = (byte) 0x81;
    tagged[15] = 5;
    assertThat(send(in, tagged)).isTrue();
    assertThat(left.poll(30, TimeUnit.SECONDS)).isEqualTo(tagged);
    for (int i = 0; i < 400; i++) {
      assertThat(send(in, new byte[] {(byte) 0xf0, (byte) i, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}))
          .isTrue();
    }
    for (int i = 0; i < 400; i++) {
      byte[] frame = left.poll(30, TimeUnit.SECONDS);
      assertThat(frame).as("frame %d of a burst", i).isNotNull();
      assertThat(frame[1]).isEqualTo((byte) i);
    }
    assertThat(back).as("nothing was sent there").isEmpty();

    // 'ip netns exec' has become the switch, so its process id is the switch's.
    started.destroy();
    assertThat(started.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(started.exitValue()).as("ended by SIGTERM, as simple_switch is").isEqualTo(143);
    assertThat(Files.size(folder.resolve(ID + "b0_out.pcap"))).isGreaterThan(404 * 16);
  }

  @Test
  void aFrameThatIsNoneIsLostAndCountedAndCostsNoOther() throws Exception {
    Path program = TestPrograms.write(TestPrograms.FEATURES, folder);
    Files.write(program, TestPrograms.cutting());
    Process started = startSwitch(program);
    BufferedReader out = started.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("Server listening")) {
        break;
      }
    }
    ChannelPort in = open(ID + "a1");
    ChannelPort exit = open(ID + "b1");
    BlockingQueue<byte[]> left = new LinkedBlockingQueue<>();
    exit.start(new Kept(left));
    in.start(new Kept(new LinkedBlockingQueue<>()));

    for (int i = 0; i < 20; i++) {
      byte[] cut = new byte[60];
      cut[0] = (byte) 0xf1;
      byte[] whole = new byte[60];
      whole[0] = (byte) 0xf0;
      whole[1] = (byte) i;
      assertThat(send(in, cut)).isTrue();
      assertThat(send(in, whole)).isTrue();
      assertThat(left.poll(30, TimeUnit.SECONDS)).as("packet %d", i).isEqualTo(whole);
    }
    String said = "";
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.contains("could not send frames")) {
        said = line;
        break;
      }
    }
    assertThat(said).contains("port 2 (" + ID + "b0)").contains("below 14 B of Ethernet header");

    started.destroy();
    assertThat(started.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void endlessClonesDisturbNobodyAreCountedAndDoNotKeepItFromEnding() throws Exception {
    must("ip", "-n", ID, "link", "set", "lo", "up");
    Path program = TestPrograms.write(TestPrograms.FEATURES, folder);
    Files.write(program, TestPrograms.stormy());
    Process started = startSwitch(program, new String[0]);
    BufferedReader out = started.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("Server listening")) {
        break;
      }
    }
    ChannelPort in = open(ID + "a1");
    ChannelPort exit = open(ID + "b1");
    BlockingQueue<byte[]> left = new LinkedBlockingQueue<>();
    exit.start(new Kept(left));
    in.start(new Kept(new LinkedBlockingQueue<>()));
    byte[] storm = new byte[60];
    storm[0] = 8;
    byte[] turning = new byte[60];
    turning[0] = 11;

    try (NamespaceGrpc grpc = new NamespaceGrpc(NetworkNamespace.named(ID));
        P4RuntimeClient client =
            P4RuntimeClient.connect(
                grpc.channel(9559), new SwitchId("s1", 0), ElectionId.of(1), TEN_SECONDS)) {
      assertThat(client.write(List.of(cloneSession(4, (byte) 1)))).isEmpty();
      for (int i = 0; i < 20; i++) {
        byte[] other = new byte[60];
        other[0] = (byte) 0xf0;
        other[1] = (byte) i;
        for (byte[] frame : List.of(storm, turning, other)) {
          assertThat(send(in, frame)).isTrue();
          assertThat(left.poll(30, TimeUnit.SECONDS)).as("round %d", i).isEqualTo(frame);
        }
      }
    }
    // Clones may be on their way still, as those that are refused come last.
    String ports = ctlPorts();
    while (!ports.contains("without end: 40")) {
      ports = ctlPorts();
    }
    assertThat(ports).contains(ID + "b0");

    for (int i = 0; i < 200; i++) {
      assertThat(send(in, storm)).isTrue();
    }
    // Process.destroy would close what it said, too.
    assertThat(started.toHandle().destroy()).isTrue();
    assertThat(started.waitFor(10, TimeUnit.SECONDS)).as("SIGTERM ends it").isTrue();
    assertThat(out.lines().filter(line -> line.contains("without end")))
        .as("each said once")
        .hasSize(2);
  }

  private static Update cloneSession(int id, byte port) {
    return Update.newBuilder()
        .setType(Update.Type.INSERT)
        .setEntity(
            Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                    PacketReplicationEngineEntry.newBuilder()
                        .setCloneSessionEntry(
                            CloneSessionEntry.newBuilder()
                                .setSessionId(id)
                                .addReplicas(
                                    Replica.newBuilder()
                                        .setPort(ByteString.copyFrom(new byte[] {port}))))))
        .build();
  }

  private static String ctlPorts() throws IOException, InterruptedException {
    Process ctl =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                ID,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SwitchMain.class.getName(),
                "ctl",
                "ports",
                "--addr",
                "127.0.0.1:9559")
            .redirectErrorStream(true)
            .start();
    String said = new String(ctl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(ctl.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void aPortNumberThatCannotBeIsOneClearError() throws Exception {
    Path program = TestPrograms.write(TestPrograms.FEATURES, folder);
    Process started =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                ID,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SwitchMain.class.getName(),
                "-i",
                "600@" + ID + "a0",
                program.toString())
            .redirectErrorStream(true)
            .start();
    process = started;

    String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(started.waitFor()).isEqualTo(2);
    assertThat(said).isEqualToIgnoringNewLines("smartt: port 600: v1model's ports are 0 to 511\n");
  }

  /**
   * Tables and streams that come and go and garbage at every door, for {@code smartt.soak} seconds.
   */
  @SuppressWarnings("try") // the clients end before their results are read
  @Test
  @Timeout(900)
  void churnAndGarbageDisturbNobody() throws Exception {
    must("ip", "-n", ID, "link", "set", "lo", "up");
    Path program = TestPrograms.write(TestPrograms.FEATURES, folder);
    Files.write(program, TestPrograms.cutting());
    Process started = startSwitch(program, new String[0]);
    BufferedReader out = started.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("Server listening")) {
        break;
      }
    }
    AtomicInteger logLines = new AtomicInteger();
    Thread log =
        Thread.ofPlatform()
            .daemon()
            .start(() -> out.lines().forEach(_ -> logLines.incrementAndGet()));
    ChannelPort in = open(ID + "a1");
    ChannelPort exit = open(ID + "b1");
    BlockingQueue<byte[]> left = new LinkedBlockingQueue<>();
    exit.start(new Kept(left));
    in.start(new Kept(new LinkedBlockingQueue<>()));
    long seconds = Long.getLong("smartt.soak", 4);
    long beginNs = System.nanoTime();
    long firstRssKib = 0;
    long probes = 0;
    Random random = new Random(1);

    try (NamespaceGrpc grpc = new NamespaceGrpc(NetworkNamespace.named(ID));
        ControlChurn churn =
            new ControlChurn(grpc, 9559, folder.resolve("features.p4info.txtpb"))) {
      for (long s = 0; s < seconds * 1_000_000_000; s = System.nanoTime() - beginNs) {
        if (firstRssKib == 0 && s > seconds * 300_000_000) {
          firstRssKib = rssKib(started);
        }
        for (int i = 0; i < 8; i++) {
          byte[] garbage = new byte[14 + random.nextInt(1_486)];
          random.nextBytes(garbage);
          // Some are cut to one byte, the others no entry knows for long.
          garbage[0] = (byte) (i == 0 ? 0xf1 : 0x80 | (garbage[0] & 0x3f));
          assertThat(send(in, garbage)).isTrue();
        }
        byte[] probe = new byte[60];
        probe[0] = (byte) 0xf0;
        probe[1] = (byte) probes;
        probe[2] = (byte) (probes++ >> 8);
        assertThat(send(in, probe)).isTrue();
        assertThat(left.poll(30, TimeUnit.SECONDS)).as("probe %d", probes).isEqualTo(probe);
      }
      churn.close();
      long lastRssKib = rssKib(started);
      System.out.printf(
          "%d s: %d probes, %d batches, %d streams, %d garbage connections; RSS %d and %d KiB; %d"
              + " log lines%n",
          seconds,
          probes,
          churn.batches(),
          churn.streams(),
          churn.connections(),
          firstRssKib,
          lastRssKib,
          logLines.get());
      assertThat(churn.failure()).isEmpty();
      assertThat(churn.batches()).isPositive();
      assertThat(churn.streams()).isPositive();
      assertThat(churn.connections()).isPositive();
      assertThat(lastRssKib).as("KiB").isLessThan(firstRssKib + 96 * 1024);
      assertThat(logLines).hasValueLessThan(100);
    }
    started.destroy();
    assertThat(started.waitFor(5, TimeUnit.SECONDS)).as("SIGTERM ends it").isTrue();
    log.join();
  }

  private static long rssKib(Process process) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Needs(kind = "netns", value = "setpriv")
  void withoutTheRightToRawSocketsThereIsOneClearError() throws Exception {
    Path program = TestPrograms.write(TestPrograms.FEATURES, folder);
    Process started =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                ID,
                "setpriv",
                "--bounding-set=-all",
                "--inh-caps=-all",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SwitchMain.class.getName(),
                "-i",
                "1@" + ID + "a0",
                program.toString())
            .redirectErrorStream(true)
            .start();
    process = started;

    String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(started.waitFor()).isEqualTo(1);
    assertThat(said)
        .isEqualToIgnoringNewLines(
            "smartt: port 1: interface '"
                + ID
                + "a0' cannot be opened: raw packets need root or the capability CAP_NET_RAW\n");
  }
}
