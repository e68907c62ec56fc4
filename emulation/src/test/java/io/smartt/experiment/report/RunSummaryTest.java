package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import io.smartt.experiment.report.RunResult.ReorderPeak;
import io.smartt.experiment.report.RunResult.RunCost;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.p4.pipeline.PacketByteCount;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link RunSummary} and {@link SummaryJson}. */
class RunSummaryTest {
  private static final long US = 1_000_000;

  @Test
  void countsWhatFlowsAndQueuesSaw() {
    RunSummary summary =
        run(flow(0, 10 * US, OptionalLong.of(30 * US)), flow(1, 0, OptionalLong.of(10 * US)))
            .summary();

    assertThat(summary.flows()).isEqualTo(2);
    assertThat(summary.finishedFlows()).isEqualTo(2);
    assertThat(summary.fctUs()).contains(new Distribution(10, 15, 19.9, 20));
    assertThat(summary.slowdown()).contains(new Distribution(2, 3, 3.98, 4));
    assertThat(summary.lastFinishUs()).hasValue(30);
    // Throughputs 1 and 1/2: (3/2)^2 / (2 * 5/4) = 0.9.
    assertThat(summary.jain().orElseThrow()).isCloseTo(0.9, within(1e-12));
    assertThat(summary.number("trims")).hasValue(3);
    assertThat(summary.number("marks")).hasValue(4);
    assertThat(summary.number("drops")).hasValue(2 + 5);
    assertThat(summary.number("pauseFrames")).hasValue(6);
    assertThat(summary.number("retransmissions")).hasValue(2 * 7);
    assertThat(summary.number("timeouts")).hasValue(2 * 8);
    assertThat(summary.number("bytesDelivered")).hasValue(2 * 1000);
    assertThat(summary.number("bytesVerified")).hasValue(2 * 999);
  }

  @Test
  void withoutAFinishedFlowHasNoTimes() {
    RunSummary summary = run(flow(0, 0, OptionalLong.empty())).summary();

    assertThat(summary.finishedFlows()).isZero();
    assertThat(summary.fctUs()).isEmpty();
    assertThat(summary.jain()).isEmpty();
    assertThat(summary.lastFinishUs()).isEmpty();
  }

  @Test
  void fairnessIsOneForEqualsAndOneNthForOneWhoHasAll() {
    assertThat(RunSummary.jain(new double[] {5, 5, 5}).orElseThrow()).isCloseTo(1, within(1e-12));
    assertThat(RunSummary.jain(new double[] {0, 0, 0, 9})).hasValue(0.25);
  }

  @Test
  void jsonHasTheKeysOfEveryFabricInTheirOrder() throws IOException {
    JsonNode json = json(run(flow(0, 0, OptionalLong.of(20 * US))));

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "name",
            "fabric",
            "topology",
            "workload",
            "scheme",
            "loadBalancer",
            "trimming",
            "constants",
            "seed",
            "dilation",
            "status",
            "flows",
            "fctUs",
            "slowdown",
            "leastRtt",
            "rttJitterUs",
            "lastFinishUs",
            "jain",
            "trims",
            "marks",
            "drops",
            "pauseFrames",
            "retransmissions",
            "timeouts",
            "bytesDelivered",
            "bytesVerified",
            "skippedBytes",
            "cause",
            "timely",
            "lateness",
            "events",
            "packetHops",
            "wallSeconds",
            "cpuSeconds",
            "peakRssBytes");
    assertThat(json.at("/flows").toString()).isEqualTo("{\"count\":1,\"finished\":1}");
    assertThat(json.at("/slowdown").toString())
        .isEqualTo("{\"min\":4,\"median\":4,\"p99\":4,\"max\":4}");
    assertThat(json.at("/seed").asLong()).isEqualTo(3);
    assertThat(json.at("/wallSeconds").asDouble()).isEqualTo(1.25);
    assertThat(json.at("/peakRssBytes").asLong()).isEqualTo(4096);
  }

  @Test
  void jsonHasTheReorderPeakOfReceiversThatReorder() throws IOException {
    RunResult run = run(flow(0, 0, OptionalLong.of(20 * US)));

    JsonNode json = json(run.draft().kept(Optional.of(new ReorderPeak(53, "h2"))).result());

    assertThat(json.at("/reorderPeak").toString()).isEqualTo("{\"packets\":53,\"host\":\"h2\"}");
    assertThat(json(run.failed("why").draft().history(RunHistory.NONE).result()).has("reorderPeak"))
        .isFalse();
  }

  @Test
  void jsonOfNothingFinishedHasNulls() throws IOException {
    JsonNode json = json(run(flow(0, 0, OptionalLong.empty())));

    assertThat(json.get("fctUs").isNull()).isTrue();
    assertThat(json.get("jain").isNull()).isTrue();
    assertThat(json.get("flows").get("finished").asInt()).isZero();
  }

  @Test
  void aFlowCannotFinishBeforeItStarts() {
    assertThatThrownBy(() -> flow(9, 5, OptionalLong.of(5)))
        .hasMessage("flow 9: finish 5 ps, start 5 ps");
  }

  private static JsonNode json(RunResult run) throws IOException {
    return new ObjectMapper().readTree(SummaryJson.of(run.summary()));
  }

  private static FlowRecord flow(int id, long startPs, OptionalLong finishPs) {
    return MadeUpRun.flow(
        id,
        "a",
        "b",
        1000,
        startPs,
        finishPs,
        5 * US,
        new FlowCounters(17, 7, 8, 3, 4, 1000, 999, 0, FlowEnds.BOTH),
        new PathInfo(2, 1, US, OptionalLong.empty()));
  }

  private static RunResult run(FlowRecord... flows) {
    PacketByteCount none = PacketByteCount.ZERO;
    QueueCounters.QueueRecord queue =
        new QueueCounters.QueueRecord(
            "s1",
            1,
            0,
            new QueueCounters(
                none,
                none,
                new PacketByteCount(2, 200),
                new PacketByteCount(3, 300),
                new PacketByteCount(4, 400),
                0,
                0,
                none,
                none,
                CountedBy.TRAFFIC_MANAGER));
    return MadeUpRun.result(
        MadeUpRun.identity("n", "virtual", "t", "w", "smartt", "reps", "p4", "paper", 3, 1),
        RunStatus.COMPLETED,
        Optional.empty(),
        List.of(flows),
        List.of(queue),
        5,
        6,
        RunSamples.NONE,
        new TopologyView(List.of(), List.of(), List.of()),
        new RunCost(100, 1.25, 2, 4096));
  }
}
