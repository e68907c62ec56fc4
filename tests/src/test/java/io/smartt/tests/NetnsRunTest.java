package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code smartt run --profile netns}: real frames, and nothing left behind however it ends. */
@Tag("netns")
@Timeout(300)
@Isolated
class NetnsRunTest {
  private static final int ENDED_BY_SIGTERM = 128 + 15;
  private static final long KIB = 1024;
  private static final int TRIES = 3;

  /** The default of {@code netns.warm-up-s}. */
  private static final String WARM_UP_S = "6";

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @Test
  void aRunChecksEveryByteAndReportsAsOnTheVirtualFabric() {
    SmarttRun run = Netns.run(folder.resolve("run"), "--workload", "incast:15x64KiB");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.summary().get("fabric").textValue()).isEqualTo("netns");
    assertThat(run.summary().get("flows").get("finished").intValue()).isEqualTo(15);
    assertThat(run.number("bytesVerified")).isEqualTo(15 * 64 * KIB);
    SmarttRun virtual = Netns.virtual(folder.resolve("virtual"), "--workload", "incast:15x64KiB");
    // A busy machine has one line more to say.
    assertThat(run.summary().fieldNames())
        .toIterable()
        .filteredOn(name -> !name.equals("untimelyBecause"))
        .containsExactlyElementsOf(virtual.summary()::fieldNames);
    for (String csv : new String[] {"flows.csv", "switches.csv", "samples.csv"}) {
      assertThat(run.file(csv).lines().findFirst())
          .as(csv)
          .isEqualTo(virtual.file(csv).lines().findFirst());
    }
  }

  /**
   * Gold has 3/4 of the link and ends after 2/3 of the time of both; from one queue both would end
   * at once. The middle is what a busy machine may shift.
   */
  @Test
  @Experiment
  void classesShareRealLinksByTheirWeights() throws IOException {
    Path flows = TrafficClassesRunTest.toTheFirst(folder.resolve("two.cm"), 3, 2, 4_000_000);
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            TrafficClassesRunTest.with(
                List.of("class.gold.dscp=26", "class.gold.weight=3", "class.gold.flows=h3"),
                "--topology",
                "single,3",
                "--workload",
                flows.toString()));

    assertThat(run.status()).as(run.out()).isZero();
    Map<String, Double> times = TrafficClassesRunTest.column(run, "fct_us");
    double ratio = times.getOrDefault("h3", Double.NaN) / times.getOrDefault("h2", Double.NaN);
    assertThat(ratio).isCloseTo(2.0 / 3, within((1 - 2.0 / 3) / 2));
    assertThat(run.column("flows.csv", "class")).containsExactly("data", "gold");
  }

  @Test
  @Experiment
  void aWarmUpThatIsCutIsAnEventAndTheVerdictGoesByWhatWasLate() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "incast:2x64KiB",
            "--set",
            "netns.warm-up-s=0.05");

    assertThat(run.status()).as(run.out()).isZero();
    String cold =
        "the run started cold: the warm-up of 0.05 s at most ended before its traffic did";
    assertThat(run.summary().path("untimelyBecause").toString()).doesNotContain(cold);
    assertThat(run.file("events.csv")).contains("cold-start," + cold);
    assertThat(run.summary().at("/lateness/hosts").doubleValue()).isPositive();
    assertThat(run.summary().at("/lateness/switches").doubleValue()).isPositive();
  }

  @Test
  @Experiment
  void tcpOfTheKernelRunsNextToIt() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "incast:2x512KiB",
            "--set",
            "netns.warm-up-s=0",
            "--set",
            "netns.tcp=h4>h1,h1>h3");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(2 * 512 * KIB);
    assertThat(run.file("events.csv").lines().filter(line -> line.contains("background-tcp")))
        .hasSize(2)
        .anyMatch(line -> line.contains("TCP from h4 to h1: "))
        .noneMatch(line -> line.contains(" 0.000 MB"));
    SmarttRun wrong = Netns.run(folder.resolve("wrong"), "--set", "netns.tcp=h4>h99");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out()).contains("netns.tcp: there is no host 'h99'");
  }

  /** One congested port has half with alpha 1, in this process and in switches of their own. */
  @ParameterizedTest
  @ValueSource(strings = {"together", "apart"})
  @Experiment
  void memoryThatPortsShareBoundsQueues(String switches) {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "single,4",
            "--workload",
            "incast:3x1MiB",
            "--set",
            "netns.warm-up-s=0",
            "--set",
            "netns.switches=" + switches,
            "--set",
            "trimming=asic",
            "--set",
            "queue.size=64MiB",
            "--set",
            "buffer.size=48KiB");

    assertThat(run.status()).as(run.out()).isZero();
    long deepest = SharedBufferRunTest.deepest(run, "h1");
    assertThat(deepest).isBetween(24 * KIB, 24 * KIB + SharedBufferRunTest.FRAME);
    assertThat(run.number("trims")).isPositive();
  }

  /** Over raw sockets; an answer to another transmission would tell a time below the base RTT. */
  @Test
  @Experiment
  void orderedDeliveryWithTheStandardHeader() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--set",
            "netns.warm-up-s=0",
            "--set",
            "transport.delivery=rod",
            "--set",
            "transport.ses=standard",
            "--workload",
            "incast:3x256KiB");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(3 * 256 * KIB);
    assertThat(leastRtt(run)).isGreaterThan(0.95);
    assertThat(run.summary().has("reorderPeak")).isFalse();
  }

  @Test
  @Experiment
  void utilisationAndTrimsOverTimeAddUpToTheCounters() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"), "--workload", "incast:15x256KiB", "--set", "netns.warm-up-s=0");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("trims")).isPositive();
    assertThat(sum(run, "trims", "")).isCloseTo((double) run.number("trims"), within(0.5));
    // 50 Gbps, dilated 4,000 times, carry 15 times 256 KiB in at least 2.5 s.
    double busyS = sum(run, "utilisation", ",leaf1,1,");
    assertThat(busyS).isBetween(15 * 256 * 1024 * 8 / (50e9 / 4_000), 10.0);
  }

  /** Switches have a clock of their own, which runs while the machine warms up. */
  @Test
  @Experiment
  void whatSwitchesSawIsOnTheClockOfTheHosts() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"), "--workload", "incast:8x256KiB", "--set", "netns.warm-up-s=1");

    assertThat(run.status()).as(run.out()).isZero();
    double last =
        run.column("flows.csv", "finish_us").stream()
            .mapToDouble(Double::parseDouble)
            .max()
            .orElseThrow();
    double baseRtt = Double.parseDouble(run.column("flows.csv", "base_rtt_us").getFirst());
    for (String metric : List.of("queue", "trims", "marks", "utilisation")) {
      List<Double> starts =
          run.file("samples.csv")
              .lines()
              .filter(line -> line.startsWith(metric + ","))
              .map(line -> Double.valueOf(line.split(",", -1)[6]))
              .toList();
      assertThat(starts).as(metric).isNotEmpty();
      assertThat(Collections.min(starts)).as(metric).isBetween(0.0, last / 2);
      assertThat(Collections.max(starts)).as(metric).isLessThan(last + 4 * baseRtt);
    }
    assertThat(run.out()).containsPattern("leaf1 to h1 was used to [1-9]");
  }

  /** The bins of a metric, each mean over its width in seconds. */
  private static double sum(SmarttRun run, String metric, String subject) {
    return run.file("samples.csv")
        .lines()
        .filter(line -> line.startsWith(metric + ",") && line.contains(subject))
        .map(line -> line.split(",", -1))
        .mapToDouble(cells -> Double.parseDouble(cells[9]) * Double.parseDouble(cells[7]) / 1e6)
        .sum();
  }

  @Test
  @Experiment
  void noRttIsBelowTheProfilesAndJitterIsShown() {
    // A cold machine is late, and an RTT of less than the links take is no less impossible on it.
    SmarttRun run = oneAtATime(Netns::run, "run", "0");

    assertThat(leastRtt(run)).isGreaterThan(0.95);
    assertThat(run.summary().get("rttJitterUs").get("median").doubleValue()).isPositive();
    assertThat(run.out()).contains("least RTT").contains("RTT jitter");
  }

  /** How much above it is depends on the machine; a run says whether that kept up. */
  @Test
  @Experiment
  void baseRttIsTheProfilesWithinFivePercent() {
    SmarttRun run = oneAtATime(Netns::optimisedRun, "first", WARM_UP_S);
    for (int again = 0; again < TRIES && !run.summary().get("timely").booleanValue(); again++) {
      run = oneAtATime(Netns::optimisedRun, "again" + again, WARM_UP_S);
    }
    assertThat(leastRtt(run)).isBetween(0.95, 1.05);
  }

  /** One packet at a time finds empty queues: 8 links and 6 switches there and back, dilated. */
  private SmarttRun oneAtATime(
      BiFunction<Path, String[], SmarttRun> process, String name, String warmUpS) {
    SmarttRun run =
        process.apply(
            folder.resolve(name),
            new String[] {
              "--workload", "permutation:16KiB", "--set", "netns.warm-up-s=" + warmUpS
            });
    assertThat(run.status()).as(run.out()).isZero();
    return run;
  }

  /** Over the profile's base RTT. */
  private static double leastRtt(SmarttRun run) {
    return run.summary().get("leastRtt").get("min").doubleValue();
  }

  @Test
  @Experiment
  void controlCTakesTheNetworkDown() throws IOException, InterruptedException {
    Process process = start("incast:15x1GiB");
    try {
      Steps.until(process, "programming");
      StopSignal signal = StopSignal.heard();
      signal.to(process);

      assertThat(Netns.wait(process).status()).isEqualTo(signal.status());
    } finally {
      process.destroyForcibly();
    }
    assertThat(Netns.leftBy(process.pid())).isEmpty();
  }

  @Test
  @Experiment
  void whatIsAskedToStopWhileItBuildsSaysSoAndLeavesNothing()
      throws IOException, InterruptedException {
    Process process = start("incast:15x1GiB");
    try {
      Steps.until(process, "building 17");
      StopSignal.TERM.to(process);

      assertThat(Netns.wait(process).status()).isEqualTo(ENDED_BY_SIGTERM);
    } finally {
      process.destroyForcibly();
    }
    assertThat(Netns.leftBy(process.pid())).isEmpty();
    SmarttRun run = new SmarttRun(ENDED_BY_SIGTERM, "", "", folder.resolve("out"));
    assertThat(run.summary().get("status").textValue()).isEqualTo("interrupted");
  }

  @Test
  @Experiment
  void cleanRemovesWhatAKilledRunLeftAndOnlyThat() throws IOException, InterruptedException {
    String foreign = "other-" + ProcessHandle.current().pid();
    String ours = "smartt-" + ProcessHandle.current().pid() + "-1-h1";
    assertThat(Netns.ip("netns", "add", foreign).status()).isZero();
    assertThat(Netns.ip("netns", "add", ours).status()).isZero();
    try {
      Process process = start("incast:15x1GiB");
      Steps.until(process, "programming");
      process.destroyForcibly().waitFor();
      assertThat(Netns.leftBy(process.pid())).isNotEmpty();

      Netns.Ended cleaned = Netns.wait(Netns.start("clean"));

      assertThat(cleaned.status()).as(cleaned.out()).isZero();
      assertThat(cleaned.out()).contains("removed smartt-" + process.pid() + "-");
      assertThat(Netns.leftBy(process.pid())).isEmpty();
      // Neither somebody else's nor those of a process that lives, which this one does.
      assertThat(Netns.exists(foreign)).isTrue();
      assertThat(Netns.exists(ours)).isTrue();
    } finally {
      Netns.ip("netns", "del", foreign);
      Netns.ip("netns", "del", ours);
    }
  }

  private Process start(String workload) {
    return Netns.start(
        "run",
        "--profile",
        "netns",
        "--set",
        "netns.warm-up-s=0",
        "--workload",
        workload,
        "--out",
        folder.resolve("out").toString());
  }
}
