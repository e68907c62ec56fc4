package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.softswitch.QueueConfig.Sharing;
import io.smartt.softswitch.TrafficManager.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues that share memory, against what Choudhury and Hahne work out by hand. */
@Timeout(60)
class SharedBufferTest {
  private static final int DATA = TrafficManager.DATA_QUEUE;
  private static final int CONTROL = 1;
  private static final int PORTS = 8;
  private static final int PACKET = 1_000;
  private static final long SHARED = 300_000;

  private static TrafficManager manager(QueueConfig data, double alpha, long reservedBytes) {
    return new TrafficManager(
        PORTS,
        List.of(data.with(new Sharing(SHARED, alpha, reservedBytes)), QueueConfig.packets(1_000)));
  }

  private static TrafficManager manager(double alpha, long reservedBytes) {
    return manager(QueueConfig.packets(QueueConfig.UNLIMITED), alpha, reservedBytes);
  }

  private static Verdict offer(TrafficManager manager, int port, int queue) {
    QueuedPacket packet = new QueuedPacket(new FakeContext());
    packet.context.set(StandardMetadata.PRIORITY, queue);
    packet.bytes = PACKET;
    packet.receivedBytes = PACKET;
    return manager.enqueue(port, packet, 0);
  }

  /** Offers packets to ports 1 to {@code ports}, one after the other, until none takes one. */
  private static void fill(TrafficManager manager, int ports) {
    boolean taken = true;
    while (taken) {
      taken = false;
      for (int port = 1; port <= ports; port++) {
        taken |= offer(manager, port, DATA) == Verdict.QUEUED;
      }
    }
  }

  @Test
  void twoCongestedPortsWithAlphaOneTakeAThirdEach() {
    TrafficManager manager = manager(1, 0);
    fill(manager, 2);

    assertThat(manager.depthBytes(1, DATA)).isEqualTo(SHARED / 3);
    assertThat(manager.depthBytes(2, DATA)).isEqualTo(SHARED / 3);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.125",
    "1, 1",
    "1, 8",
    "2, 0.5",
    "3, 1",
    "4, 2",
    "8, 0.125",
    "8, 1",
    "8, 8",
  })
  void fullQueuesHaveTheShareThatTheirNumberAndAlphaGive(int ports, double alpha) {
    TrafficManager manager = manager(alpha, 0);
    fill(manager, ports);

    long expected = Math.round(alpha / (1 + ports * alpha) * SHARED);
    for (int port = 1; port <= ports; port++) {
      assertThat(manager.depthBytes(port, DATA)).isCloseTo(expected, within((long) PACKET));
    }
  }

  /** What a packet that finds no room is said to have found. */
  @Test
  void boundsAreThoseOfTheMoment() {
    TrafficManager manager = manager(1, 0);
    assertThat(manager.bounds(1, DATA).capacityBytes()).isEqualTo(SHARED / 2);
    fill(manager, 1);
    assertThat(manager.bounds(1, DATA).capacityBytes()).isEqualTo(SHARED / 2);
    assertThat(manager.bounds(2, DATA).capacityBytes()).isEqualTo(SHARED / 4);
    fill(manager, 2);
    assertThat(manager.bounds(1, DATA).capacityBytes()).as("had it before").isEqualTo(SHARED / 2);
    assertThat(manager.bounds(2, DATA).capacityBytes()).isEqualTo(SHARED / 4);
    assertThat(manager.bounds(3, DATA).capacityBytes()).isEqualTo(SHARED / 8);
    assertThat(manager.bounds(1, CONTROL)).isEqualTo(manager.config(1, CONTROL));

    assertThat(manager(QueueConfig.bytes(9), 1, 0).bounds(1, DATA).capacityBytes()).isEqualTo(9);
    assertThat(manager(1, 500).bounds(1, DATA).capacityBytes()).isEqualTo(500 + SHARED / 2);
  }

  @Test
  void whatOneLeavesTheOtherMayTake() {
    TrafficManager manager = manager(1, 0);
    fill(manager, 2);
    while (manager.hasPackets(1)) {
      assertThat(manager.dequeue(1, 0)).isNotNull();
    }
    while (offer(manager, 2, DATA) == Verdict.QUEUED) {
      assertThat(manager.depthBytes(2, DATA)).isLessThanOrEqualTo(SHARED);
    }

    assertThat(manager.depthBytes(2, DATA)).isEqualTo(SHARED / 2);
  }

  /** An alpha without an effect: the first queue takes all that is shared, and no more. */
  @Test
  void whatIsReservedNoOtherTakes() {
    TrafficManager manager = manager(1_000, 5 * PACKET);
    fill(manager, 1);
    fill(manager, PORTS);

    assertThat(manager.depthBytes(1, DATA)).isEqualTo(SHARED + 5 * PACKET);
    for (int port = 2; port <= PORTS; port++) {
      assertThat(manager.depthBytes(port, DATA)).isEqualTo(5 * PACKET);
    }
  }

  @Test
  void aQueuesOwnBoundHoldsToo() {
    TrafficManager manager = manager(QueueConfig.bytes(10 * PACKET), 1, 0);
    fill(manager, 1);

    assertThat(manager.depthBytes(1, DATA)).isEqualTo(10 * PACKET);
  }

  @Test
  void whatDoesNotFitIsTrimmedAndControlHasItsOwnMemory() {
    TrafficManager manager =
        manager(
            QueueConfig.packets(QueueConfig.UNLIMITED)
                .withTrimming(new QueueConfig.Trimming(64, 5, CONTROL)),
            1,
            0);
    while (manager.depthPackets(1, CONTROL) < 3) {
      assertThat(offer(manager, 1, DATA)).isEqualTo(Verdict.QUEUED);
    }

    assertThat(manager.depthBytes(1, DATA)).isEqualTo(SHARED / 2);
    assertThat(manager.depthBytes(1, CONTROL)).isEqualTo(3 * 64);
    assertThat(offer(manager, 2, DATA)).isEqualTo(Verdict.QUEUED);
    assertThat(manager.depthBytes(2, DATA)).isEqualTo(PACKET);
  }

  @Test
  void memoryThatCannotBeIsRefused() {
    for (double alpha : List.of(0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY)) {
      assertThatThrownBy(() -> new Sharing(1, alpha, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Sharing(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Sharing(1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** An operator changes bounds while packets wait. */
  @Test
  void aQueueThatJoinsOrLeavesTakesWhatWaitsAlong() {
    TrafficManager manager = manager(1, 0);
    fill(manager, 1);
    QueueConfig shared = manager.config(1, DATA);

    manager.configure(1, DATA, QueueConfig.bytes(SHARED));
    assertThat(manager.bounds(2, DATA).capacityBytes()).as("alone").isEqualTo(SHARED / 2);
    manager.configure(1, DATA, shared);
    assertThat(manager.bounds(2, DATA).capacityBytes()).isEqualTo(SHARED / 4);
    manager.configure(2, DATA, shared.with(new Sharing(2 * SHARED, 3, 0)));
    assertThat(manager.bounds(2, DATA).capacityBytes())
        .as("a larger memory, and an alpha of its own")
        .isEqualTo((2 * SHARED - SHARED / 2) * 3 / 4);
  }

  private static SharedBuffer memory(Sharing part, long usedBytes) {
    SharedBuffer memory = new SharedBuffer();
    memory.resize(part.sharedBytes());
    memory.changed(new Sharing(part.sharedBytes(), 1, 0), 0, usedBytes);
    return memory;
  }

  @Test
  void aQueueBelowItsThresholdTakesWhatIsFreeAndNoMore() {
    Sharing part = new Sharing(1_000, 1, 0);
    SharedBuffer memory = memory(part, 900);
    assertThat(memory.hasRoomFor(part, 99, 100)).isTrue();
    assertThat(memory.hasRoomFor(part, 99, 101)).as("more than is free").isFalse();
    assertThat(memory.hasRoomFor(part, 100, 1)).as("at its threshold").isFalse();
    Sharing half = new Sharing(1_000, 0.5, 0);
    assertThat(memory.hasRoomFor(half, 49, 1)).isTrue();
    assertThat(memory.hasRoomFor(half, 50, 1)).isFalse();
  }

  @Test
  void whatIsReservedIsThereInFullMemoryToo() {
    Sharing part = new Sharing(1_000, 1, 300);
    SharedBuffer memory = memory(part, 1_000);
    assertThat(memory.hasRoomFor(part, 200, 100)).isTrue();
    assertThat(memory.hasRoomFor(part, 200, 101)).isFalse();
  }

  @Test
  void onlyWhatIsBeyondTheReservedPartIsUsed() {
    Sharing part = new Sharing(1_000, 1, 300);
    SharedBuffer memory = memory(part, 0);
    memory.changed(part, 0, 300);
    assertThat(memory.boundBytes(new Sharing(1_000, 1, 0), 0)).isEqualTo(500);
    memory.changed(part, 300, 700);
    assertThat(memory.boundBytes(new Sharing(1_000, 1, 0), 0)).isEqualTo(300);
    memory.changed(part, 700, 100);
    assertThat(memory.boundBytes(new Sharing(1_000, 1, 0), 0)).isEqualTo(500);
  }

  /** Alpha 3 of 600 free and 200 of its own: 3 * 800 / 4. */
  @Test
  void aQueueAloneGrowsUntilItsThresholdMeetsIt() {
    Sharing part = new Sharing(1_000, 3, 50);
    assertThat(part.aloneBytes()).isEqualTo(50 + 750);
    assertThat(part.boundBytes(600, 250)).isEqualTo(50 + 600);
    assertThat(part.boundBytes(10, 850)).as("it has more already").isEqualTo(850);
  }
}
