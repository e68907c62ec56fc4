package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A capture that fills the disk, which is one of the test's own. */
@Tag("netns")
@Timeout(120)
@Isolated
class FullDiskTest {
  @TempDir private Path folder;
  private Path disk;

  @BeforeEach
  void mount() throws IOException {
    Machine.require("netns", Machine.ROOT, "mount", "umount");
    disk = Files.createDirectory(folder.resolve("disk"));
    execute("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString());
  }

  @AfterEach
  void unmount() throws IOException {
    execute("umount", "-l", disk.toString());
  }

  private static void execute(String... command) throws IOException {
    Netns.Ended ended = Netns.wait(new ProcessBuilder(command).redirectErrorStream(true).start());
    assertThat(ended.status()).as(ended.out()).isZero();
  }

  @Test
  void theSmallTablesAndTheSummaryHaveTheirNumbersThoughTheTraceHasTheDisk() throws IOException {
    SmarttRun run =
        SmarttRun.of(
            disk.resolve("run"),
            "--profile",
            "virtual",
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "incast:3x4MiB",
            "--capture");

    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).containsIgnoringCase("no space left");
    assertThat(Files.size(run.folder().resolve("trace.pcapng"))).isGreaterThan(500_000);
    assertThat(run.file("flows.csv").lines()).hasSize(1 + 3);
    assertThat(run.file("switches.csv").lines()).hasSizeGreaterThan(4);
    assertThat(run.summary().path("status").asText()).isEqualTo("failed");
    assertThat(run.summary().at("/flows/finished").intValue()).isPositive();
    assertThat(run.number("bytesDelivered")).isPositive();
    assertThat(run.summary().path("events").toString()).contains("capture-ended");
  }
}
