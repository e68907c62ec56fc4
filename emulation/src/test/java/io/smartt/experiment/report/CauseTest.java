package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import io.smartt.experiment.report.JobReport.CollectiveRecord;
import io.smartt.experiment.report.JobReport.JobRecord;
import io.smartt.experiment.report.RunHistory.MachineLateness;
import io.smartt.experiment.report.RunHistory.Timeliness;
import io.smartt.experiment.report.RunResult.RunCost;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.report.TopologyView.Condition;
import io.smartt.experiment.report.TopologyView.Kind;
import io.smartt.experiment.report.TopologyView.Link;
import io.smartt.experiment.report.TopologyView.Node;
import io.smartt.experiment.report.TopologyView.QueueLimits;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link Cause}: two hosts at one switch, 100 us of traffic. */
@Timeout(30)
class CauseTest {
  private static final long US = 1_000_000;
  private static final SampleSubject.Port TO_H1 = new SampleSubject.Port("s1", 1);
  private static final SampleSubject.Port TO_H2 = new SampleSubject.Port("s1", 2);

  @Test
  void namesTheBusiestLinkAndWhatHappenedThere() {
    SampleRecorder samples = new SampleRecorder();
    samples.open(Metric.UTILISATION, TO_H1, US).addDuring(0, 95 * US);
    samples.open(Metric.UTILISATION, TO_H2, US).addDuring(0, 10 * US);
    SampleSeries depth = samples.open(Metric.QUEUE_DEPTH, new SampleSubject.Queue("s1", 1, 0), US);
    depth.record(0, 50);
    depth.record(25_600_000, 101);
    depth.record(76_800_000, 0);

    assertThat(cause(samples.samples(), trims(1, 6), trims(2, 3)))
        .isEqualTo(
            "s1 to h1 was used to 95.0 %, 6 of 9 trims were there,"
                + " the queue stood above Kmin for 51.2 % of the time");
  }

  @Test
  void saysWhereTrimsWereThatWereElsewhere() {
    SampleRecorder samples = new SampleRecorder();
    samples.open(Metric.UTILISATION, TO_H1, US).addDuring(0, 95 * US);
    samples.open(Metric.UTILISATION, TO_H2, US).addDuring(0, 95 * US);

    assertThat(cause(samples.samples(), trims(1, 3), trims(2, 6)))
        .containsAnyOf("s1 to h1 and 1 more were used to 95.0 %", "s1 to h2 and 1 more")
        .contains("6 of 9 trims were");
  }

  @Test
  void saysThatNothingLimitedARun() {
    SampleRecorder samples = new SampleRecorder();
    samples.open(Metric.UTILISATION, TO_H1, US).addDuring(0, 40 * US);

    assertThat(cause(samples.samples()))
        .isEqualTo("no link limited the run: even the busiest, s1 to h1, was used to 40.0 %");
  }

  @Test
  void doesNotGuessWhatNobodyRecorded() {
    assertThat(cause(RunSamples.NONE)).isEqualTo("the use of links was not recorded");
    assertThat(cause(RunSamples.NONE, trims(1, 6), trims(2, 3)))
        .isEqualTo("the use of links was not recorded, 6 of 9 trims were at s1 to h1");
  }

  @Test
  void lossesAndLatenessComeFirst() {
    Timeliness late =
        new Timeliness(List.of(), List.of("a switch was late"), new MachineLateness(0, 0, 0, 0, 0));
    RunResult run =
        new ResultDraft(run(RunStatus.COMPLETED, OptionalLong.of(100 * US), RunSamples.NONE))
            .packets(PacketLedger.of(new Drops(Map.of(DropReason.LINK_LOSS, 12L)), List.of()))
            .history(new RunHistory(List.of(), Optional.of(late)))
            .result();

    assertThat(run.summary().cause())
        .contains(
            "packets were lost: link loss 12; this machine did not keep time: a switch was late;"
                + " the use of links was not recorded");
  }

  @Test
  void lossesOfBothBooksAreTiedToTheirPorts() {
    Drops refused = new Drops(Map.of(DropReason.KERNEL, 7L));
    PacketLedger ledger =
        new PacketLedger(
            Map.of(PacketLedger.Source.HOSTS, 100L),
            Map.of(PacketLedger.End.HOSTS, 90L),
            refused,
            List.of(new PacketLedger.PortDrops("s1", 2, refused)));
    RunEvent down = new RunEvent(US * 1_000_000, RunEvent.Kind.LINK_DOWN, "", "s1-h2");
    RunResult run =
        new ResultDraft(run(RunStatus.COMPLETED, OptionalLong.of(100 * US), RunSamples.NONE))
            .packets(ledger)
            .history(new RunHistory(List.of(down), Optional.empty()))
            .result();

    assertThat(run.summary().cause())
        .contains(
            "packets were lost: refused by the kernel 7, unaccounted for 3 packets"
                + " around s1-h2 link-down, 1.00 s to its end; the use of links was not recorded");
  }

  @Test
  void aJobsCriticalPathAndASlowCollectiveAreNamed() {
    RunResult run = run(RunStatus.COMPLETED, OptionalLong.of(100 * US), RunSamples.NONE);
    JobRecord job =
        new JobRecord(
            "train",
            2,
            new JobReport.JobWork(4, 4, OptionalLong.of(100 * US), 0, 0, 0, 8),
            3,
            25 * US,
            0);
    CollectiveRecord collective =
        new CollectiveRecord(
            "train",
            "ring",
            "allreduce",
            "ring",
            2,
            250_000,
            OptionalLong.of(0),
            0,
            OptionalLong.of(100 * US),
            1);
    RunResult withJobs =
        new ResultDraft(run)
            .jobs(new JobReport(List.of(job), List.of(), List.of(collective), List.of()))
            .result();

    assertThat(withJobs.summary().cause().orElseThrow())
        .startsWith(
            "of the critical path of job train 75.0 % was messages and 25.0 % computing;"
                + " collective ring had a bus bandwidth of 2.50 GB/s, 40.0 % of a host's link; ");
  }

  @Test
  void unfinishedFlowsAreCountedAndARunThatGoesOnHasNoCause() {
    assertThat(run(RunStatus.FAILED, OptionalLong.empty(), RunSamples.NONE).summary().cause())
        .contains("1 of 1 flows did not finish; the use of links was not recorded");
    assertThat(run(RunStatus.RUNNING, OptionalLong.empty(), RunSamples.NONE).summary().cause())
        .isEmpty();
  }

  private static String cause(RunSamples samples, QueueRecord... queues) {
    return run(RunStatus.COMPLETED, OptionalLong.of(100 * US), samples, queues)
        .summary()
        .cause()
        .orElseThrow();
  }

  private static QueueRecord trims(int port, long packets) {
    PacketByteCount none = PacketByteCount.ZERO;
    PacketByteCount trimmed = new PacketByteCount(packets, packets * 100);
    return new QueueRecord(
        "s1",
        port,
        1,
        new QueueCounters(
            none, none, none, trimmed, none, 0, 0, none, none, CountedBy.TRAFFIC_MANAGER));
  }

  private static RunResult run(
      RunStatus status, OptionalLong finishPs, RunSamples samples, QueueRecord... queues) {
    long rate = 50_000_000_000L;
    return MadeUpRun.result(
        MadeUpRun.identity(1),
        status,
        Optional.empty(),
        List.of(
            MadeUpRun.flow(
                0,
                "h2",
                "h1",
                1000,
                0,
                finishPs,
                5 * US,
                new FlowCounters(1, 0, 0, 0, 0, 1000, 1000, 0, FlowEnds.BOTH),
                new PathInfo(2, 1, US, OptionalLong.empty()))),
        List.of(queues),
        0,
        0,
        samples,
        new TopologyView(
            List.of(
                new Node("h1", Kind.HOST, 0),
                new Node("h2", Kind.HOST, 0),
                new Node("s1", Kind.SWITCH, 1)),
            List.of(
                new Link("h1", 0, "s1", 1, rate, 0, Condition.UP),
                new Link("h2", 0, "s1", 2, rate, 0, Condition.UP)),
            List.of(new QueueLimits("s1", 1, 0, 100, 200, 300))),
        new RunCost(0, 0, 0, 0));
  }
}
