package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.softswitch.TrafficManager.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares of a link among queues with weights, against what hands work out. */
@Timeout(60)
class DeficitRoundRobinTest {
  private static final int PORT = 1;
  private static final int STRICT = QueueConfig.STRICT;

  /** A traffic manager whose queues have these weights, lowest number first. */
  private static TrafficManager manager(int... weights) {
    return new TrafficManager(
        2,
        Arrays.stream(weights)
            .mapToObj(weight -> QueueConfig.bytes(1_000_000).withWeight(weight))
            .toList());
  }

  private static Verdict offer(TrafficManager manager, int queue, int bytes) {
    QueuedPacket packet = new QueuedPacket(new FakeContext());
    packet.context.set(StandardMetadata.PRIORITY, queue);
    packet.bytes = bytes;
    packet.receivedBytes = bytes;
    return manager.enqueue(PORT, packet, 0);
  }

  private static QueuedPacket take(TrafficManager manager) {
    return Objects.requireNonNull(manager.dequeue(PORT, 0));
  }

  /** Bytes that each queue sent of a link's, while the queues named are never empty. */
  private static long[] sent(TrafficManager manager, long bytes, int[] busy, int[] packetBytes) {
    long[] sent = new long[manager.queuesPerPort()];
    for (int queue : busy) {
      offer(manager, queue, packetBytes[queue]);
      offer(manager, queue, packetBytes[queue]);
    }
    for (long left = bytes; left > 0; ) {
      QueuedPacket packet = take(manager);
      sent[packet.queue] += packet.bytes;
      left -= packet.bytes;
      offer(manager, packet.queue, packetBytes[packet.queue]);
    }
    return sent;
  }

  private static void assertShares(long[] sent, double... weights) {
    double all = Arrays.stream(sent).sum();
    double sum = Arrays.stream(weights).sum();
    for (int queue = 0; queue < weights.length; queue++) {
      assertThat(sent[queue] / all)
          .as("queue %d of %s", queue, Arrays.toString(sent))
          .isCloseTo(weights[queue] / sum, within(0.01 * weights[queue] / sum));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 1_000, 4_170, 9_018})
  void saturatedQueuesShareByTheirWeights(int bytes) {
    int[] alike = {bytes, bytes, bytes};
    assertShares(sent(manager(1, 2, 5), 10_000_000, new int[] {0, 1, 2}, alike), 1, 2, 5);
  }

  @Test
  void sharesAreOfBytesAndNotOfPackets() {
    int[] mixed = {64, 4_170, 1_518};
    assertShares(sent(manager(1, 2, 5), 50_000_000, new int[] {0, 1, 2}, mixed), 1, 2, 5);
  }

  @Test
  void eightQueuesShareToo() {
    int[] mixed = {64, 128, 256, 512, 1_024, 1_518, 4_170, 9_018};
    assertShares(
        sent(
            manager(1, 2, 3, 4, 5, 6, 7, 100),
            200_000_000,
            new int[] {0, 1, 2, 3, 4, 5, 6, 7},
            mixed),
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        100);
  }

  /** What one leaves is shared by the weights of the others: 1 and 5 of 6. */
  @Test
  void aQueueBelowItsShareGivesItUp() {
    int[] alike = {1_000, 1_000, 1_000};
    assertShares(sent(manager(1, 2, 5), 50_000_000, new int[] {0, 2}, alike), 1, 0, 5);
  }

  /** A packet now and then has no credit from when there was none. */
  @Test
  void whatAnEmptyQueueDidNotUseIsGone() {
    TrafficManager manager = manager(1, 1);
    for (int i = 0; i < 10_000; i++) {
      offer(manager, 1, 64);
      assertThat(take(manager).queue).isEqualTo(1);
    }
    for (int i = 0; i < 10; i++) {
      offer(manager, 0, 1_000);
      offer(manager, 1, 1_000);
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      order.add(take(manager).queue);
    }

    assertThat(order.subList(0, 6).stream().filter(queue -> queue == 1).count())
        .as("%s", order)
        .isBetween(2L, 4L);
  }

  @Test
  void strictQueuesGoFirstAndStarveTheRest() {
    TrafficManager manager = manager(1, 3, STRICT, STRICT);
    int[] alike = {1_000, 1_000, 1_000, 1_000};
    offer(manager, 2, 1_000);

    assertThat(sent(manager, 1_000_000, new int[] {0, 1, 3}, alike))
        .as("the higher strict one is never empty")
        .containsExactly(0, 0, 0, 1_000_000);
    while (manager.hasPackets(PORT, 3)) {
      take(manager);
    }
    assertThat(take(manager).queue).as("then the lower strict one").isEqualTo(2);
    assertShares(sent(manager, 10_000_000, new int[] {0, 1}, alike), 1, 3, 0, 0);
  }

  @Test
  void aPortsTurnsAreItsOwn() {
    TrafficManager manager = manager(1, 1);
    int[] alike = {1_000, 1_000};
    offer(manager, 0, 1_000);
    QueuedPacket other = new QueuedPacket(new FakeContext());
    other.context.set(StandardMetadata.PRIORITY, 1);
    other.bytes = 1_000;
    assertThat(manager.enqueue(2, other, 0)).isEqualTo(Verdict.QUEUED);

    assertThat(take(manager).queue).isZero();
    assertThat(Objects.requireNonNull(manager.dequeue(2, 0)).queue).isEqualTo(1);
    assertShares(sent(manager, 1_000_000, new int[] {0, 1}, alike), 1, 1);
  }

  /** A pause stops one queue; the others share what it leaves. */
  @Test
  void aPausedQueueGivesItsTurnAway() {
    TrafficManager manager = manager(5, 1, 1);
    int[] alike = {1_000, 1_000, 1_000};
    offer(manager, TrafficManager.DATA_QUEUE, 1_000);
    manager.pause(PORT, TrafficManager.DATA_QUEUE, true);

    assertShares(sent(manager, 1_000_000, new int[] {1, 2}, alike), 0, 1, 1);
    manager.pause(PORT, TrafficManager.DATA_QUEUE, false);
    assertShares(sent(manager, 50_000_000, new int[] {0}, alike), 5, 1, 1);
  }

  /** The other queue's turn is a byte too small for its packet. */
  @Test
  void aPacketOfJustItsQueuesTurnLeaves() {
    TrafficManager manager = manager(1, 2);
    offer(manager, 0, 1_024);
    offer(manager, 1, 2_049);

    assertThat(take(manager).queue).isZero();
  }

  @Test
  void weightsChangeWhilePacketsWait() {
    TrafficManager manager = manager(1, 1);
    int[] alike = {1_000, 1_000};
    assertShares(sent(manager, 10_000_000, new int[] {0, 1}, alike), 1, 1);

    manager.configure(PORT, 1, manager.config(PORT, 1).withWeight(4));

    assertShares(sent(manager, 10_000_000, new int[] {}, alike), 1, 4);
    manager.configure(PORT, 1, manager.config(PORT, 1).withWeight(STRICT));
    assertShares(sent(manager, 10_000_000, new int[] {}, alike), 0, 1);
  }

  @Test
  void weightsThatCannotBeAreRefused() {
    QueueConfig queue = QueueConfig.bytes(1);
    assertThatThrownBy(() -> queue.withWeight(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> queue.withWeight(QueueConfig.MAX_WEIGHT + 1))
        .hasMessage("weight is 101: want 0 for strict priority, to 100");
  }
}
