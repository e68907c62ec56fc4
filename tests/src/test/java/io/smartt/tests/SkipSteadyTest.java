package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that skip time in which they repeat themselves, against runs that do not. */
@Timeout(180)
class SkipSteadyTest {
  private static final double ONE_PERCENT = 1;

  @TempDir private Path temp;

  private JsonNode verified(String name, String... options) throws IOException {
    SmarttRun run =
        SmarttRun.of(
            temp.resolve(name),
            Stream.concat(Stream.of("--verify-skip", "--json"), Arrays.stream(options))
                .toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    JsonNode errors = new ObjectMapper().readTree(run.out());
    assertThat(errors.get("flows"))
        .isNotEmpty()
        .allSatisfy(flow ->
            assertThat(flow.get("errorPercent").asDouble())
                .as(flow.toString())
                .isBetween(-ONE_PERCENT, ONE_PERCENT));
    return errors;
  }

  /** The run folder of a verified run that skipped time, or the one that did not. */
  private SmarttRun of(String name, String which) {
    return new SmarttRun(0, "", "", temp.resolve(name).resolve(which));
  }

  private static LongStream numbers(SmarttRun run, String column) {
    return run.column("flows.csv", column).stream().mapToLong(Long::parseLong);
  }

  private static List<String> skips(SmarttRun run) {
    return run.file("events.csv").lines().filter(line -> line.contains(",time-skipped,")).toList();
  }

  /** The sum of what events say. */
  private static long skippedBytes(SmarttRun run) {
    return skips(run).stream()
        .mapToLong(line ->
            Long.parseLong(line.replaceAll(".* us and ([0-9,]+) B,.*", "$1").replace(",", "")))
        .sum();
  }

  @Test
  void completionTimesHoldAndBytesAddUp() throws IOException {
    JsonNode errors =
        verified("perm", "--topology=leafspine,2,2,2", "--workload=permutation:64MiB");

    assertThat(errors.get("timesFewerHops").asDouble()).isGreaterThan(25);
    SmarttRun skipped = of("perm", "skipped");
    assertThat(skips(skipped)).hasSizeGreaterThan(1);
    assertThat(skips(of("perm", "whole"))).isEmpty();
    long delivered = numbers(skipped, "delivered_bytes").sum();
    assertThat(delivered).isLessThan(numbers(skipped, "size_bytes").sum() / 25);
    assertThat(skipped.number("skippedBytes") + delivered)
        .isEqualTo(numbers(skipped, "size_bytes").sum());
    assertThat(of("perm", "whole").number("skippedBytes")).isZero();
    // What the page draws goes on in between: the link of h1 is busy all the time.
    assertThat(meanUse(skipped)).isCloseTo(meanUse(of("perm", "whole")), within(0.01));
  }

  /** The mean over time for which h1's link is used. */
  private static double meanUse(SmarttRun run) {
    return run.file("samples.csv")
        .lines()
        .map(line -> line.split(",", -1))
        .filter(row -> row[0].equals("utilisation") && row[3].equals("h1"))
        .mapToDouble(row -> Double.parseDouble(row[9]))
        .average()
        .orElseThrow();
  }

  @Test
  void thePageShowsWhatItPrints() throws IOException {
    String page = Files.readString(Path.of("../docs/use/long-runs.md"));
    String[] blocks = page.split("```", -1);
    String command =
        blocks[1].lines().filter(line -> line.contains("--verify-skip")).findFirst().orElseThrow();
    String out = temp.resolve("check").toString();
    SmarttRun run =
        SmarttRun.command(
            command.replace("./smartt ", "").replace("--out check", "--out " + out).split(" ", -1));

    assertThat(withoutSeconds(run.out())).isEqualTo(withoutSeconds(blocks[3]));
  }

  private static List<String> withoutSeconds(String text) {
    return text.strip().lines().map(line -> line.replaceAll(", [0-9.]+ s and .*", "")).toList();
  }

  @Test
  void theSameTimeIsSkippedWithMoreThreadsAndFromTheFolder() {
    String[] experiment = {
      "--topology=leafspine,2,2,2", "--workload=permutation:16MiB", "--skip-steady"
    };
    SmarttRun one =
        SmarttRun.of(
            temp.resolve("one"),
            Stream.concat(Arrays.stream(experiment), Stream.of("--threads=1"))
                .toArray(String[]::new));
    SmarttRun two =
        SmarttRun.of(
            temp.resolve("two"),
            Stream.concat(Arrays.stream(experiment), Stream.of("--threads=2"))
                .toArray(String[]::new));
    SmarttRun again = SmarttRun.of(temp.resolve("again"), "--experiment=" + one.folder());

    assertThat(skips(one)).isNotEmpty();
    for (String table : List.of("flows.csv", "switches.csv", "samples.csv", "events.csv")) {
      assertThat(two.file(table)).as(table).isEqualTo(one.file(table));
      assertThat(again.file(table)).as(table).isEqualTo(one.file(table));
    }
  }

  /** Credit of many receivers moves the queues of the core for longer than goodputs move. */
  @Test
  void lessIsSkippedWhileQueuesAreNotAsDeepAsTheyWere() {
    List<Long> skipped =
        Stream.of("0.01", "100")
            .map(percent ->
                SmarttRun.of(
                    temp.resolve("depth" + percent),
                    "--topology=leafspine,4,4,4",
                    "--workload=permutation:32MiB",
                    "--scheme=eqds",
                    "--skip-steady",
                    "--set=skip.depth=" + percent))
            .map(run -> run.number("skippedBytes"))
            .toList();

    assertThat(skipped.getFirst()).isPositive().isLessThan(skipped.getLast());
  }

  @Test
  void aFailureComesWhenItIsDue() throws IOException {
    verified(
        "failure",
        "--topology=leafspine,2,2,2",
        "--workload=permutation:64MiB",
        "--set=link.failures=leaf1-spine1@4ms..6ms");

    SmarttRun skipped = of("failure", "skipped");
    assertThat(skips(skipped)).isNotEmpty();
    assertThat(skipped.file("events.csv"))
        .contains("\n4000,link-down,")
        .contains("\n6000,link-up,");
  }

  @Test
  void aJobComputesAsLongAsItSays() throws IOException {
    StringBuilder goal = new StringBuilder("num_ranks 4\n");
    for (int rank = 0; rank < 4; rank++) {
      goal.append("rank %d {\n".formatted(rank))
          .append("s: send 20000000b to %d tag 1\n".formatted((rank + 1) % 4))
          .append("r: recv 20000000b from %d tag 1\n".formatted((rank + 3) % 4))
          .append("c: calc 3000000\n")
          .append("t: send 20000000b to %d tag 2\n".formatted((rank + 1) % 4))
          .append("u: recv 20000000b from %d tag 2\n".formatted((rank + 3) % 4))
          .append("c requires r\nt requires c\n}\n");
    }
    Path file = Files.writeString(temp.resolve("step.goal"), goal);

    JsonNode errors = verified("job", "--topology=leafspine,2,2,2", "--workload=" + file);

    assertThat(errors.get("timesFewerHops").asDouble()).isGreaterThan(2);
    SmarttRun skipped = of("job", "skipped");
    // Two sends of 3.3 ms each, and 3 ms between them.
    assertThat(skipped.column("flows.csv", "finish_us").stream().mapToDouble(Double::parseDouble))
        .allMatch(finish -> finish > 3_200 && finish < 10_000)
        .anyMatch(finish -> finish > 9_500);
  }

  @Test
  void whatDoesNotRepeatItselfIsTheSameToTheByte() {
    SmarttRun whole = SmarttRun.of(temp.resolve("whole"), "--workload=incast:7x256KiB");
    SmarttRun tried =
        SmarttRun.of(temp.resolve("tried"), "--workload=incast:7x256KiB", "--skip-steady");

    assertThat(skips(tried)).isEmpty();
    for (String table : List.of("flows.csv", "switches.csv", "samples.csv", "events.csv")) {
      assertThat(tried.file(table)).as(table).isEqualTo(whole.file(table));
    }
  }

  @Test
  void aFlowThatFailsEndsTheRunAsWithoutSkips() {
    String[] experiment = {
      "--topology=leafspine,2,2,2",
      "--workload=permutation:64MiB",
      "--set=link.failures=leaf1-h1@5ms"
    };
    SmarttRun whole = SmarttRun.of(temp.resolve("cut"), experiment);
    SmarttRun skipped =
        SmarttRun.of(
            temp.resolve("cut-skipped"),
            Stream.concat(Arrays.stream(experiment), Stream.of("--skip-steady"))
                .toArray(String[]::new));

    assertThat(whole.status()).isEqualTo(1);
    assertThat(whole.out()).contains("2 of 4 flows did not finish");
    assertThat(skipped.status()).isEqualTo(1);
    assertThat(skips(skipped)).isNotEmpty();
    assertThat(skipped.out()).contains("2 of 4 flows did not finish");
    assertThat(skipped.number("skippedBytes")).isEqualTo(skippedBytes(skipped));
  }

  @Test
  void entropiesAreOnTheClockOfTheResult() {
    SmarttRun run =
        SmarttRun.of(
            temp.resolve("entropies"),
            "--topology=leafspine,2,2,2",
            "--workload=permutation:16MiB",
            "--skip-steady");

    double latest =
        run.column("entropies.csv", "time_us").stream()
            .mapToDouble(Double::parseDouble)
            .max()
            .orElseThrow();
    assertThat(latest).isGreaterThan(0.9 * run.fctUs("max"));
  }

  @Test
  void lossesAtRandomKeepAllTime() {
    SmarttRun run =
        SmarttRun.of(
            temp.resolve("lossy"),
            "--topology=leafspine,2,2,2",
            "--workload=permutation:8MiB",
            "--set=link.loss=0.001",
            "--skip-steady");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.file("events.csv"))
        .contains("0,time-skipped,\"no time is skipped, since links lose packets at random\"");
    assertThat(run.number("skippedBytes")).isZero();
  }

  @Test
  void whoNeedsEachPacketIsRefused() {
    assertThat(SmarttRun.of(temp.resolve("captured"), "--skip-steady", "--capture").err())
        .contains("skip.steady=true: who looks at each packet (--capture, journey)");
    assertThat(temp.resolve("captured")).as("what cannot be leaves nothing").doesNotExist();
    assertThat(SmarttRun.of(temp.resolve("netns"), "--skip-steady", "--profile=netns").err())
        .contains("skip.steady")
        .contains("fabric 'virtual' has");
    assertThat(SmarttRun.command("run", "--verify-skip").err())
        .contains("name the folder for both with --out");
    assertThat(SmarttRun.of(temp.resolve("lab"), "--verify-skip", "--lab=mine").err())
        .contains("--verify-skip: makes two runs of its own");
  }

  @Test
  void whatItsShortRunRefusesIsRefusedBeforeTheLongOne() {
    Path out = temp.resolve("refused");

    assertThat(SmarttRun.of(out, "--workload=incast:2x4KiB", "--verify-skip", "--capture").err())
        .contains("run it again with --set skip.steady=false");
    assertThat(out.resolve("whole")).doesNotExist();
  }

  @Test
  void boundsOfSkipsAreVerifiedToo() {
    Path out = temp.resolve("bounds");
    SmarttRun run =
        SmarttRun.of(out, "--workload=incast:2x4KiB", "--verify-skip", "--set=skip.goodput=2");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(out.resolve("skipped/experiment.yaml")).content().contains("goodput: 2");
    assertThat(out.resolve("whole/flows.csv"))
        .hasSameBinaryContentAs(out.resolve("skipped/flows.csv"));
  }

  @Test
  void moreThreadsThanANetworkHasNodesAreNotStarted() {
    SmarttRun run =
        SmarttRun.of(
            temp.resolve("threads"),
            "--topology=leafspine,2,2,2",
            "--workload=incast:2x4KiB",
            "--threads=100000000");

    assertThat(run.status()).as(run.err()).isZero();
  }
}
