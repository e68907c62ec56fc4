package io.smartt.emulation.softswitch.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.emulation.cli.switches.SwitchMain;
import io.smartt.emulation.softswitch.TestPrograms;
import io.smartt.emulation.softswitch.port.ChannelPort;
import io.smartt.emulation.softswitch.port.FrameReceiver;
import io.smartt.host.packetio.IdleStrategy;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.p4.pipeline.Packet;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A switch process in a network namespace of its own, on one end of two veth pairs; the test holds
 * the other ends. Needs root and iproute2.
 */
@Tag("netns")
@Timeout(120)
class InterfacesTest {
  private static final String ID = "smt" + Long.toString(ProcessHandle.current().pid(), 36);

  @TempDir private Path folder;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("test-ports", true),
          PacketIoHandler.factory(IdleStrategy.BLOCK));
  private final List<AutoCloseable> opened = new ArrayList<>();
  private @Nullable Process process;

  @BeforeEach
  void makeNamespace() throws IOException, InterruptedException {
    String reason = "";
    if (!Files.isExecutable(Path.of("/usr/sbin/ip")) && !Files.isExecutable(Path.of("/sbin/ip"))) {
      reason = "iproute2 is not installed";
    } else if (run("ip", "netns", "add", ID) != 0) {
      reason = "network namespaces cannot be made (root is needed)";
    }
    if (!reason.isEmpty()) {
      assertThat(Arrays.asList(System.getenv().getOrDefault("SMARTT_REQUIRE", "").split(",", -1)))
          .as(reason + ", but SMARTT_REQUIRE demands netns")
          .doesNotContain("netns");
    }
    Assumptions.assumeTrue(reason.isEmpty(), reason);
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
    // Its veths, and with them their other ends, go with it.
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
    Process started =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                ID,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SwitchMain.class.getName(),
                "-i",
                "1@" + ID + "a0",
                "-i",
                "2@" + ID + "b0",
                "--pcap",
                folder.toString(),
                program.toString(),
                "--",
                "--grpc-server-addr",
                "127.0.0.1:9559")
            .redirectErrorStream(true)
            .start();
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
