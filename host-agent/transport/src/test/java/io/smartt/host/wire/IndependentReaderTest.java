package io.smartt.host.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An exchange of the transport as tshark reads it: data, ACK, NACK, close. Any tshark checks the
 * outer headers and both checksums; one that dissects UET, as newer ones do, is asked for the UET
 * fields too.
 */
@Tag("pcap")
class IndependentReaderTest {
  private static final int ALICE = 0x0a000001;
  private static final int BOB = 0x0a000002;

  @TempDir private Path folder;
  private Path tshark = Path.of("tshark");
  private Path trace = Path.of("trace.pcap");
  private List<byte[]> frames = List.of();

  @BeforeEach
  void capture() throws IOException {
    tshark = Machine.program("pcap", "tshark");
    frames = exchange();
    trace = Files.write(folder.resolve("trace.pcap"), pcap(frames));
  }

  /** Two packets, the first of which arrives, the second trimmed; the answers; the close. */
  private static List<byte[]> exchange() {
    TransportEndpoint alice = endpoint(ALICE);
    TransportEndpoint bob = endpoint(BOB);
    List<byte[]> frames = new ArrayList<>();
    int connection =
        alice.open(0, new Destination(BOB, BOB), new PathParameters(10_000_000, 1_000_000_000L));
    alice.send(0, connection, 1500, (offset, into, at, length) -> into[at] = 7);
    pass(alice, bob, frames);
    byte[] second = take(alice);
    frames.add(second);
    byte[] trimmed = Arrays.copyOf(second, 64);
    bob.receive(0, trimmed, 0, trimmed.length, trimmed.length);
    pass(bob, alice, frames);
    pass(bob, alice, frames);
    pass(alice, bob, frames);
    pass(bob, alice, frames);
    alice.close(0, connection);
    pass(alice, bob, frames);
    pass(bob, alice, frames);
    assertThat(frames).hasSize(8);
    return frames;
  }

  private static void pass(TransportEndpoint from, TransportEndpoint to, List<byte[]> frames) {
    byte[] frame = take(from);
    frames.add(frame);
    to.receive(0, frame, 0, frame.length, frame.length);
  }

  private static byte[] take(TransportEndpoint from) {
    OutgoingFrame out = new OutgoingFrame();
    assertThat(from.nextFrame(0, out)).isTrue();
    byte[] frame = new byte[out.wireLength()];
    out.copyWhole(frame, 0);
    return frame;
  }

  private static TransportEndpoint endpoint(int ipv4) {
    TransportSettings settings = TransportSettings.DEFAULT.withMaxPayloadBytes(1000);
    return new TransportEndpoint(
        new Destination(ipv4, ipv4),
        RecordSettings.with(settings, "udp-checksum", "true"),
        new Smartt(Smartt.Settings.PAPER),
        (bdpPackets, baseRttPs, random) -> new PerFlowEcmp(random),
        new TransportListener() {},
        new SplittableRandom(ipv4));
  }

  /** The classic format: a 24-byte header, 16 bytes before each frame. */
  private static byte[] pcap(List<byte[]> frames) {
    ByteBuffer file = ByteBuffer.allocate(1 << 16);
    file.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4);
    file.putInt(0).putInt(0).putInt(1 << 16).putInt(1);
    for (byte[] frame : frames) {
      file.putInt(0).putInt(0).putInt(frame.length).putInt(frame.length).put(frame);
    }
    return Arrays.copyOf(file.array(), file.position());
  }

  private List<String> run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(tshark.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output.lines().toList();
  }

  private List<String> field(String name) throws IOException, InterruptedException {
    return run(
        "-r",
        trace.toString(),
        "-o",
        "ip.check_checksum:TRUE",
        "-o",
        "udp.check_checksum:TRUE",
        "-T",
        "fields",
        "-e",
        name);
  }

  @Test
  void outerHeadersAndChecksumsAreRight() throws Exception {
    assertThat(field("ip.checksum.status")).containsOnly("1").hasSize(8);
    assertThat(field("udp.checksum.status")).containsOnly("1").hasSize(8);
    assertThat(field("udp.dstport")).containsOnly("4793");
    assertThat(field("ip.src"))
        .containsExactly(
            "10.0.0.1",
            "10.0.0.1",
            "10.0.0.2",
            "10.0.0.2",
            "10.0.0.1",
            "10.0.0.2",
            "10.0.0.1",
            "10.0.0.2");
    assertThat(field("ip.dsfield.dscp"))
        .containsExactly("10", "10", "46", "46", "10", "46", "46", "46");
    assertThat(field("ip.dsfield.ecn")).containsExactly("2", "2", "0", "0", "2", "0", "0", "0");
    assertThat(field("udp.length"))
        .containsExactly("1040", "540", "40", "24", "540", "40", "24", "40");
  }

  @Test
  void uetFieldsAreRightForAReaderThatKnowsThem() throws Exception {
    boolean dissects = run("-G", "fields").stream().anyMatch(line -> line.contains("uet.pds.psn"));
    assumeThat(dissects).as("this tshark does not dissect UET, newer ones do").isTrue();
    String first = Integer.toUnsignedString(PdsRequest.psn(frames.get(0), Uet.PDS_AT));
    String second = Integer.toUnsignedString(PdsRequest.psn(frames.get(1), Uet.PDS_AT));
    String close = Integer.toUnsignedString(PdsControl.psn(frames.get(6), Uet.PDS_AT));
    assertThat(field("uet.pds.psn")).containsExactly(first, second, "", "", second, "", close, "");
    assertThat(field("uet.pds.cack_psn")).containsExactly("", "", first, "", "", second, "", close);
    assertThat(field("uet.pds.nack.psn")).containsExactly("", "", "", second, "", "", "", "");
    assertThat(field("uet.pds.nack.code")).containsExactly("", "", "", "1", "", "", "", "");
  }
}
