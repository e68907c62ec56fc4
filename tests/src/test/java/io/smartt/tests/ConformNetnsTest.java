package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt conform --profile netns}: the rules hold for real frames as the page says. */
@Tag("netns")
@Experiment
@Timeout(300)
@Isolated
class ConformNetnsTest {
  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  /** Switches that leave lengths as they were, and cut less than virtual captures can show. */
  @Test
  void realFramesAreTrimmedAsThePageSays() {
    Path out = folder.resolve("c");
    Process process =
        Netns.start(
            "conform",
            "--profile",
            "netns",
            "--set",
            "trimming=asic",
            "--set",
            "packet.trim=256",
            "--out",
            out.toString());
    Netns.Ended ended = Netns.wait(process);
    Conformances.assertAsSaid("netns, asic", out, ended.status(), ended.out());
    assertThat(Netns.leftBy(process.pid())).as("left behind").isEmpty();
  }
}
