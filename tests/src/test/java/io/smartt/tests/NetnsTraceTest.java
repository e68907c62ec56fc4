package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests of captures of real frames, used in virtual time. */
@Tag("netns")
@Timeout(300)
@Isolated
class NetnsTraceTest {
  private static final int FLOWS = 6;

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  private JsonNode trace(String... arguments) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Smartt.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    assertThat(status).as(err.toString()).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  /** Flows of 64, 128, ... KiB into one host, so that each ends at a time of its own. */
  private Path matrix() throws IOException {
    StringBuilder matrix = new StringBuilder("Nodes 16\nConnections " + FLOWS + "\n");
    for (int i = 1; i <= FLOWS; i++) {
      matrix.append("%d->0 id %d start 0 size %d%n".formatted(2 * i, i, i * 65_536));
    }
    return Files.writeString(folder.resolve("incast.cm"), matrix);
  }

  @Test
  @Experiment
  void aCaptureReplaysInOrderAndRerunsToTheRecordedWindows() throws IOException {
    Path run = folder.resolve("run");
    SmarttRun captured = Netns.optimisedRun(run, "--workload", matrix().toString(), "--capture");
    assertThat(captured.status()).as(captured.out()).isZero();
    String file = run.resolve("trace.pcapng").toString();

    JsonNode replay = trace("trace", "replay", file, "--json");

    assertThat(replay.get("recordedOrder")).hasSize(FLOWS);
    assertThat(replay.get("replayedOrder")).isEqualTo(replay.get("recordedOrder"));

    for (JsonNode port : trace("trace", "queues", file, "--json")) {
      // A host forwards nothing, and what a switch forwards leaves after it came.
      if (port.get("interface").textValue().startsWith("h")) {
        assertThat(port.get("stays").longValue()).as("%s", port).isZero();
      } else if (port.get("stays").longValue() > 0) {
        assertThat(port.get("stay_min_us").doubleValue()).as("%s", port).isPositive();
      }
    }

    JsonNode rerun =
        trace("trace", "rerun", file, "--json", "--out", folder.resolve("windows").toString());

    assertThat(rerun).hasSize(FLOWS);
    for (JsonNode flow : rerun) {
      assertThat(flow.get("answers").intValue()).isGreaterThanOrEqualTo(16);
      assertThat(flow.get("recorded").intValue()).isPositive();
      // Bins have their times from the sender's clock, the rerun its own from the capture: on a
      // busy
      // machine trims of one burst are up to two packets of window apart (seen in CI).
      assertThat(flow.get("farthestMtus").doubleValue()).isLessThanOrEqualTo(4);
    }
  }

  /**
   * Flows of a permutation complete nearly together: those that did so within two packets of each
   * other may change places. Wants a machine with nothing else to do.
   */
  @Test
  @Experiment
  void aPermutationReplaysInOrderButForTies() throws IOException {
    Path run = folder.resolve("run");
    SmarttRun captured =
        Netns.optimisedRun(
            run, "--set", "dilation=32000", "--workload", "permutation:1MiB", "--capture");
    assertThat(captured.status()).as(captured.out()).isZero();

    JsonNode replay = trace("trace", "replay", run.resolve("trace.pcapng").toString(), "--json");

    assertThat(replay.get("recordedOrder")).hasSize(16);
    assertThat(replay.get("replayedOrder")).hasSize(16);
    double packetUs = replay.get("fullPacketUs").doubleValue();
    assertThat(packetUs).isPositive();
    for (JsonNode swap : replay.get("swaps")) {
      assertThat(swap.get("recordedApartUs").doubleValue())
          .as("%s", swap)
          .isLessThanOrEqualTo(2 * packetUs);
    }
  }
}
