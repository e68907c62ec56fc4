package io.smartt.softswitch.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link SwitchCounts}. */
class SwitchCountsTest {
  @Test
  void theDifferenceToAnEarlierSnapshotIsWhatCameInBetween() {
    SwitchCounts before = new SwitchCounts(List.of(), 3, 100);
    SwitchCounts now = new SwitchCounts(List.of(), 10, 250);

    SwitchCounts between = now.since(before);

    assertThat(between.unqueuedDrops()).isEqualTo(7);
    assertThat(between.hops()).isEqualTo(150);
  }

  @Test
  void queuesAndTheLedgerAreThoseOfTheTimeInBetweenToo() {
    SwitchCounts before = counted(5, 2);
    SwitchCounts now = counted(12, 6);

    SwitchCounts between = now.since(before);

    assertThat(between.queues()).containsExactly(queue(7));
    assertThat(between.packets().dropped().of(DropReason.TTL)).hasValue(4);
  }

  private static SwitchCounts counted(long enqueued, long dead) {
    return new SwitchCounts(List.of(queue(enqueued)), 0, 0)
        .with(PacketLedger.of(Drops.of(DropReason.TTL, dead), List.of()));
  }

  private static QueueCounters.QueueRecord queue(long enqueued) {
    PacketByteCount count = new PacketByteCount(enqueued, 100 * enqueued);
    PacketByteCount none = PacketByteCount.ZERO;
    return new QueueCounters.QueueRecord(
        "leaf1",
        3,
        1,
        new QueueCounters(
            count, none, none, none, none, 2, 200, none, none, CountedBy.TRAFFIC_MANAGER));
  }

  @Test
  void switchesAddUp() {
    SwitchCounts sum =
        new SwitchCounts(List.of(), 3, 100).plus(new SwitchCounts(List.of(), 10, 250));

    assertThat(sum.unqueuedDrops()).isEqualTo(13);
    assertThat(sum.hops()).isEqualTo(350);
  }
}
