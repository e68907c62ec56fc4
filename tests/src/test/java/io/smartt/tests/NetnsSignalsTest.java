package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Namespaces;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Signals of own P4 programs in real frames, in namespaces. */
@Tag("netns")
@Timeout(120)
@Isolated
class NetnsSignalsTest {
  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @Test
  void anIdlePathSaysWhatItSaysInVirtualTime() {
    SignalsTest.idlePath(
        SignalsTest.run(
            folder.resolve("idle"),
            SignalsTest.program("hops.json"),
            "--profile",
            "netns",
            "--workload",
            "incast:1x4KiB",
            "--capture"));
  }

  /** The algorithm and the layout of its signals reach agents as they reach virtual hosts. */
  @Test
  void anAlgorithmReadsThemInAProcessOfItsOwn() {
    SmarttRun run =
        SignalsTest.run(
            folder.resolve("own"),
            SignalsTest.example("depth.json"),
            "--profile",
            "netns",
            "--set",
            "netns.agents=apart",
            "--scheme",
            SignalsTest.example("DepthControl.java"),
            "--workload",
            "incast:8x64KiB");
    assertThat(run.column("flows.csv", "verified_bytes")).hasSize(8).containsOnly("65536");
  }
}
