package io.smartt.emulation.cli.p4;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.CommandLineRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code smartt p4 trace}. */
class P4TraceCommandTest {
  @TempDir private Path folder = Path.of("");
  private String json = "";

  @BeforeEach
  void program() throws IOException {
    Path file = folder.resolve("smartt.json");
    try (InputStream in =
        P4TraceCommandTest.class.getResourceAsStream("/io/smartt/p4/programs/smartt.json")) {
      Files.copy(in, file);
    }
    json = file.toString();
  }

  @Test
  void aPacketOnTheCommandLineIsTraced() {
    CommandLineRun run =
        CommandLineRun.of("p4", "trace", json, "--packet", "0x0102 03:04", "--port", "7");

    assertThat(run.err).isEmpty();
    assertThat(run.out).startsWith("packet of 4 bytes into port 7").contains("PacketTooShort");
    assertThat(run.status).isZero();
  }

  @Test
  void jsonIsAllThatIsPrinted() {
    assertThat(CommandLineRun.of("p4", "trace", json, "--packet", "01", "--json").out)
        .startsWith("{")
        .endsWith("}" + System.lineSeparator());
  }

  @Test
  void aFrameOfACaptureIsTraced() throws IOException {
    Path pcap = folder.resolve("x.pcap");
    ByteBuffer bytes = ByteBuffer.allocate(24 + 2 * 16 + 3 + 5);
    bytes.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0);
    bytes.putInt(65535).putInt(1);
    bytes.putLong(0).putInt(3).putInt(3).put(new byte[3]);
    bytes.putLong(0).putInt(5).putInt(5).put(new byte[5]);
    Files.write(pcap, bytes.array());

    assertThat(
            CommandLineRun.of("p4", "trace", json, "--pcap", pcap.toString(), "--frame", "2").out)
        .startsWith("packet of 5 bytes into port 1");
    assertThat(
            CommandLineRun.of("p4", "trace", json, "--pcap", pcap.toString(), "--frame", "3").err)
        .contains("--frame 3: " + pcap + " has 2 packets");
    assertThat(
            CommandLineRun.of("p4", "trace", json, "--pcap", pcap.toString(), "--frame", "0").err)
        .contains("--frame 0: packets have numbers from 1");
    // What follows the packet does not matter.
    byte[] whole = Files.readAllBytes(pcap);
    Files.write(pcap, Arrays.copyOf(whole, whole.length - 1));
    assertThat(
            CommandLineRun.of("p4", "trace", json, "--pcap", pcap.toString(), "--frame", "1")
                .status)
        .isZero();
  }

  @Test
  void entriesThatTheSwitchRefusesAreNamed() throws IOException {
    Path entries = folder.resolve("e.txtpb");
    Files.writeString(entries, "table_entry { table_id: 5 }");
    CommandLineRun run =
        CommandLineRun.of("p4", "trace", json, "--packet", "01", "--entries", entries.toString());

    assertThat(run.err)
        .startsWith("smartt: " + entries + ": the switch refuses 1 of its entries")
        .contains("no table has id 0x00000005");
    assertThat(run.status).isEqualTo(2);
  }

  @Test
  void wrongUseIsOneLine() {
    assertThat(CommandLineRun.of("p4", "trace", json, "--packet", "").err)
        .contains("--packet: it has no bytes");
    assertThat(CommandLineRun.of("p4", "trace", json, "--packet", "123").err)
        .contains("--packet: accepted is an even number of hexadecimal digits");
    assertThat(CommandLineRun.of("p4", "trace", json, "--packet", "12", "--port", "512").err)
        .contains("--port 512: accepted are 0 to 511");
    assertThat(CommandLineRun.of("p4", "trace", json).err).contains("--packet");
    assertThat(CommandLineRun.of("p4").err).contains("name a tool: new, stf, trace, compile");
  }
}
