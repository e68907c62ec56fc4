package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job: SMaRTT over P4 switches programmed by P4Runtime, on the paper's testbed. */
class MainJobTest {
  private static final long MIB = 1 << 20;
  private static final List<String> CSVS = List.of("flows.csv", "samples.csv", "switches.csv");

  @TempDir private Path folder;

  private SmarttRun run(String... arguments) {
    SmarttRun run = SmarttRun.of(folder.resolve(String.join("_", arguments) + "-run"), arguments);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  @Test
  void incastOf15Times4MibIsWithinTenPercentOfIdealWithEveryByteChecked() throws IOException {
    SmarttRun run = run();

    assertThat(run.slowdown("p99")).isLessThanOrEqualTo(1.10);
    assertThat(run.number("bytesVerified")).isEqualTo(15 * 4 * MIB);
    assertThat(run.number("bytesDelivered")).isEqualTo(15 * 4 * MIB);
    assertThat(run.summary().get("flows").get("finished").intValue()).isEqualTo(15);
    assertThat(run.number("trims")).isPositive();
    assertThat(run.number("drops")).isZero();
    assertThat(withoutDurations(run.out())).isEqualTo(withoutDurations(sampleOfTheReadme()));
  }

  /** What the README prints below its first command. */
  private static String sampleOfTheReadme() throws IOException {
    Matcher block =
        Pattern.compile("```\\n(incast:4MiB on testbed.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../README.md")));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static String withoutDurations(String printed) {
    return printed
        .replaceAll("(?m)^(wall time|run folder:).*$", "$1")
        .replaceAll("(?m) +$", "")
        .strip();
  }

  @Test
  void permutationOf16HostsIsWithinTwentyPercentOfIdealWithEveryByteChecked() {
    SmarttRun run = run("--workload", "permutation:4MiB");

    assertThat(run.slowdown("p99")).isLessThanOrEqualTo(1.20);
    assertThat(run.number("bytesVerified")).isEqualTo(16 * 4 * MIB);
  }

  @Test
  void oneSeedGivesTheSameCsvsByteForByteAndAnotherSeedOthers() {
    SmarttRun first = run("--workload", "permutation:1MiB", "--seed", "7");
    SmarttRun again =
        SmarttRun.of(folder.resolve("again"), "--workload", "permutation:1MiB", "--seed", "7");
    SmarttRun other = run("--workload", "permutation:1MiB", "--seed", "8");

    for (String csv : CSVS) {
      assertThat(again.file(csv)).as(csv).isEqualTo(first.file(csv));
      assertThat(other.file(csv)).as(csv).isNotEqualTo(first.file(csv));
    }
  }

  @Test
  void anotherSeedDrawsOtherPathsAndOtherMarksForTheSameTraffic() {
    SmarttRun first = run("--workload", "incast:15x1MiB", "--seed", "1");
    SmarttRun second = run("--workload", "incast:15x1MiB", "--seed", "2");

    for (String column : List.of("enqueued_packets", "marked_packets")) {
      assertThat(second.column("switches.csv", column))
          .isNotEqualTo(first.column("switches.csv", column));
    }
  }

  @Test
  void withoutTrimmingPacketsDropAndTimeoutsRecoverEveryFlow() {
    SmarttRun run = run("--trimming", "off");

    assertThat(run.number("trims")).isZero();
    assertThat(run.number("drops")).isPositive();
    assertThat(run.number("timeouts")).isPositive();
    assertThat(run.number("bytesVerified")).isEqualTo(15 * 4 * MIB);
  }

  @Test
  void theP4ProgramAndTheTrafficManagerTrimTheSamePackets() {
    SmarttRun program = run("--trimming", "p4");
    SmarttRun manager = run("--trimming", "asic");

    assertThat(program.number("trims")).isPositive();
    assertThat(manager.file("flows.csv")).isEqualTo(program.file("flows.csv"));
    assertThat(manager.number("trims")).isEqualTo(program.number("trims"));
  }
}
