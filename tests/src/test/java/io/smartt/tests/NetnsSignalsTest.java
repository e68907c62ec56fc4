package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
            Stream.concat(Stream.of("--profile", "netns"), Stream.of(SignalsTest.IDLE_PATH))
                .toArray(String[]::new)));
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
            "--topology",
            "leafspine,3,1,3",
            "--set",
            "netns.agents=apart",
            "--scheme",
            SignalsTest.example("DepthControl.java"),
            "--workload",
            "incast:8x64KiB");
    assertThat(run.column("flows.csv", "verified_bytes")).hasSize(8).containsOnly("65536");
  }

  @Test
  void switchesOfRealFramesHoldTheUsersEntries() throws IOException {
    Path program = OwnEntriesTest.program(folder);
    Path rules = Files.createDirectory(folder.resolve("rules"));
    Files.writeString(rules.resolve("all.json"), OwnEntriesTest.ALL);
    Files.writeString(rules.resolve("leaf1.json"), OwnEntriesTest.leaf1());
    SmarttRun run =
        SignalsTest.run(
            folder.resolve("entries"),
            program.toString(),
            "--profile",
            "netns",
            "--topology",
            "leafspine,2,1,1",
            "--set",
            "program.entries=" + rules,
            "--workload",
            "incast:1x4KiB",
            "--capture");
    assertThat(SignalsTest.hops(run, "kbps")).containsOnly(List.of(11L, 22L, 22L));
  }
}
