package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import java.util.List;
import java.util.stream.Collectors;

/** Laws of what one run measured. */
final class RunLaws {
  static final List<Law> ALL =
      List.of(
          new Law("each packet ends somewhere", 1, RunLaws::ledger),
          new Law(
              "each byte arrives once and is verified, or its loss is named", 1, RunLaws::bytes),
          new Law("nothing is lost without a reason for it", 1, RunLaws::reasons),
          new Law("without troubles every flow finishes", 1, RunLaws::finishes),
          new Law("no flow is faster than its links", 1, RunLaws::bounds),
          new Law("no flow is faster than alone in the network", 1, RunLaws::ideals),
          new Law("events are in order and within the run", 1, RunLaws::events),
          new Law("of events alike a thousand and the last are kept", 1, RunLaws::alike));

  private static final double PS_PER_BYTE_AT_1_BPS = 8e12;
  private static final double ROUNDING = 1e-6;

  private RunLaws() {}

  private static boolean ledger(Trial trial) {
    RunResult result = trial.done().result();
    PacketLedger ledger = result.packets().orElseThrow();
    assertThat(ledger.unaccounted()).as(ledger.equation()).hasValue(0);
    assertThat(ledger.from().values()).as(ledger.equation()).allMatch(count -> count >= 0);
    assertThat(ledger.to().values()).as(ledger.equation()).allMatch(count -> count >= 0);
    assertThat(ledger.dropped().packets().values()).allMatch(count -> count >= 0);
    long full =
        result.queues().stream().mapToLong(queue -> queue.counters().dropped().packets()).sum();
    assertThat(full).isEqualTo(ledger.dropped().of(DropReason.QUEUE_FULL).orElseThrow());
    for (var queue : result.queues()) {
      var counters = queue.counters();
      assertThat(counters.dequeued().packets())
          .as("%s leave after they came", queue)
          .isLessThanOrEqualTo(counters.enqueued().packets());
      assertThat(counters.marked().packets())
          .as("%s marks what leaves", queue)
          .isLessThanOrEqualTo(counters.dequeued().packets());
    }
    return true;
  }

  private static boolean bytes(Trial trial) {
    RunResult result = trial.done().result();
    for (FlowRecord flow : result.flows()) {
      long delivered = flow.counters().bytesDelivered();
      assertThat(delivered).as("%s", flow).isBetween(0L, flow.bytes());
      assertThat(flow.counters().bytesVerified()).as("%s", flow).isEqualTo(delivered);
      if (flow.finished()) {
        assertThat(delivered).as("%s", flow).isEqualTo(flow.bytes());
      }
    }
    boolean all = result.flows().stream().allMatch(FlowRecord::finished);
    if (trial.done().completed()) {
      assertThat(all).as("completed").isTrue();
    } else {
      assertThat(result.message().orElse("")).as("why it failed").isNotBlank();
      assertThat(result.message().orElse("")).doesNotContain("a fault of this program");
    }
    return true;
  }

  private static boolean reasons(Trial trial) {
    RunResult result = trial.done().result();
    Settings settings = trial.spec().settings();
    var dropped = result.packets().orElseThrow().dropped();
    if (isUntroubled(trial.spec())) {
      for (DropReason reason : List.of(DropReason.LINK_DOWN, DropReason.LINK_LOSS)) {
        assertThat(dropped.of(reason)).as("%s", reason).hasValue(0);
      }
    }
    assertThat(dropped.of(DropReason.PROGRAM)).as("program").hasValue(0);
    assertThat(dropped.of(DropReason.NO_PORT)).as("no port").hasValue(0);
    if (trial.spec().lossless()
        && SettingKeys.PFC.read(settings).headroomBytes() == 0
        && isWell(settings)) {
      assertThat(dropped.of(DropReason.QUEUE_FULL)).as("over PFC").hasValue(0);
    }
    return true;
  }

  /** Returns whether links and hosts are well for the whole run. */
  static boolean isUntroubled(ExperimentSpec spec) {
    Settings settings = spec.settings();
    return isWell(settings) && settings.get(SettingKeys.HOST_DELAY).spreadPs() == 0;
  }

  private static boolean isWell(Settings settings) {
    return settings.get(SettingKeys.LINK_FAILURES).isEmpty()
        && settings.get(SettingKeys.LINK_LOSS) == 0
        && settings.get(SettingKeys.FAILURES_LINKS).isNone()
        && settings.get(SettingKeys.FAILURES_SWITCHES).isNone()
        && settings.get(SettingKeys.FAILURES_HOSTS).isNone();
  }

  private static boolean finishes(Trial trial) {
    if (!isUntroubled(trial.spec())) {
      return false;
    }
    RunResult result = trial.done().result();
    assertThat(trial.done().completed()).as("%s", result.message()).isTrue();
    return true;
  }

  private static boolean bounds(Trial trial) {
    if (trial.spec().settings().text(SettingKeys.LINK_FAILURES).contains("rate:")
        || trial.spec().settings().text(SettingKeys.FAILURES_KIND).contains("rate:")) {
      return false;
    }
    Topology topology = trial.spec().buildTopology();
    for (FlowRecord flow : trial.done().result().flows()) {
      if (flow.finished()) {
        Host from = (Host) topology.node(flow.src()).orElseThrow();
        Host to = (Host) topology.node(flow.dst()).orElseThrow();
        double bps =
            Math.min(
                topology.access(from).link().fasterBps(), topology.access(to).link().fasterBps());
        double latencyPs =
            2.0 * topology.access(from).link().latencyPs()
                + 2.0 * topology.access(to).link().latencyPs();
        double leastPs = PS_PER_BYTE_AT_1_BPS * flow.bytes() / bps + latencyPs;
        assertThat((double) flow.completionPs().orElseThrow())
            .as("%s", flow)
            .isGreaterThanOrEqualTo(leastPs);
      }
    }
    return true;
  }

  /** The ideal spreads evenly over paths; where these differ, a load balancer may do better. */
  private static boolean ideals(Trial trial) {
    ExperimentSpec spec = trial.spec();
    Settings settings = spec.settings();
    if (!isUntroubled(spec)
        || !(spec.topology() instanceof InputSource.Named)
        || settings.get(SettingKeys.LINK_FAILED) > 0
        || !settings.get(SettingKeys.LINK_RATES).isEmpty()
        || !settings.get(SettingKeys.LINK_DOWN).isEmpty()) {
      return false;
    }
    PacketSizes packets = spec.packets();
    double slowestBps =
        spec.buildTopology().links().stream().mapToLong(Link::slowerBps).min().orElseThrow();
    for (FlowRecord flow : trial.done().result().flows()) {
      if (flow.finished()) {
        // The ideal's last packet is a full one at each hop, the flow's may be shorter.
        long last = Math.floorMod(flow.bytes() - 1, (long) packets.payloadBytes()) + 1;
        double shorterPs =
            PS_PER_BYTE_AT_1_BPS
                * (packets.payloadBytes() - last)
                * flow.path().links()
                / slowestBps;
        assertThat((double) flow.completionPs().orElseThrow())
            .as("%s", flow)
            .isGreaterThanOrEqualTo(
                (flow.path().idlePs().orElseThrow() - shorterPs) * (1 - ROUNDING));
      }
    }
    return true;
  }

  private static boolean alike(Trial trial) {
    trial.done().result().history().events().stream()
        .collect(Collectors.groupingBy(event -> event.kind() + " " + event.where()))
        .forEach((what, alike) -> assertThat(alike).as(what).hasSizeLessThanOrEqualTo(1001));
    return true;
  }

  private static boolean events(Trial trial) {
    RunResult result = trial.done().result();
    long lastPs = 0;
    for (RunEvent event : result.history().events()) {
      assertThat(event.timePs()).as("%s", event).isGreaterThanOrEqualTo(lastPs);
      lastPs = event.timePs();
    }
    long endPs =
        result.flows().stream().mapToLong(flow -> flow.finishPs().orElse(0)).max().orElse(0);
    if (trial.done().completed() && result.jobs().jobs().isEmpty()) {
      assertThat(lastPs).as("last event").isLessThanOrEqualTo(endPs);
    }
    return true;
  }
}
