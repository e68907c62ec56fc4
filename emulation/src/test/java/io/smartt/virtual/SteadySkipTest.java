package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.virtual.Virtual.VirtualRun;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SteadySkip}: two flows across four hosts, in runs that skip and that do not. */
@Timeout(60)
class SteadySkipTest {
  private static final long US = 1_000_000;
  private static final long MIB = 1L << 20;
  private static final Pattern SKIP =
      Pattern.compile(
          "skipped ([0-9.,]+) us and ([0-9,]+) B, steady for ([0-9.,]+) us; .*: (\\d+)");

  /** Two long flows on links of their own. */
  private static final List<Flow> TWO =
      List.of(Flow.at(1, 0, 2, 8 * MIB, 0), Flow.at(2, 1, 3, 8 * MIB, 0));

  private static RunResult run(List<Flow> flows, String... assignments) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load("virtual", Map.of("topology", "leafspine,2,2,2"), List.of(assignments), false);
    LivePlan plan = new LivePlan(spec);
    RunResult result =
        new VirtualRun(plan.inputs(new Workload("flows", 4, flows)))
            .run(Optional.empty(), RunMonitor.NONE);
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
    return result;
  }

  private static RunResult skipping(List<Flow> flows, String... more) {
    List<String> all = new ArrayList<>(List.of("skip.steady=true"));
    all.addAll(List.of(more));
    return run(flows, all.toArray(String[]::new));
  }

  private static List<RunEvent> skips(RunResult result) {
    return result.history().events().stream()
        .filter(event -> event.kind() == RunEvent.Kind.TIME_SKIPPED)
        .toList();
  }

  private static double number(RunEvent event, int group) {
    Matcher said = SKIP.matcher(event.what());
    assertThat(said.matches()).as(event.what()).isTrue();
    return Double.parseDouble(said.group(group).replace(",", ""));
  }

  private static void sameTimes(RunResult skipped, RunResult whole) {
    for (int i = 0; i < whole.flows().size(); i++) {
      double wholePs = whole.flows().get(i).completionPs().orElseThrow();
      assertThat((double) skipped.flows().get(i).completionPs().orElseThrow() / wholePs)
          .as("flow %d", i + 1)
          .isCloseTo(1, within(0.01));
      assertThat(skipped.flows().get(i).startPs()).isEqualTo(whole.flows().get(i).startPs());
    }
  }

  @Test
  void flowsEndWhenTheyWouldHaveAndEachByteIsDeliveredOrSkipped() {
    RunResult whole = run(TWO);
    RunResult skipped = skipping(TWO);

    assertThat(skips(whole)).isEmpty();
    assertThat(skips(skipped)).isNotEmpty();
    sameTimes(skipped, whole);
    double left = skips(skipped).stream().mapToDouble(event -> number(event, 2)).sum();
    double delivered =
        skipped.flows().stream().mapToLong(flow -> flow.counters().bytesDelivered()).sum();
    assertThat(delivered + left).isEqualTo(2.0 * 8 * MIB);
    assertThat(delivered).isLessThan(2.0 * 8 * MIB / 2);
    assertThat(skipped.flows()).allMatch(FlowRecord::finished);
  }

  @Test
  void anEventSaysHowMuchWasSkippedAndThatIsWhatLinksCarryInThatTime() {
    RunEvent first = skips(skipping(TWO)).getFirst();

    assertThat(number(first, 4)).isEqualTo(2);
    assertThat(number(first, 1)).isBetween(number(first, 3), 16 * number(first, 3) + 0.1);
    // Bytes of two links, in which headers are less than a twentieth.
    double share = number(first, 2) / (number(first, 1) * 2 * rateBytesUs());
    assertThat(share).as(String.format(Locale.ROOT, "%s", first)).isBetween(0.9, 1.0);
    assertThat(first.timePs()).isLessThan(8 * MIB * US / (long) rateBytesUs());
  }

  /** Bytes that a host's link carries in a microsecond. */
  private static double rateBytesUs() {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load("virtual", Map.of("topology", "leafspine,2,2,2"), List.of(), false);
    return spec.buildTopology().access(spec.buildTopology().host(0)).rateBps() / 8e6;
  }

  @Test
  void aFlowThatStartsLaterStartsAtItsTime() {
    List<Flow> flows =
        List.of(Flow.at(1, 0, 2, 24 * MIB, 0), Flow.at(2, 1, 3, 8 * MIB, 1_200 * US));
    RunResult whole = run(flows);
    RunResult skipped = skipping(flows);

    assertThat(skips(skipped)).hasSizeGreaterThan(1);
    assertThat(skips(skipped).getFirst().timePs()).isLessThan(1_200 * US);
    sameTimes(skipped, whole);
  }

  @Test
  void aFailureComesAtItsTimeAndNoTimeIsSkippedOverIt() {
    String failure = "link.failures=leaf1-spine1@700us..900us";
    RunResult skipped = skipping(TWO, failure);

    assertThat(skips(skipped)).isNotEmpty();
    assertThat(skipped.history().events())
        .filteredOn(event -> event.kind() != RunEvent.Kind.TIME_SKIPPED)
        .extracting(RunEvent::timePs)
        .containsExactly(700 * US, 900 * US);
    for (RunEvent skip : skips(skipped)) {
      double fromUs = (double) skip.timePs() / US;
      double toUs = fromUs + number(skip, 1);
      assertThat(toUs < 700 || fromUs > 700).as(skip.what()).isTrue();
      assertThat(toUs < 900 || fromUs > 900).as(skip.what()).isTrue();
    }
  }

  /** A failure that came later would find the flow at its end. */
  @Test
  void aFailureStopsAFlowForAsLongAsItWouldHave() {
    List<Flow> flows = List.of(Flow.at(1, 0, 2, 24 * MIB, 0), Flow.at(2, 1, 3, 24 * MIB, 0));
    String failure = "link.failures=leaf1-h1@1500us..1600us";
    RunResult skipped = skipping(flows, failure);

    assertThat(skips(skipped).getFirst().timePs()).isLessThan(1_000 * US);
    sameTimes(skipped, run(flows, failure));
    assertThat(skipped.flows().getFirst().counters().timeouts()).isPositive();
    assertThat(skipped.flows().getLast().counters().timeouts()).isZero();
  }

  /** Two flows of one host fill its link together. */
  @Test
  void timeIsSkippedWhereALinkIsFullOfSeveralFlows() {
    List<Flow> flows = List.of(Flow.at(1, 0, 2, 24 * MIB, 0), Flow.at(2, 0, 3, 24 * MIB, 0));
    RunResult skipped = skipping(flows);

    assertThat(skips(skipped)).isNotEmpty();
    sameTimes(skipped, run(flows));
  }

  /** Flows that do not fill their hosts' links may still grow; here links have lost most of it. */
  @Test
  void noTimeIsSkippedWhereHostsLinksAreNotFull() {
    assertThat(skips(skipping(TWO, "link.failures=leaf1-h1=rate:30%@1us,leaf1-h2=rate:30%@1us")))
        .isEmpty();
  }

  @Test
  void seriesGoOnInTimeThatWasSkipped() {
    RunResult whole = run(TWO);
    RunResult skipped = skipping(TWO);

    assertThat(endsUs(skipped)).isCloseTo(endsUs(whole), within(endsUs(whole) / 10));
  }

  /** Skips come at looks where means begin, too, so that several lengths are tried. */
  @Test
  void seriesHaveInTimeThatWasSkippedWhatFlowsGotInIt() {
    for (long bytes : List.of(512 * MIB, 8192 * MIB, 65_536 * MIB)) {
      RunResult result =
          skipping(List.of(Flow.at(1, 0, 2, bytes, 0), Flow.at(2, 1, 2, bytes / 64, 0)));

      assertThat(skips(result)).isNotEmpty();
      for (FlowRecord flow : result.flows()) {
        double sum = sum(result, Metric.GOODPUT, new SampleSubject.Flow(flow.id())) / 8;
        assertThat(sum / flow.bytes()).as("flow %d", flow.id()).isCloseTo(1, within(1e-9));
      }
      double endSeconds = result.flows().getFirst().completionPs().orElseThrow() / 1e12;
      SampleSubject receiver = new SampleSubject.Port("leaf2", 1);
      assertThat(sum(result, Metric.UTILISATION, receiver) / endSeconds)
          .as("%d bytes", bytes)
          .isBetween(0.97, 1.0);
    }
  }

  /** The mean of a series times its length in seconds. */
  private static double sum(RunResult result, Metric metric, SampleSubject subject) {
    SampleSeries one =
        result.samples().series().stream()
            .filter(series -> series.metric() == metric && series.subject().equals(subject))
            .findFirst()
            .orElseThrow();
    return IntStream.range(0, one.size()).mapToDouble(one::mean).sum() * one.widthPs() / 1e12;
  }

  /** The end of the longest series. */
  private static double endsUs(RunResult result) {
    return result.samples().series().stream()
        .mapToDouble(series -> (double) series.startPs(series.size() - 1) / US)
        .max()
        .orElseThrow();
  }
}
