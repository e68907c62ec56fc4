package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.tests.Steps.Step;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt link} against an incast that another process runs in network namespaces. */
@Tag("netns")
@Timeout(300)
@Experiment
@Isolated
class NetnsLinkTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void require() {
    Namespaces.require();
  }

  private SmarttRun link(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "link";
    all[1] = run().toString();
    System.arraycopy(words, 0, all, 2, words.length);
    return SmarttRun.command(all);
  }

  private Path run() {
    return folder.resolve("run");
  }

  @Test
  void theIncastStopsWhileItsLinkIsDownAndGoesOnWhenItIsUp()
      throws IOException, InterruptedException {
    Process process =
        Netns.start(
            "run",
            "--profile",
            "netns",
            "--set",
            "netns.warm-up-s=0",
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "incast:3x4MiB",
            "--out",
            run().toString());
    Netns.Ended ended = Steps.ended(process, new Step(Steps.UNDER_WAY, this::changeLinks));

    assertThat(ended.status()).as(ended.out()).isZero();
    SmarttRun run = new SmarttRun(0, ended.out(), "", run());
    assertThat(run.number("bytesVerified")).isEqualTo(12 * MIB);
    JsonNode dropped = run.summary().required("packets").required("dropped");
    assertThat(dropped.required("linkDown").longValue()).isPositive();
    assertThat(run.file("events.csv"))
        .containsSubsequence(
            "link-down,\"link h1-leaf1 is down, by 'smartt link'\"",
            "link-up,\"link h1-leaf1 is up, by 'smartt link'\"",
            "link-changed,\"link leaf1-spine1 has a rate of 25Gbps, by 'smartt link'\"",
            "link-changed,\"link leaf1-spine1 has a latency of 2us, by 'smartt link'\"");
    assertThat(run.file("report.html")).contains("is down, by 'smartt link'");
    SmarttRun late = link("h1-leaf1", "down");
    assertThat(late.status()).isEqualTo(2);
    assertThat(late.err()).contains("has ended (completed)");
  }

  private void changeLinks() {
    SmarttRun wrong = link("leaf1-spine3", "down");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("'leaf1-spine3' is no link of leafspine,2,2,2");
    SmarttRun down = link("h1-leaf1", "down");
    assertThat(down.status()).as(down.err()).isZero();
    assertThat(down.out()).startsWith("link h1-leaf1 is down, ");
    SmarttRun up = link("leaf1-h1", "up");
    assertThat(up.status()).as(up.err()).isZero();
    SmarttRun slow = link("leaf1-spine1", "rate=25Gbps", "delay=2us");
    assertThat(slow.status()).as(slow.err()).isZero();
  }
}
