package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong on the netns fabric while traffic runs: every message arrives all the same. */
@Tag("netns")
@Timeout(300)
class NetnsFaultsTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Netns.require();
  }

  private SmarttRun run(String workload, String setting) {
    return Netns.run(
        folder.resolve("run"), "--profile", "netns", "--set", setting, "--workload", workload);
  }

  @Test
  void onePercentOfLossEverywhereCostsTimeAndNoByte() {
    SmarttRun run = run("permutation:1MiB", "link.loss=1");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(16 * MIB);
    // 4,096 data packets over four links each, or two in a rack.
    assertThat(run.number("retransmissions")).isGreaterThan(50);
  }

  @Test
  void aLinkThatIsDownForASecondIsGoneAround() {
    // 12.5 us to 262.5 us are 50 ms to 1.05 s at dilation 4,000.
    SmarttRun run = run("permutation:4MiB", "link.failures=leaf1-spine2@12.5us..262.5us");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(64 * MIB);
    assertThat(run.number("drops")).isPositive();
    assertThat(run.number("retransmissions")).isPositive();
  }
}
