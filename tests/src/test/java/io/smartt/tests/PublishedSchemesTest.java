package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code docs/extend/schemes}: what they do that their papers say, and their page. */
@Timeout(120)
class PublishedSchemesTest {
  private static final Path DOCS = Path.of("..", "docs", "extend");

  @TempDir private Path folder;

  private SmarttRun run(String file, List<String> more) {
    Stream<String> scheme = Stream.of("--scheme", DOCS.resolve("schemes").resolve(file).toString());
    SmarttRun run =
        SmarttRun.of(
            folder.resolve(file), Stream.concat(scheme, more.stream()).toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private SmarttRun withTelemetry(String file, String workload, String... settings) {
    List<String> all = new ArrayList<>(List.of("--workload", workload));
    all.addAll(List.of("--set", "program=" + DOCS.resolve("schemes").resolve("int.json")));
    Stream.of(settings).forEach(setting -> all.addAll(List.of("--set", setting)));
    return run(file, all);
  }

  private static double last(SmarttRun run) {
    return run.column("flows.csv", "finish_us").stream()
        .mapToDouble(Double::parseDouble)
        .max()
        .orElseThrow();
  }

  /**
   * HPCC leaves 1 - eta of the link free, so that no queue stands there. PowerTCP whose target is a
   * full link fills it, and beta of each flow waits in the queue.
   */
  @Test
  void hpccLeavesAShareOfTheLinkFreeAndPowerTcpAsMuchAsItsTarget() {
    double ideal = 8 * 2 * 1024 * 1024 * 8 / 50e9 * 1e6;
    SmarttRun hpcc = withTelemetry("Hpcc.java", "incast:8x2MiB");
    SmarttRun power =
        withTelemetry("PowerTcp.java", "incast:8x2MiB", "powertcp.target=1", "powertcp.flows=10");
    assertThat(last(hpcc)).isGreaterThan(ideal / 0.95);
    assertThat(last(power)).isBetween(ideal, ideal / 0.95);
    assertThat(hpcc.number("marks")).isLessThan(power.number("marks") / 10);
  }

  /** Each flow of HPCC has a link of its own, of which it takes eta. */
  @Test
  void aFlowOfHpccAloneTakesEtaOfItsLink() {
    SmarttRun alone = withTelemetry("Hpcc.java", "incast:1x16MiB");
    double ideal = 16 * 1024 * 1024 * 8 / 50e9 * 1e6;
    // Headers and telemetry of three hops are 2 % of a frame.
    assertThat(last(alone)).isBetween(ideal / 0.98, ideal / 0.98 / 0.93);
  }

  @Test
  void timelySlowsDownWithoutALoss() {
    SmarttRun run = run("Timely.java", List.of("--workload", "incast:8x1MiB"));
    assertThat(run.number("drops")).isZero();
    assertThat(run.number("retransmissions")).isZero();
    assertThat(run.column("flows.csv", "verified_bytes")).hasSize(8).containsOnly("1048576");
  }

  /** The page's commands run as they stand there, and each file has as many lines as it says. */
  @Test
  void thePageSaysWhatThereIs() throws IOException {
    String page = Files.readString(DOCS.resolve("schemes.md"));
    List<MatchResult> files =
        Pattern.compile("\\| `([^`]+)` \\| (\\d+) \\|").matcher(page).results().toList();
    assertThat(files).hasSize(4);
    for (MatchResult file : files) {
      assertThat(Files.readAllLines(DOCS.resolve("schemes").resolve(file.group(1))))
          .as(file.group(1))
          .hasSize(Integer.parseInt(file.group(2)));
    }
    List<MatchResult> commands =
        Pattern.compile("\\./smartt (run .*?)--out runs/(\\w+)").matcher(page).results().toList();
    assertThat(commands).hasSize(3);
    for (MatchResult command : commands) {
      String[] words = command.group(1).replace("docs/extend", "../docs/extend").split(" +", -1);
      SmarttRun run =
          SmarttRun.command(
              Stream.concat(
                      Stream.of(words).filter(word -> !word.isEmpty()),
                      Stream.of("--out", folder.resolve(command.group(2)).toString()))
                  .toArray(String[]::new));
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains(command.group(2) + ", ecmp");
    }
  }
}
