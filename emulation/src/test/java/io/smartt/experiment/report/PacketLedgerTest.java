package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PacketLedgerTest {
  private static PacketLedger ledger(long sent, long received, long queued, Drops dropped) {
    return new PacketLedger(
        Map.of(PacketLedger.Source.HOSTS, sent),
        Map.of(PacketLedger.End.HOSTS, received, PacketLedger.End.QUEUED, queued),
        dropped,
        List.of(new PacketLedger.PortDrops("s1", 1, dropped)));
  }

  @Test
  void whatBeganAndDidNotEndIsUnaccountedFor() {
    Drops full = Drops.of(DropReason.QUEUE_FULL, 2);

    assertThat(ledger(10, 7, 1, full).unaccounted()).hasValue(0);
    assertThat(ledger(10, 6, 1, full).unaccounted()).hasValue(1);
  }

  /** BMv2 makes copies for groups and clone sessions, and says of none. */
  @Test
  void moreThanBeganIsAFaultOnlyWhereCopiesAreCounted() {
    PacketLedger uncounted = ledger(10, 8, 1, Drops.of(DropReason.QUEUE_FULL, 2));
    PacketLedger counted =
        new PacketLedger(
            Map.of(PacketLedger.Source.HOSTS, 10L, PacketLedger.Source.COPIES, 0L),
            uncounted.to(),
            uncounted.dropped(),
            uncounted.ports());

    assertThat(counted.unaccounted()).hasValue(-1);
    assertThat(uncounted.unaccounted()).isEmpty();
  }

  @Test
  void withoutHostsOrDropsNothingIsSaidOfWhatIsUnaccountedFor() {
    assertThat(PacketLedger.UNKNOWN.unaccounted()).isEmpty();
    assertThat(PacketLedger.of(Drops.of(DropReason.QUEUE_FULL, 2), List.of()).unaccounted())
        .isEmpty();
    assertThat(ledger(10, 10, 0, Drops.UNKNOWN).unaccounted()).isEmpty();
  }

  @Test
  void theTimeSinceAnEarlierLedgerBeginsWithWhatWasOnItsWay() {
    PacketLedger before = ledger(10, 6, 3, Drops.of(DropReason.LINK_DOWN, 1));
    PacketLedger after = ledger(30, 26, 0, Drops.of(DropReason.LINK_DOWN, 4));

    PacketLedger since = after.since(before);

    assertThat(since.from())
        .isEqualTo(Map.of(PacketLedger.Source.HOSTS, 20L, PacketLedger.Source.BEFORE, 3L));
    assertThat(since.dropped()).isEqualTo(Drops.of(DropReason.LINK_DOWN, 3));
    assertThat(since.ports())
        .containsExactly(new PacketLedger.PortDrops("s1", 1, Drops.of(DropReason.LINK_DOWN, 3)));
    assertThat(since.unaccounted()).hasValue(0);
  }

  @Test
  void aReasonThatOneNodeCountsIsKnownOfTheSum() {
    PacketLedger sum =
        PacketLedger.UNKNOWN.plus(PacketLedger.of(Drops.of(DropReason.TTL, 2), List.of()));

    assertThat(sum.dropped()).isEqualTo(Drops.of(DropReason.TTL, 2));
    assertThat(sum.dropped().of(DropReason.PROGRAM)).isEmpty();
  }

  @Test
  void dropsThatNobodyCountedAreNullAndNotZero() {
    RunResult result = MadeUpRun.completed(1);

    String unknown =
        SummaryJson.of(result.draft().packets(PacketLedger.UNKNOWN).result().summary());
    String known =
        SummaryJson.of(
            result
                .draft()
                .packets(ledger(9, 4, 0, Drops.of(DropReason.QUEUE_FULL, 5)))
                .result()
                .summary());

    assertThat(unknown).contains("\"drops\" : null", "\"unaccounted\" : null");
    assertThat(known)
        .contains("\"drops\" : 5", "\"queueFull\" : 5", "\"ttl\" : null", "\"unaccounted\" : 0");
  }

  /** BMv2 counts trims and no drops: that there was none is known where each switch answered. */
  @Test
  void noTrimIsZeroWhereEachSwitchCountsAndUnknownWhereOneIsSilent() {
    List<QueueRecord> queues =
        MadeUpRun.leafSpine().nodes().stream()
            .filter(node -> node.kind() == TopologyView.Kind.SWITCH)
            .map(node -> new QueueRecord(node.name(), 1, 0, counters(0, 7)))
            .toList();

    RunSummary all = counted(queues);
    RunSummary butOne = counted(queues.subList(1, queues.size()));

    assertThat(all.ofSwitches(QueueCounters::trimmed)).hasValue(0L);
    assertThat(all.silentSwitches(QueueCounters::marked)).isEmpty();
    assertThat(butOne.ofSwitches(QueueCounters::trimmed)).isEmpty();
    assertThat(butOne.ofSwitches(QueueCounters::marked)).hasValue(7L * (queues.size() - 1));
    assertThat(butOne.silentSwitches(QueueCounters::marked)).isEqualTo("of switches that answer");
  }

  private static RunSummary counted(List<QueueRecord> queues) {
    return MadeUpRun.of(RunStatus.COMPLETED, Optional.empty(), List.of(), 0)
        .draft()
        .switches(new RunResult.Switched(queues, 0, 0, Optional.empty(), List.of()))
        .packets(PacketLedger.UNKNOWN)
        .result()
        .summary();
  }

  private static QueueCounters counters(long trims, long marks) {
    PacketByteCount none = new PacketByteCount(0, 0);
    return new QueueCounters(
        none,
        none,
        none,
        new PacketByteCount(trims, trims),
        new PacketByteCount(marks, marks),
        0,
        0,
        none,
        none,
        CountedBy.TRAFFIC_MANAGER);
  }
}
