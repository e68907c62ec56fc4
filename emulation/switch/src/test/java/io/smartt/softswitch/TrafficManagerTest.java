package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.QueueCounters;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.softswitch.TrafficManager.Verdict;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests of {@link TrafficManager}. */
class TrafficManagerTest {
  private static final int PORT = 1;
  private static final int DATA = 0;
  private static final int CONTROL = 1;

  private static QueuedPacket packet(int priority, int bytes) {
    QueuedPacket packet = new QueuedPacket(new FakeContext());
    packet.context.set(StandardMetadata.PRIORITY, priority);
    packet.bytes = bytes;
    packet.receivedBytes = bytes;
    return packet;
  }

  private static TrafficManager with(QueueConfig data) {
    return new TrafficManager(2, List.of(data, QueueConfig.packets(100)));
  }

  @Test
  void servesTheHighestPriorityFirstAndEachQueueInOrder() {
    TrafficManager manager = with(QueueConfig.packets(10));
    QueuedPacket firstData = packet(DATA, 100);
    QueuedPacket secondData = packet(DATA, 100);
    QueuedPacket control = packet(CONTROL, 100);
    manager.enqueue(PORT, firstData, 0);
    manager.enqueue(PORT, secondData, 0);
    manager.enqueue(PORT, control, 0);

    assertThat(manager.dequeue(PORT, 0)).isSameAs(control);
    assertThat(manager.dequeue(PORT, 0)).isSameAs(firstData);
    assertThat(manager.dequeue(PORT, 0)).isSameAs(secondData);
    assertThat(manager.dequeue(PORT, 0)).isNull();
  }

  @Test
  void readsAheadOfAQueueAndLeavesItAsItIs() {
    TrafficManager manager = with(QueueConfig.packets(100));
    QueuedPacket first = packet(DATA, 1);
    manager.enqueue(PORT, first, 0);
    for (int i = 0; i < 40; i++) {
      manager.enqueue(PORT, packet(DATA, 1), 0);
    }
    manager.enqueue(2, packet(CONTROL, 1), 0);
    QueueCounters before = manager.counters(PORT, DATA);

    assertThat(manager.prefetch()).as("16 of one queue, 1 of another").isEqualTo(17);
    assertThat(manager.counters(PORT, DATA)).isEqualTo(before);
    assertThat(manager.dequeue(PORT, 0)).isSameAs(first);

    while (manager.depthPackets(PORT, DATA) > 3) {
      manager.dequeue(PORT, 0);
    }
    assertThat(manager.prefetch()).isEqualTo(4);
  }

  @Test
  void packetsCarryTheDepthBehindThemOrTheOneThatTheyFound() {
    for (QueueConfig.DepthSeen seen : QueueConfig.DepthSeen.values()) {
      TrafficManager manager = with(QueueConfig.packets(10).with(seen));
      for (int i = 0; i < 3; i++) {
        manager.enqueue(PORT, packet(DATA, 1), 0);
      }
      int[] depths = new int[3];
      for (int i = 0; i < 3; i++) {
        QueuedPacket packet = Objects.requireNonNull(manager.dequeue(PORT, 0));
        depths[i] = (int) packet.context.get(StandardMetadata.DEQ_QDEPTH);
      }
      assertThat(depths)
          .as(seen.toString())
          .containsExactly(
              seen == QueueConfig.DepthSeen.AT_DEQUEUE ? new int[] {2, 1, 0} : new int[] {0, 1, 2});
    }
  }

  @Test
  void dropsWhatExceedsTheCapacityInPackets() {
    TrafficManager manager = with(QueueConfig.packets(2));

    assertThat(manager.enqueue(PORT, packet(DATA, 1), 0)).isEqualTo(Verdict.QUEUED);
    assertThat(manager.enqueue(PORT, packet(DATA, 9000), 0)).isEqualTo(Verdict.QUEUED);
    assertThat(manager.enqueue(PORT, packet(DATA, 7), 0)).isEqualTo(Verdict.DROPPED);

    assertThat(manager.counters(PORT, DATA).dropped().packets()).isEqualTo(1);
    assertThat(manager.counters(PORT, DATA).dropped().bytes()).isEqualTo(7);
  }

  @Test
  void dropsWhatExceedsTheCapacityInBytesButTakesASmallerPacketAfter() {
    TrafficManager manager = with(QueueConfig.bytes(1000));

    assertThat(manager.enqueue(PORT, packet(DATA, 600), 0)).isEqualTo(Verdict.QUEUED);
    assertThat(manager.enqueue(PORT, packet(DATA, 401), 0)).isEqualTo(Verdict.DROPPED);
    assertThat(manager.enqueue(PORT, packet(DATA, 400), 0)).isEqualTo(Verdict.QUEUED);
  }

  @Test
  void trimsIntoTheOtherQueueWhatDoesNotFit() {
    TrafficManager manager =
        with(QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(206, 48, CONTROL)));
    manager.enqueue(PORT, packet(DATA, 4160), 0);
    QueuedPacket late = packet(DATA, 4160);

    assertThat(manager.enqueue(PORT, late, 0)).isEqualTo(Verdict.QUEUED);

    assertThat(late.bytes).isEqualTo(206);
    assertThat(late.queue).isEqualTo(CONTROL);
    assertThat(late.context.get(StandardMetadata.PRIORITY)).isEqualTo(CONTROL);
    assertThat(manager.counters(PORT, CONTROL).trimmed().packets()).isEqualTo(1);
    assertThat(manager.counters(PORT, DATA).dropped().packets()).isZero();
  }

  /**
   * SONiC's test plan wants such packets "not trimmed but the DSCP value is updated" (sonic-mgmt,
   * Packet_Trimming_Testplan, case 3, steps 5 and 6, commit 06ae33fd).
   */
  @Test
  void aPacketThatIsShortAlreadyGoesTheSameWayWhole() {
    TrafficManager manager =
        with(QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(206, 48, CONTROL)));
    manager.enqueue(PORT, packet(DATA, 4160), 0);
    QueuedPacket late = packet(DATA, 206);

    assertThat(manager.enqueue(PORT, late, 0)).isEqualTo(Verdict.QUEUED);

    assertThat(late.bytes).isEqualTo(206);
    assertThat(late.queue).isEqualTo(CONTROL);
    assertThat(late.trimming).isNotNull();
    assertThat(manager.counters(PORT, CONTROL).trimmed().packets()).as("it is whole").isZero();
    assertThat(manager.counters(PORT, DATA).dropped().packets()).isZero();
  }

  @Test
  void aShortPacketIsDroppedWhereTheOtherQueueIsFullToo() {
    TrafficManager manager =
        with(QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(206, 48, DATA)));
    manager.enqueue(PORT, packet(DATA, 4160), 0);

    assertThat(manager.enqueue(PORT, packet(DATA, 206), 0)).isEqualTo(Verdict.DROPPED);
    assertThat(manager.counters(PORT, DATA).dropped().packets()).isEqualTo(1);
  }

  @Test
  void writesTheQueueingMetadataOfBmv2() {
    TrafficManager manager = with(QueueConfig.packets(10));
    manager.enqueue(PORT, packet(DATA, 100), 1_000_000);
    manager.enqueue(PORT, packet(CONTROL, 100), 1_000_000);
    QueuedPacket second = packet(DATA, 100);
    manager.enqueue(PORT, second, 3_000_000);
    manager.enqueue(PORT, packet(DATA, 100), 3_000_000);
    manager.dequeue(PORT, 4_000_000);
    manager.dequeue(PORT, 5_000_000);

    QueuedPacket taken = Objects.requireNonNull(manager.dequeue(PORT, 8_500_000));

    assertThat(taken).isSameAs(second);
    assertThat(taken.context.get(StandardMetadata.ENQ_TIMESTAMP)).isEqualTo(3);
    assertThat(taken.context.get(StandardMetadata.ENQ_QDEPTH)).isEqualTo(1);
    assertThat(taken.context.get(StandardMetadata.DEQ_QDEPTH)).isEqualTo(1);
    assertThat(taken.context.get(StandardMetadata.DEQ_TIMEDELTA)).isEqualTo(5);
    assertThat(taken.context.get(StandardMetadata.EGRESS_PORT)).isEqualTo(PORT);
  }

  @Test
  void dropsAPriorityThatHasNoQueueAsBmv2Does() {
    TrafficManager manager = with(QueueConfig.packets(10));

    assertThat(manager.enqueue(PORT, packet(2, 100), 0)).isEqualTo(Verdict.DROPPED);
    assertThat(manager.noSuchQueueDrops()).isEqualTo(1);
  }

  @Test
  void countsEveryEnqueueAndDequeueAndTheDeepestQueue() {
    TrafficManager manager = with(QueueConfig.packets(100));
    for (int i = 0; i < 40; i++) {
      manager.enqueue(PORT, packet(DATA, 10), 0);
    }
    for (int i = 0; i < 15; i++) {
      manager.dequeue(PORT, 0);
    }

    QueueCounters counters = manager.counters(PORT, DATA);

    assertThat(counters.enqueued().packets()).isEqualTo(40);
    assertThat(counters.enqueued().bytes()).isEqualTo(400);
    assertThat(counters.dequeued().packets()).isEqualTo(15);
    assertThat(counters.maxDepthPackets()).isEqualTo(40);
    assertThat(counters.maxDepthBytes()).isEqualTo(400);
    assertThat(manager.depthPackets(PORT, DATA)).isEqualTo(25);
  }
}
