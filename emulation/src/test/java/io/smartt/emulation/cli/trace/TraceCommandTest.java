package io.smartt.emulation.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.PcapWriter;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.emulation.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceCommandTest {
  @TempDir private Path folder;
  private Path first;
  private Path second;

  @BeforeEach
  void write() {
    first = folder.resolve("h1.pcap");
    second = folder.resolve("h2_out.pcap");
    packets(first, 1_000_000_001L, 1_000_002_999L);
    packets(second, 1_000_001_500L);
  }

  private static void packets(Path file, long... timesNs) {
    try (PcapWriter writer = PcapWriter.create(file)) {
      for (long timeNs : timesNs) {
        writer.write(timeNs, new byte[60], 0, 60, 90);
      }
    }
  }

  private static List<RecordedPacket> read(Path file) {
    List<RecordedPacket> packets = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        packets.add(next.get());
      }
    }
    return packets;
  }

  @Test
  void mergedCapturesAreInOrderOfTimeWithAnInterfaceEach() {
    Path out = folder.resolve("all.pcapng");

    CommandLineRun run =
        CommandLineRun.of("trace", "merge", first.toString(), second.toString(), "-o", "" + out);

    assertThat(run.status).as(run.err).isZero();
    assertThat(read(out))
        .extracting(RecordedPacket::timeNs)
        .containsExactly(1_000_000_001L, 1_000_001_500L, 1_000_002_999L);
    assertThat(read(out)).extracting(RecordedPacket::interfaceId).containsExactly(0, 1, 0);
    assertThat(read(out)).allMatch(packet -> packet.originalBytes() == 90);
    assertThat(read(out).get(1).direction()).isPresent();
    assertThat(run.err).contains("3 packets");
  }

  @Test
  void convertingKeepsPacketsAndCutsStamps() {
    Path next = folder.resolve("x.pcapng");
    Path back = folder.resolve("x.pcap");

    assertThat(CommandLineRun.of("trace", "convert", "" + first, "" + next).status).isZero();
    assertThat(CommandLineRun.of("trace", "convert", "" + next, "" + back, "--stamps", "us").status)
        .isZero();

    assertThat(read(next))
        .extracting(RecordedPacket::timeNs)
        .containsExactly(1_000_000_001L, 1_000_002_999L);
    assertThat(read(back))
        .extracting(RecordedPacket::timeNs)
        .containsExactly(1_000_000_000L, 1_000_002_000L);
    assertThat(read(back)).allMatch(packet -> packet.bytes().length == 60);
  }

  @Test
  void microsecondsInPcapngAreMarkedAsSuch() {
    Path next = folder.resolve("x.pcapng");

    assertThat(
            CommandLineRun.of("trace", "convert", "" + first, "" + next, "--stamps", "us").status)
        .isZero();

    assertThat(read(next))
        .extracting(RecordedPacket::timeNs)
        .containsExactly(1_000_000_000L, 1_000_002_000L);
  }

  @Test
  void aBrokenInputLeavesNoOutputBehind() throws IOException {
    Path out = folder.resolve("x.pcapng");
    Files.write(first, Arrays.copyOf(Files.readAllBytes(first), 150));

    CommandLineRun run = CommandLineRun.of("trace", "convert", "" + first, "" + out);

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err.lines()).hasSize(1);
    assertThat(run.err).contains("h1.pcap: ends in the middle of a packet");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("h1.pcap", "h2_out.pcap");
  }

  @Test
  void whatAKilledCapturerWroteIsReadUpToTheCutPacketWithAWarning() throws IOException {
    byte[] whole = Files.readAllBytes(first);
    Path pcapng = folder.resolve("x.pcapng");
    assertThat(CommandLineRun.of("trace", "convert", "" + first, "" + pcapng).status).isZero();
    byte[] blocks = Files.readAllBytes(pcapng);
    for (int missing = 1; missing < 60; missing += 20) {
      Files.write(first, Arrays.copyOf(whole, whole.length - missing));
      Files.write(pcapng, Arrays.copyOf(blocks, blocks.length - missing));
      for (Path cut : List.of(first, pcapng)) {
        CommandLineRun run = CommandLineRun.of("trace", "summary", "--json", "" + cut);

        assertThat(run.status).as(run.err).isZero();
        assertThat(run.out).contains("\"packets\" : 1,");
        assertThat(run.err.strip())
            .isEqualTo(
                "smartt: warning: "
                    + cut
                    + ": ends in the middle of a packet; only those before it are read");
      }
    }
  }

  @Test
  void everyTableHasItsJsonAndCsv() {
    assertThat(CommandLineRun.of("trace", "summary", "" + first, "--json").out)
        .startsWith("{")
        .contains("\"packets\" : 2", "\"fctUs\" : null");
    assertThat(CommandLineRun.of("trace", "flows", "" + first, "--csv").out)
        .startsWith("flow,src,dst,size_bytes,start_us,finish_us,fct_us,packets_sent");
    assertThat(CommandLineRun.of("trace", "queues", "" + second, "--csv").out)
        .contains("h2,0,0,1,90,");
  }

  @Test
  void whatCannotBeIsOneError() {
    assertError("none.pcap: no such capture file", "trace", "summary", "none.pcap");
    assertError("is the input", "trace", "convert", "" + first, "" + first);
    assertError("which format", "trace", "convert", "" + first, "" + folder.resolve("x.bin"));
    assertError("no experiment.yaml next to it", "trace", "rerun", "" + first);
    assertError("has no flow of Ultra Ethernet", "trace", "workload", "" + first);
    assertError("name a command: summary, flows", "trace");
  }

  private static void assertError(String message, String... arguments) {
    CommandLineRun run = CommandLineRun.of(arguments);
    assertThat(run.status).isEqualTo(2);
    assertThat(run.err).contains(message);
    assertThat(run.out).isEmpty();
  }
}
