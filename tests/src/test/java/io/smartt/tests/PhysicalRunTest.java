package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt run} on a testbed of switches and servers that run already. */
@Tag("netns")
@Timeout(300)
class PhysicalRunTest {
  private static final long KIB = 1024;

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Netns.require();
  }

  @Test
  void theSameExperimentRunsOnATestbedAfterApply() {
    try (Lab lab = new Lab(folder, "leafspine,2,1,2")) {
      lab.startSwitches();
      lab.startAgents();
      String profile = lab.profile("workload: incast:3x64KiB\n").toString();

      SmarttRun unapplied = lab.run("unapplied", "--profile", profile);
      assertThat(unapplied.status()).isEqualTo(1);
      assertThat(unapplied.out())
          .contains("leaf1 (does not run the program)")
          .contains("run 'smartt apply --profile " + profile + "' first, or say --apply");

      Netns.Ended applied = lab.smartt("apply", "--profile", profile);
      assertThat(applied.status()).as(applied.out()).isZero();
      Netns.Ended checked = lab.smartt("preflight", "--profile", profile, "--reach");
      assertThat(checked.out()).contains("h4    reach       ok");

      SmarttRun incast = lab.run("incast", "--profile", profile);
      assertThat(incast.status()).as(incast.out()).isZero();
      assertThat(incast.summary().get("fabric").textValue()).isEqualTo("physical");
      assertThat(incast.number("bytesVerified")).isEqualTo(3 * 64 * KIB);
      assertThat(incast.number("marks")).isPositive();

      SmarttRun ring =
          lab.run("ring", "--profile", profile, "--workload", "permutation:64KiB", "--capture");
      assertThat(ring.status()).as(ring.out()).isZero();
      assertThat(ring.number("bytesVerified")).isEqualTo(4 * 64 * KIB);
      assertThat(folder.resolve("ring/trace.pcapng")).isNotEmptyFile();
      SmarttRun virtual =
          SmarttRun.of(folder.resolve("virtual"), "--profile", profile, "--set", "fabric=virtual");
      assertThat(incast.summary().fieldNames())
          .toIterable()
          .containsExactlyElementsOf(virtual.summary()::fieldNames);
      for (String csv : new String[] {"flows.csv", "switches.csv", "samples.csv"}) {
        assertThat(incast.file(csv).lines().findFirst())
            .as(csv)
            .isEqualTo(virtual.file(csv).lines().findFirst());
      }
    }
  }
}
