package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A captured run as an independent reader sees it. Needs tshark. */
class CaptureTest {
  @TempDir private Path folder;

  @Test
  @Tag("pcap")
  void tsharkReadsTheTraceWithItsInterfacesDirectionsAndComments()
      throws IOException, InterruptedException {
    ExternalTool tshark = ExternalTool.named("tshark", "pcap");
    SmarttRun run =
        SmarttRun.of(folder.resolve("run"), "--workload", "incast:15x256KiB", "--capture");
    assertThat(run.status()).as(run.err()).isZero();
    Path trace = run.folder().resolve("trace.pcapng");

    List<String> comments = fields(tshark, trace, "frame.comment", "frame.comment");
    List<String> names = fields(tshark, trace, "frame.interface_name", "udp.dstport == 4793");
    List<String> arrivals =
        fields(
            tshark,
            trace,
            "frame.interface_name",
            "udp.dstport == 4793 && frame.packet_flags_direction == 1");
    List<String> stamps = fields(tshark, trace, "frame.time_epoch", "frame.number <= 3");

    assertThat(comments.stream().filter(text -> text.startsWith("trimmed at ")).count())
        .isEqualTo(run.number("trims"));
    assertThat(comments.stream().filter(text -> text.startsWith("ECN CE at ")).count())
        .isEqualTo(run.number("marks"));
    // Every packet is seen as it leaves and as it arrives: at least at both NICs and one switch.
    assertThat(names.stream().distinct()).contains("h1-eth0", "leaf1-eth1", "spine1-eth1");
    assertThat(names.size() - 2 * arrivals.size())
        .as("packets under way when the last flow was done: closes, at most one a flow")
        .isBetween(0, 15);
    assertThat(stamps).allMatch(text -> text.matches("\\d+\\.\\d{9}"));
  }

  /** What a link loses was sent, and senders count it. Needs no tshark. */
  @ParameterizedTest
  @CsvSource({
    "link.loss=1, smartt",
    "link.loss=1, eqds",
    "link.failures=h2@20us..60us, smartt",
    "transport.delivery=rod-reordered, smartt",
    "transport.delivery=rod, mprdma"
  })
  void packetsTellWhatSendersCountedWhereLinksLoseThem(String setting, String scheme) {
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("run"),
            "--topology=leafspine,2,2,2",
            "--workload=incast:3x256KiB",
            "--scheme=" + scheme,
            "--set=" + setting,
            "--capture");
    assertThat(run.status()).as(run.err()).isZero();
    SmarttRun flows =
        SmarttRun.command(
            "trace", "flows", run.folder().resolve("trace.pcapng").toString(), "--csv");
    List<String> columns = new ArrayList<>(List.of("src", "packets_sent", "retransmissions"));
    columns.addAll(
        setting.startsWith("link.loss") ? List.of("timeouts", "trims", "marks") : List.of("marks"));

    assertThat(rows(flows.out(), columns))
        .containsExactlyInAnyOrderElementsOf(rows(run.file("flows.csv"), columns));
  }

  private static List<List<String>> rows(String csv, List<String> columns) {
    List<List<String>> rows =
        csv.strip().lines().map(line -> Arrays.asList(line.split(",", -1))).toList();
    return rows.stream()
        .skip(1)
        .map(row -> columns.stream().map(name -> row.get(rows.getFirst().indexOf(name))).toList())
        .toList();
  }

  /** A part of a capture has what the whole one has of it. Needs no tshark. */
  @Test
  void limitsLeaveWhatTheySay() {
    String[] experiment = {"--topology", "leafspine,2,2,2", "--workload", "incast:3x128KiB"};
    SmarttRun whole = SmarttRun.of(folder.resolve("whole"), with(experiment, "--capture"));
    SmarttRun part =
        SmarttRun.of(
            folder.resolve("part"),
            with(
                experiment,
                "--capture",
                "--set",
                "capture.ports=leaf1-eth1, h2",
                "--set",
                "capture.filter=data and marked",
                "--set",
                "capture.window=20us..40us",
                "--set",
                "capture.snap=60"));
    assertThat(part.status()).as(part.err()).isZero();
    List<String> expected = packets(whole.folder(), 20_000, 40_000);
    List<String> found = packets(part.folder(), 0, Long.MAX_VALUE);
    assertThat(found).isNotEmpty().isEqualTo(expected);
    try (CaptureReader reader = CaptureReader.open(part.folder().resolve("trace.pcapng"))) {
      assertThat(reader.next().orElseThrow().bytes()).hasSize(60);
    }
    assertThat(part.file("flows.csv")).isEqualTo(whole.file("flows.csv"));

    SmarttRun wrong =
        SmarttRun.of(
            folder.resolve("wrong"),
            with(experiment, "--capture", "--set", "capture.ports=leaf1-eth9"));
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("capture.ports: 'leaf1-eth9' is no port and no node");
    SmarttRun none =
        SmarttRun.of(folder.resolve("none"), with(experiment, "--set", "capture.snap=60"));
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err())
        .contains("capture.snap limits a capture, and there is none: add --capture");
    assertThat(folder.resolve("wrong")).doesNotExist();
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /** What the limits above leave of a capture; times are since its first packet. */
  private static List<String> packets(Path run, long fromNs, long untilNs) {
    List<String> packets = new ArrayList<>();
    FrameView view = new FrameView();
    try (CaptureReader reader = CaptureReader.open(run.resolve("trace.pcapng"))) {
      long startNs = -1;
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        RecordedPacket packet = next.get();
        String port = reader.interfaces().get(packet.interfaceId()).name();
        long sinceNs = packet.timeNs();
        startNs = startNs < 0 ? sinceNs : startNs;
        if (view.read(packet) == FrameKind.DATA
            && view.isCongestionExperienced()
            && sinceNs - startNs >= fromNs
            && sinceNs - startNs < untilNs
            && List.of("leaf1-eth1", "h2-eth0").contains(port)) {
          packets.add(port + " " + packet.packetId() + " " + packet.comment());
        }
      }
    }
    return packets;
  }

  private static List<String> fields(ExternalTool tshark, Path trace, String field, String filter)
      throws IOException, InterruptedException {
    return tshark
        .output("-r", trace.toString(), "-Y", filter, "-T", "fields", "-e", field)
        .lines()
        .toList();
  }
}
