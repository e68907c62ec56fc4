package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private SmarttRun csig(String name, String scheme, String... settings) {
    List<String> all = new ArrayList<>(List.of("--scheme", scheme));
    all.addAll(List.of("--set", "program=" + DOCS.resolve("schemes").resolve("csig.json")));
    Stream.of(settings).forEach(setting -> all.addAll(List.of("--set", setting)));
    SmarttRun run = SmarttRun.of(folder.resolve(name), all.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static double median(SmarttRun run) {
    List<Double> times =
        run.column("flows.csv", "fct_us").stream().map(Double::valueOf).sorted().toList();
    return times.get(times.size() / 2);
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

  /**
   * Homa serves one message after the other, so that the median is far earlier and the last is not
   * later; EQDS, whose credit it is, serves all alike.
   */
  @Test
  void homaServesTheMessageWithTheLeastLeftFirst() {
    String[] incast = {"--workload", "incast:8x256KiB"};
    SmarttRun homa = run("Homa.java", List.of(incast));
    SmarttRun eqds = SmarttRun.of(folder.resolve("eqds"), "--scheme", "eqds", incast[0], incast[1]);
    assertThat(last(homa)).isLessThan(1.05 * last(eqds));
    assertThat(median(homa)).isLessThan(0.7 * median(eqds));
    assertThat(median(eqds)).isGreaterThan(0.9 * last(eqds));
  }

  /** Ten long messages fill the port; a short one goes before them, and not behind with EQDS. */
  @Test
  void aShortMessageOfHomaGoesBeforeLongOnes() throws IOException {
    Path flows = folder.resolve("short.cm");
    TrafficClassesRunTest.toTheFirst(flows, 12, 10, 400_000);
    String ten = Files.readString(flows).replace("Connections 10", "Connections 11");
    Files.writeString(flows, ten + "11->0 start 100 size 2000\n");
    String[] network = {"--topology", "single,12", "--workload", flows.toString()};
    SmarttRun homa = run("Homa.java", List.of(network));
    SmarttRun eqds =
        SmarttRun.of(
            folder.resolve("eqds"),
            Stream.concat(Stream.of("--scheme", "eqds"), Stream.of(network))
                .toArray(String[]::new));
    double first =
        TrafficClassesRunTest.column(homa, "slowdown_idle").getOrDefault("h12", Double.NaN);
    // At most the packet that is on the wire goes before it.
    assertThat(first).isBetween(1.0, 1.5);
    assertThat(TrafficClassesRunTest.column(eqds, "slowdown_idle").get("h12"))
        .isGreaterThan(1.5 * first);
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

  /** The file's rules are those of the built-in NSCC: by the round-trip time it does the same. */
  @Test
  void nsccByTheRoundTripTimeIsTheBuiltInOne() {
    String nscc = DOCS.resolve("schemes").resolve("CsigNscc.java").toString();
    for (String trimming : List.of("p4", "off")) {
      String[] common = {"workload=incast:8x256KiB", "trimming=" + trimming};
      SmarttRun file =
          csig(
              "file-" + trimming,
              nscc,
              Stream.concat(Stream.of("csig-nscc.delay=rtt"), Stream.of(common))
                  .toArray(String[]::new));
      SmarttRun builtIn =
          csig(
              "built-in-" + trimming,
              "smartt",
              Stream.concat(Stream.of("constants=ue"), Stream.of(common)).toArray(String[]::new));
      assertThat(file.file("flows.csv")).isEqualTo(builtIn.file("flows.csv"));
      assertThat(file.number("marks")).isPositive();
    }
  }

  /**
   * Where hosts take 5 us on average for a frame, NSCC by the round-trip time leaves the path idle:
   * flows take half as long again. By CSIG's delay they hardly notice. Without such hosts both are
   * alike. The window has room for the hosts' time: NSCC's own 1.5 BDPs bound both.
   */
  @Test
  void nsccByCsigDoesNotTakeHostsForCongestion() {
    String nscc = DOCS.resolve("schemes").resolve("CsigNscc.java").toString();
    double[][] medians = new double[2][2];
    for (int late = 0; late < 2; late++) {
      for (int rtt = 0; rtt < 2; rtt++) {
        medians[late][rtt] =
            median(
                csig(
                    late + "-" + rtt,
                    nscc,
                    "workload=core-permutation:1MiB",
                    "host.delay=0us+" + (late * 5) + "us",
                    "transport.timeout-base-rtts=100",
                    "csig-nscc.max-window-bdps=6",
                    "csig-nscc.delay=" + (rtt == 0 ? "csig" : "rtt")));
      }
    }
    assertThat(medians[0][1] / medians[0][0]).isBetween(0.9, 1.1);
    assertThat(medians[1][0] / medians[0][0]).isLessThan(1.3);
    assertThat(medians[1][1] / medians[1][0]).isGreaterThan(1.25);
  }

  /** A period without the hosts' time brings few bytes, which QuickAdapt makes the window. */
  @Test
  void quickAdaptCountsForAsLongAsHostsTake() {
    String nscc = DOCS.resolve("schemes").resolve("CsigNscc.java").toString();
    List<Double> lasts = new ArrayList<>();
    for (boolean longPeriod : List.of(false, true)) {
      lasts.add(
          last(
              csig(
                  "period-" + longPeriod,
                  nscc,
                  "seed=3",
                  "workload=core-permutation:2MiB",
                  "host.delay=0us+5us",
                  "transport.timeout-base-rtts=100",
                  "csig-nscc.max-window-bdps=6",
                  "csig-nscc.long-period=" + longPeriod)));
    }
    assertThat(lasts.get(1)).isLessThan(lasts.get(0) / 1.5);
  }

  /** Four times as much down as up at each rack: RoCEv2's flows stay where they collide. */
  @Test
  void strackIsAheadOfRocev2WhereTheCoreIsOversubscribed() {
    String[] common = {"--set", "topology=leafspine,4,2,8", "--workload", "permutation:512KiB"};
    SmarttRun strack = run("STrack.java", List.of(common));
    SmarttRun rocev2 =
        SmarttRun.of(
            folder.resolve("rocev2"),
            Stream.concat(Stream.of("--scheme", "rocev2"), Stream.of(common))
                .toArray(String[]::new));
    assertThat(rocev2.status()).as(rocev2.err()).isZero();
    assertThat(strack.column("flows.csv", "verified_bytes")).hasSize(32).containsOnly("524288");
    assertThat(last(strack)).isLessThan(last(rocev2) / 1.5);
    assertThat(strack.number("timeouts")).isZero();
  }

  /** One of four spines has a fifth of its rate, and what a path's delay says is of that path. */
  @Test
  void falconIsAheadOfItsOwnSinglePathWhereASpineIsSlow() {
    List<Double> lasts = new ArrayList<>();
    for (String paths : List.of("1 0", "1 5", "4 5")) {
      String[] of = paths.split(" ", -1);
      SmarttRun run =
          run(
              "Falcon.java",
              List.of(
                  "--force",
                  "--workload",
                  "core-permutation:1MiB",
                  "--set",
                  "link.rates=spine4=10Gbps",
                  "--set",
                  "falcon.paths=" + of[0],
                  "--set",
                  "falcon.repath-rounds=" + of[1]));
      lasts.add(last(run));
      assertThat(run.column("flows.csv", "verified_bytes")).hasSize(16).containsOnly("1048576");
    }
    assertThat(lasts.get(1)).as("PLB leaves the slow path").isLessThan(lasts.get(0) / 1.2);
    assertThat(lasts.get(2)).as("four paths").isLessThan(lasts.get(1) / 1.1);
  }

  /** Hosts take 5 us on average, of a base RTT of 12: with them each delay is above the target. */
  @Test
  void falconWithoutHostsTimeKeepsItsThroughputWhereHostsAnswerLate() {
    List<Double> medians = new ArrayList<>();
    for (String fabric : List.of("false", "true")) {
      SmarttRun run =
          run(
              "Falcon.java",
              List.of(
                  "--force",
                  "--workload",
                  "core-permutation:1MiB",
                  "--set",
                  "host.delay=0us+5us",
                  "--set",
                  "falcon.fabric-delay=" + fabric));
      medians.add(median(run));
    }
    assertThat(medians.get(1)).isLessThan(medians.get(0) / 2);
  }

  /** The page's commands run as they stand there, and each file has as many lines as it says. */
  @Test
  void thePageSaysWhatThereIs() throws IOException {
    String page = Files.readString(DOCS.resolve("schemes.md"));
    List<MatchResult> files =
        Pattern.compile("\\| `([^`]+)` \\| (\\d+) \\|").matcher(page).results().toList();
    assertThat(files).hasSize(9);
    for (MatchResult file : files) {
      assertThat(Files.readAllLines(DOCS.resolve("schemes").resolve(file.group(1))))
          .as(file.group(1))
          .hasSize(Integer.parseInt(file.group(2)));
    }
    List<MatchResult> commands =
        Pattern.compile("\\./smartt (run .*?)--out runs/([\\w-]+)")
            .matcher(page)
            .results()
            .toList();
    assertThat(commands).hasSize(7);
    for (MatchResult command : commands) {
      String[] words = command.group(1).replace("docs/extend", "../docs/extend").split(" +", -1);
      SmarttRun run =
          SmarttRun.command(
              Stream.concat(
                      Stream.of(words).filter(word -> !word.isEmpty()),
                      Stream.of("--out", folder.resolve(command.group(2)).toString()))
                  .toArray(String[]::new));
      assertThat(run.status()).as(run.err()).isZero();
      String balancer =
          Map.of("csig-nscc", "reps", "strack", "bitmap", "homa", "reps")
              .getOrDefault(command.group(2), "ecmp");
      assertThat(run.out()).contains(command.group(2) + ", " + balancer);
    }
  }
}
