package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.needs.Needs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs on real packets are hurt from outside, and their results name what was done. */
@Tag("netns")
@Needs(
    kind = "netns",
    value = {"mount", "umount"})
@Experiment
@Isolated
class NetnsDrillsTest {
  private static final int DRILLS = Integer.getInteger("smartt.drills", 3);

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @Test
  @Timeout(3600)
  void theResultNamesWhatWasDone() throws IOException, InterruptedException {
    assertThat(Drill.breaches(new DrillGround.OfNetns(), DRILLS, folder)).isEmpty();
  }
}
