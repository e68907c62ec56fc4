package io.smartt.emulation.cli.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code smartt plan} and {@code smartt revert} without switches. */
@Timeout(120)
class PlanCommandTest {
  @TempDir private Path folder;

  /** Two switches at ports where nothing listens. */
  private String unreachable() throws IOException {
    return Files.writeString(
            folder.resolve("lab.yaml"),
            """
            extends: bmv2
            switches:
              leaf1: {address: "localhost:1"}
              leaf2: {address: "localhost:1"}
              spine1: {address: "localhost:1"}
              spine2: {address: "localhost:1"}
            """)
        .toString();
  }

  @Test
  void everySwitchThatDoesNotAnswerIsNamed() throws IOException {
    CommandLineRun run = CommandLineRun.of("plan", "--profile", unreachable(), "--timeout", "2");

    assertThat(run.status).isEqualTo(1);
    assertThat(run.err).contains("leaf1", "leaf2", "spine1", "spine2");
  }

  @Test
  void revertSaysThatItDoesNotAskSwitchesThatKeepTheirProgram() throws IOException {
    CommandLineRun run =
        CommandLineRun.of(
            "revert", "--profile", unreachable(), "--state", folder.resolve("s").toString());

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out + run.err)
        .contains("leaf1: not asked, for a P4 program and its entries stay");
  }

  @Test
  void tofinosGetTheirChassisFilesWithoutACompiledProgram() throws IOException {
    Path patches = folder.resolve("patches");

    CommandLineRun run =
        CommandLineRun.of("plan", "--profile", "tofino", "--patch", patches.toString());

    assertThat(run.status).as(run.err).isZero();
    try (Stream<Path> files = Files.list(patches)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "leaf1.chassis.pb.txt",
              "leaf2.chassis.pb.txt",
              "spine1.chassis.pb.txt",
              "spine2.chassis.pb.txt");
    }
  }

  /** As by a run; a Tofino has one queue of data. */
  @Test
  void settingsThatNoSwitchActsOnAreRefused() {
    String[] gold = {"class.gold.dscp=26", "class.gold.flows=h1"};
    CommandLineRun run =
        CommandLineRun.of(
            "plan", "--profile", "tofino", "--set", gold[0], "--set", gold[1], "--patch", "p");

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err).contains("class.gold", "switch leaf1 (stratum) has one queue of data");
  }

  @Test
  void aTofino2IsRefusedByItsKey() throws IOException {
    Path patches = folder.resolve("patches");
    Path profile =
        Files.writeString(
            folder.resolve("lab.yaml"),
            """
            extends: tofino
            tofino: {chip: tofino2}
            """);

    CommandLineRun run =
        CommandLineRun.of("plan", "--profile", profile.toString(), "--patch", patches.toString());

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err)
        .contains("tofino.chip: tofino2: Stratum is built with an SDE for Tofino 1 alone");
    assertThat(patches).doesNotExist();
  }

  /** The last switch cannot be planned: its ports take one lane twice. */
  @Test
  void aPlanIsWrittenWholeOrNotAtAll() throws IOException {
    Path patches = folder.resolve("patches");
    Path profile =
        Files.writeString(
            folder.resolve("lab.yaml"),
            """
            extends: tofino
            switches:
              spine2: {ports: {spine2-leaf1: 132@1/1, spine2-leaf2: 133@1/1}}
            """);

    CommandLineRun run =
        CommandLineRun.of("plan", "--profile", profile.toString(), "--patch", patches.toString());

    assertThat(run.status).isNotZero();
    assertThat(run.err)
        .contains("spine2: 132@1/1 and 133@1/1 both take lane 1 of front-panel port 1");
    assertThat(patches).doesNotExist();
  }

  @Test
  void aTofinoWithoutItsProgramIsNotAskedAndTheKeyIsNamed() {
    CommandLineRun run = CommandLineRun.of("plan", "--profile", "tofino");

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err).contains("switches.leaf1.pipeline: ");
  }
}
