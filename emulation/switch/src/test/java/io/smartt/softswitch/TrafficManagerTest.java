package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.counters.QueueCounters;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.softswitch.QueueConfig.DepthOf;
import io.smartt.softswitch.QueueConfig.DepthSeen;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.softswitch.TrafficManager.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
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

  /** What a packet leaves behind; where marks are set as packets come, what it found. */
  @Test
  void saysTheDepthInBytes() {
    for (DepthSeen seen : List.of(DepthSeen.AT_DEQUEUE, new DepthSeen(true, DepthOf.QUEUE))) {
      TrafficManager manager = with(QueueConfig.bytes(10_000).with(seen));
      manager.enqueue(PORT, packet(DATA, 100), 0);
      manager.enqueue(PORT, packet(DATA, 2_000), 0);
      manager.enqueue(PORT, packet(DATA, 30), 0);

      List<Long> depths = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        QueuedPacket left = Objects.requireNonNull(manager.dequeue(PORT, 0));
        depths.add(left.context.get(StandardMetadata.DEQ_QBYTES));
      }
      assertThat(depths)
          .isEqualTo(seen.atEnqueue() ? List.of(0L, 100L, 2_100L) : List.of(2_030L, 30L, 0L));
    }
  }

  /**
   * Two queues of data at a port have 100 and 2,000 B, one at another port 400 B, and control 50 B,
   * which no depth has. 60 B of each queue are reserved, which shared memory does not count.
   */
  @Test
  void theDepthInBytesMayBeThatOfThePortOrOfSharedMemory() {
    for (boolean atEnqueue : new boolean[] {false, true}) {
      assertThat(seen(new DepthSeen(atEnqueue, DepthOf.QUEUE))).isEqualTo(atEnqueue ? 100 : 2_000);
      assertThat(seen(new DepthSeen(atEnqueue, DepthOf.PORT))).isEqualTo(atEnqueue ? 100 : 2_100);
      assertThat(seen(new DepthSeen(atEnqueue, DepthOf.MEMORY)))
          .isEqualTo(atEnqueue ? 40 : 40 + 1_940 + 340);
    }
  }

  /** What the second of two packets in a queue of data carries, of 100 and of 2,000 B behind it. */
  private static long seen(DepthSeen of) {
    QueueConfig data =
        QueueConfig.bytes(10_000).with(new QueueConfig.Sharing(50_000, 1, 60)).with(of);
    TrafficManager manager =
        new TrafficManager(2, List.of(data, data.withWeight(1), QueueConfig.bytes(10_000)));
    int control = 2;
    if (of.atEnqueue()) {
      manager.enqueue(PORT, packet(0, 100), 0);
      manager.enqueue(PORT, packet(0, 2_000), 0);
      manager.dequeue(PORT, 0);
      return Objects.requireNonNull(manager.dequeue(PORT, 0))
          .context
          .get(StandardMetadata.DEQ_QBYTES);
    }
    manager.enqueue(PORT, packet(1, 100), 0);
    manager.enqueue(PORT, packet(0, 1_000), 0);
    manager.enqueue(PORT, packet(0, 2_000), 0);
    manager.enqueue(2, packet(0, 400), 0);
    manager.enqueue(2, packet(control, 50), 0);
    return Objects.requireNonNull(manager.dequeue(PORT, 0))
        .context
        .get(StandardMetadata.DEQ_QBYTES);
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
    for (DepthSeen seen : List.of(DepthSeen.AT_DEQUEUE, new DepthSeen(true, DepthOf.QUEUE))) {
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
          .containsExactly(seen.atEnqueue() ? new int[] {0, 1, 2} : new int[] {2, 1, 0});
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
    assertThat(manager.counters(PORT, DATA).cut().packets()).as("of data").isEqualTo(1);
    assertThat(manager.counters(PORT, CONTROL).cut().packets()).isZero();
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
    assertThat(manager.counters(PORT, DATA).cut().packets()).as("it is whole").isZero();
    assertThat(manager.counters(PORT, DATA).dropped().packets()).isZero();
  }

  /**
   * As SONiC's test plan has it with the queue of trimmed packets blocked: they are trims and drops
   * of the queue that had no room (sonic-mgmt, Packet_Trimming_Testplan, case 13, step 12, commit
   * 06ae33fd).
   */
  @Test
  void aCutPacketThatFindsNoRoomIsADropAndATrimOfItsOwnQueue() {
    TrafficManager manager =
        with(QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(206, 48, CONTROL)));
    manager.configure(PORT, CONTROL, QueueConfig.packets(1));
    for (int i = 0; i < 3; i++) {
      manager.enqueue(PORT, packet(DATA, 4160), 0);
    }
    QueueCounters data = manager.counters(PORT, DATA);
    QueueCounters control = manager.counters(PORT, CONTROL);

    assertThat(data.cut()).isEqualTo(new PacketByteCount(1, 4160));
    assertThat(data.dropped()).isEqualTo(new PacketByteCount(1, 4160));
    assertThat(data.cutDropped()).isEqualTo(new PacketByteCount(1, 4160));
    assertThat(control.dropped()).isEqualTo(PacketByteCount.ZERO);
    assertThat(control.cutDropped()).isEqualTo(PacketByteCount.ZERO);
    for (QueueCounters sai : List.of(data.asInSai(), data.asInSai(true, List.of(data, control)))) {
      assertThat(sai.dropped().packets()).isEqualTo(2);
      assertThat(sai.trimmed().packets()).isEqualTo(2);
      assertThat(sai.cut().packets()).as("sent").isEqualTo(1);
      assertThat(sai.cutDropped().packets()).as("lost").isEqualTo(1);
    }
    manager.clearCounters();
    assertThat(manager.counters(PORT, DATA).cutDropped()).isEqualTo(PacketByteCount.ZERO);
  }

  @Test
  void whatAProgramCutIsDroppedAtTheQueueThatItNamed() {
    TrafficManager manager = with(QueueConfig.packets(9));
    manager.configure(PORT, CONTROL, QueueConfig.packets(1));
    for (int i = 0; i < 2; i++) {
      QueuedPacket cut = packet(CONTROL, 206);
      cut.receivedBytes = 4160;
      manager.enqueue(PORT, cut, 0);
    }
    manager.enqueue(PORT, packet(CONTROL, 64), 0);
    QueueCounters data = manager.counters(PORT, DATA);
    QueueCounters control = manager.counters(PORT, CONTROL);

    assertThat(control.dropped()).isEqualTo(new PacketByteCount(2, 206 + 64));
    assertThat(control.cutDropped()).as("not the ACK").isEqualTo(new PacketByteCount(1, 4160));
    QueueCounters ofData = data.asInSai(true, List.of(data, control));
    assertThat(ofData.dropped().packets()).isEqualTo(2);
    assertThat(ofData.trimmed().packets()).isEqualTo(2);
    assertThat(ofData.cutDropped().packets()).isEqualTo(1);
    QueueCounters ofControl = control.asInSai(false, List.of(data, control));
    assertThat(ofControl.dropped().packets()).as("the ACK").isEqualTo(1);
    assertThat(ofControl.trimmed().packets()).isZero();
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
    QueuedPacket control = Objects.requireNonNull(manager.dequeue(PORT, 4_000_000));
    manager.dequeue(PORT, 5_000_000);

    QueuedPacket taken = Objects.requireNonNull(manager.dequeue(PORT, 8_500_000));

    assertThat(taken).isSameAs(second);
    assertThat(taken.context.get(StandardMetadata.ENQ_TIMESTAMP)).isEqualTo(3);
    assertThat(taken.context.get(StandardMetadata.ENQ_QDEPTH)).isEqualTo(1);
    assertThat(taken.context.get(StandardMetadata.DEQ_QDEPTH)).isEqualTo(1);
    assertThat(taken.context.get(StandardMetadata.DEQ_TIMEDELTA)).isEqualTo(5);
    assertThat(taken.context.get(StandardMetadata.EGRESS_PORT)).isEqualTo(PORT);
    assertThat(taken.context.get(StandardMetadata.QID)).isEqualTo(DATA);
    assertThat(control.context.get(StandardMetadata.QID)).isEqualTo(CONTROL);
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

  @Test
  void saysWhatWaitsAndWhere() {
    TrafficManager manager = with(QueueConfig.packets(1));
    manager.enqueue(PORT, packet(DATA, 30), 0);
    manager.enqueue(PORT, packet(DATA, 5), 0);
    manager.enqueue(2, packet(CONTROL, 70), 0);
    manager.enqueue(2, packet(CONTROL, 8), 0);

    assertThat(manager.depthBytes(PORT, DATA)).isEqualTo(30);
    assertThat(manager.depthBytes(2, CONTROL)).isEqualTo(78);
    assertThat(manager.waitingPackets()).isEqualTo(3);
    assertThat(manager.droppedPackets()).isEqualTo(1);
    assertThat(manager.hasPackets(PORT, DATA)).isTrue();
    assertThat(manager.hasPackets(PORT, CONTROL)).isFalse();
    assertThat(manager.hasPackets(2, CONTROL)).isTrue();
    assertThat(manager.hasPackets(2, DATA)).isFalse();
    assertThat(manager.hasPackets(0)).isFalse();
    assertThat(manager.queuesPerPort()).isEqualTo(2);
  }

  @Test
  void countsAnewAsIfWhatWaitsHadJustCome() {
    TrafficManager manager = with(QueueConfig.packets(2));
    QueuedPacket marked = packet(DATA, 30);
    manager.enqueue(PORT, marked, 0);
    manager.enqueue(PORT, packet(DATA, 5), 0);
    manager.enqueue(PORT, packet(DATA, 6), 0);
    manager.countMark(PORT, marked);
    assertThat(manager.counters(PORT, DATA).marked().packets()).isEqualTo(1);
    assertThat(manager.counters(PORT, DATA).marked().bytes()).isEqualTo(30);
    manager.dequeue(PORT, 0);
    manager.enqueue(PORT, packet(2, 1), 0);

    manager.clearCounters();

    QueueCounters counters = manager.counters(PORT, DATA);
    assertThat(counters.enqueued().packets()).isEqualTo(1);
    assertThat(counters.enqueued().bytes()).isEqualTo(5);
    assertThat(counters.dequeued().packets() + counters.dropped().packets()).isZero();
    assertThat(counters.marked().packets()).isZero();
    assertThat(counters.maxDepthPackets()).isEqualTo(1);
    assertThat(counters.maxDepthBytes()).isEqualTo(5);
    assertThat(manager.noSuchQueueDrops()).isZero();
  }

  @Test
  void otherBoundsHoldForWhatComes() {
    TrafficManager manager = with(QueueConfig.packets(1));
    manager.enqueue(PORT, packet(DATA, 1), 0);
    manager.configure(PORT, DATA, QueueConfig.packets(2));

    assertThat(manager.enqueue(PORT, packet(DATA, 1), 0)).isEqualTo(Verdict.QUEUED);
    assertThat(manager.enqueue(2, packet(DATA, 1), 0)).isEqualTo(Verdict.QUEUED);
    assertThat(manager.enqueue(2, packet(DATA, 1), 0)).isEqualTo(Verdict.DROPPED);
  }

  @Test
  void boundsOfSeveralQueuesChangeTogetherOrNotAtAll() {
    TrafficManager manager = with(QueueConfig.packets(1));
    for (int absent : new int[] {-1, 2}) {
      assertThatThrownBy(
              () -> manager.configure(List.of(PORT), List.of(DATA, absent), QueueConfig.packets(5)))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage("ports have queues 0 to 1, not " + absent);
    }
    assertThat(manager.config(PORT, DATA).capacityPackets()).isEqualTo(1);
    manager.configure(List.of(PORT, 2), List.of(), QueueConfig.packets(5));
    manager.configure(List.of(2), List.of(CONTROL), QueueConfig.packets(7));
    assertThat(manager.config(PORT, DATA).capacityPackets()).isEqualTo(5);
    assertThat(manager.config(PORT, CONTROL).capacityPackets()).isEqualTo(5);
    assertThat(manager.config(2, DATA).capacityPackets()).isEqualTo(5);
    assertThat(manager.config(2, CONTROL).capacityPackets()).isEqualTo(7);
  }

  @Test
  void aQueueIsThereForEachPriorityBelowTheirNumber() {
    TrafficManager manager = with(QueueConfig.packets(1));

    assertThat(manager.hasQueueFor(packet(CONTROL, 1))).isTrue();
    assertThat(manager.hasQueueFor(packet(2, 1))).isFalse();
  }

  @Test
  void packetsKeepTheirOrderWhileARingGrowsAroundItsEnd() {
    TrafficManager manager = with(QueueConfig.packets(100));
    int in = 0;
    int out = 0;
    for (; in < 10; in++) {
      manager.enqueue(PORT, packet(DATA, in + 1), 0);
    }
    for (; out < 7; out++) {
      assertThat(Objects.requireNonNull(manager.dequeue(PORT, 0)).bytes).isEqualTo(out + 1);
    }
    for (; in < 70; in++) {
      manager.enqueue(PORT, packet(DATA, in + 1), 0);
    }
    for (; out < 70; out++) {
      assertThat(Objects.requireNonNull(manager.dequeue(PORT, 0)).bytes).isEqualTo(out + 1);
    }
    assertThat(manager.dequeue(PORT, 0)).isNull();
  }

  @Test
  void boundsThatCannotBeAreRefused() {
    assertThat(new TrafficManager(1, Collections.nCopies(64, QueueConfig.packets(1))).ports())
        .isEqualTo(1);
    assertThatThrownBy(() -> new TrafficManager(1, Collections.nCopies(65, QueueConfig.packets(1))))
        .hasMessageContaining("64 at most");
    assertThat(new PauseThresholds(0, 0, 0).limitBytes()).isZero();
    assertThatThrownBy(() -> new PauseThresholds(1, 2, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(QueueConfig.bytes(1).capacityBytes()).isEqualTo(1);
    assertThatThrownBy(() -> QueueConfig.bytes(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
