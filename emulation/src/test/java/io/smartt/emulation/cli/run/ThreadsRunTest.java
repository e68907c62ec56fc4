package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ThreadsRunTest {
  @TempDir Path folder;

  private static CommandLineRun dry(String... more) {
    String[] args = new String[more.length + 2];
    args[0] = "run";
    args[1] = "--dry";
    System.arraycopy(more, 0, args, 2, more.length);
    return CommandLineRun.of(args);
  }

  @Test
  void aPermutationIsSharedByMoreThreadsThanAnIncast() throws Exception {
    JsonNode permutation = counted("permutation:64KiB");
    JsonNode incast = counted("incast:31x8KiB");

    assertThat(permutation.get("threads").valueStream().map(row -> row.get("threads").asInt()))
        .containsExactly(2, 4, 6);
    // 80 switches, each with its hosts.
    assertThat(permutation.get("parts").asInt()).isEqualTo(80);
    for (JsonNode row : permutation.get("threads")) {
      assertThat(row.get("timesAsFast").asDouble())
          .isBetween(1.0, (double) row.get("threads").asInt())
          .isLessThanOrEqualTo(permutation.get("mostTimesAsFast").asDouble());
      assertThat(row.get("framesBetweenThreads").asDouble()).isBetween(0.2, 1.0);
    }
    assertThat(permutation.get("mostTimesAsFast").asDouble())
        .isGreaterThan(2 * incast.get("mostTimesAsFast").asDouble());
  }

  private JsonNode counted(String workload) throws Exception {
    CommandLineRun run =
        dry("--topology", "fattree,8", "--workload", workload, "--threads", "6", "--json");
    assertThat(run.status).as(run.err).isZero();
    return new ObjectMapper().readTree(run.out);
  }

  /** Where runs without {@code --out} leave their folders. */
  private static Set<Path> runs() throws IOException {
    Path runs = Path.of("runs");
    if (!Files.isDirectory(runs)) {
      return Set.of();
    }
    try (Stream<Path> all = Files.list(runs)) {
      return all.collect(Collectors.toSet());
    }
  }

  @Test
  void theTableSaysWhatWasCountedAndNoFolderIsLeft() throws Exception {
    Set<Path> before = runs();
    CommandLineRun run =
        dry("--topology", "leafspine,4,4,2", "--workload", "permutation:64KiB", "--threads", "3");

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out.lines())
        .anyMatch(line -> line.matches("\\S+ parts, \\S+ windows, .* frames between parts"))
        .anyMatch(line -> line.matches(" +2 +1\\.\\d\\d .*"))
        .anyMatch(line -> line.matches(" +3 +[12]\\.\\d\\d .*"))
        .anyMatch(line -> line.startsWith("a thread for each part: "));
    assertThat(runs()).isEqualTo(before);
  }

  @Test
  void whatAForecastHasNotIsRefused() {
    String out = folder.resolve("out").toString();

    assertThat(dry("--out", out).err).contains("--dry leaves no run folder");
    assertThat(dry("--capture").err).contains("--dry: a run with --capture has one thread");
    assertThat(dry("--threads", "1").err)
        .contains("--threads 1: --dry compares numbers of threads");
    assertThat(dry("--profile", "dry").err)
        .contains("--dry: fabric 'dry' ")
        .contains("virtual shares its work");
    assertThat(dry("--live").err).contains("--dry has no live page");
    assertThat(dry("--lab", "mine").err).contains("--dry: ");
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
