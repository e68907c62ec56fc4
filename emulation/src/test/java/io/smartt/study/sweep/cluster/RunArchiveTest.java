package io.smartt.study.sweep.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.study.sweep.cluster.SshWorker.RunArchive;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class RunArchiveTest {
  @TempDir private Path temp;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private static void file(TarArchiveOutputStream tar, String name, String text)
      throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    // With its path as it is, as a hostile host would write it.
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private int take(String... runs) throws IOException {
    return new RunArchive(temp.resolve("sweep"), temp.resolve("sweep/cluster/from"), List.of(runs))
        .take(new ByteArrayInputStream(bytes.toByteArray()));
  }

  @Test
  void aFinishedRunTakesThePlaceOfItsPlanAndHalfOfOneDoesNot() throws IOException {
    Path plan = Files.createDirectories(temp.resolve("sweep/runs/half")).resolve("experiment.yaml");
    Files.writeString(plan, "plan");
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      file(tar, "runs/whole/flows.csv", "flows");
      file(tar, "runs/whole/summary.json", "{}");
      file(tar, "runs/half/flows.csv", "flows");
    }

    assertThat(take("whole", "half")).isOne();

    assertThat(temp.resolve("sweep/runs/whole/flows.csv")).hasContent("flows");
    assertThat(temp.resolve("sweep/runs/half")).isDirectoryContaining("glob:**/experiment.yaml");
    assertThat(temp.resolve("sweep/runs/half/flows.csv")).doesNotExist();
    assertThat(temp.resolve("sweep/cluster/from")).doesNotExist();
  }

  @Test
  void whatWasNotAskedForIsNotTaken() throws IOException {
    Files.createDirectories(temp.resolve("sweep/runs"));
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      file(tar, "runs/other/summary.json", "{}");
      file(tar, "runs/mine/../../../../escaped", "no");
      file(tar, "/escaped", "no");
      TarArchiveEntry link = new TarArchiveEntry("runs/mine/summary.json", TarConstants.LF_SYMLINK);
      link.setLinkName("/etc/passwd");
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
    }

    assertThat(take("mine")).isZero();

    assertThat(temp.resolve("escaped")).doesNotExist();
    assertThat(temp.resolve("sweep/runs")).isEmptyDirectory();
  }
}
