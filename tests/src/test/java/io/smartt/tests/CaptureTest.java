package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A captured run as an independent reader sees it. Needs tshark. */
@Tag("pcap")
class CaptureTest {
  @TempDir private Path folder;

  @Test
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

  private static List<String> fields(ExternalTool tshark, Path trace, String field, String filter)
      throws IOException, InterruptedException {
    return tshark
        .output("-r", trace.toString(), "-Y", filter, "-T", "fields", "-e", field)
        .lines()
        .toList();
  }
}
