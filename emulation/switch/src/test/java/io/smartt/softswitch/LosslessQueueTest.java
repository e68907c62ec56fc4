package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.softswitch.TrafficManager.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The traffic manager's side of priority flow control: pause above 1000 B, resume at 600 B. */
class LosslessQueueTest {
  private static final int OUT = 1;
  private static final int IN = 2;

  private final List<String> told = new ArrayList<>();
  private final TrafficManager manager =
      new TrafficManager(
          4,
          List.of(
              QueueConfig.packets(QueueConfig.UNLIMITED),
              QueueConfig.packets(100),
              QueueConfig.packets(QueueConfig.UNLIMITED)));

  LosslessQueueTest() {
    for (int port : new int[] {IN, 3}) {
      manager.lossless(
          port,
          0,
          new PauseThresholds(1000, 600, 500),
          (at, queue, on) -> told.add(at + (on ? " pause" : "")));
    }
  }

  private Verdict offer(int out, int in, int priority, int bytes) {
    QueuedPacket packet = new QueuedPacket(new FakeContext());
    packet.context.set(StandardMetadata.PRIORITY, priority);
    packet.ingressPort = in;
    packet.bytes = bytes;
    packet.receivedBytes = bytes;
    return manager.enqueue(out, packet, 0);
  }

  private void serve(int out) {
    Objects.requireNonNull(manager.dequeue(out, 0));
  }

  @Test
  void everyPortTellsItsOwnListener() {
    manager.lossless(
        3, 0, new PauseThresholds(1000, 600, 500), (at, queue, on) -> told.add("other " + at));

    offer(OUT, 3, 0, 1100);
    offer(OUT, IN, 0, 1100);

    assertThat(told).containsExactly("other 3", "2 pause");
  }

  @Test
  void pausesThePeerAboveXoffOnceAndLetsItGoOnAtXon() {
    offer(OUT, IN, 0, 500);
    offer(OUT, IN, 0, 500);
    assertThat(told).as("at xoff, not above").isEmpty();
    offer(OUT, IN, 0, 100);
    offer(OUT, IN, 0, 100);
    assertThat(told).containsExactly("2 pause");
    serve(OUT);
    assertThat(manager.depthBytes(OUT, 0)).isEqualTo(700);
    assertThat(told).containsExactly("2 pause");
    serve(OUT);
    assertThat(told).containsExactly("2 pause", "2");
  }

  @Test
  void eachPortHasItsOwnListener() {
    List<String> other = new ArrayList<>();
    manager.lossless(
        3, 0, new PauseThresholds(1000, 600, 500), (at, queue, on) -> other.add(at + " " + on));

    offer(OUT, IN, 0, 1100);
    offer(OUT, 3, 0, 1100);

    assertThat(told).containsExactly("2 pause");
    assertThat(other).containsExactly("3 true");
  }

  @Test
  void countsWhatAPortLetInWhereverItWaits() {
    offer(OUT, IN, 0, 600);
    offer(3, IN, 0, 600);
    assertThat(told).containsExactly("2 pause");
    serve(3);
    assertThat(told).containsExactly("2 pause", "2");
  }

  @Test
  void onePortsBacklogDoesNotPauseAnother() {
    offer(OUT, IN, 0, 900);
    offer(OUT, 3, 0, 900);
    assertThat(told).isEmpty();
    offer(OUT, 3, 0, 200);
    assertThat(told).containsExactly("3 pause");
  }

  @Test
  void theHeadroomTakesWhatWasOnItsWayAndNothingBeyond() {
    offer(OUT, IN, 0, 1000);
    offer(OUT, IN, 0, 200);
    assertThat(told).containsExactly("2 pause");
    assertThat(offer(OUT, IN, 0, 300)).as("1500, xoff and headroom").isEqualTo(Verdict.QUEUED);
    assertThat(offer(OUT, IN, 0, 1)).isEqualTo(Verdict.DROPPED);
    assertThat(manager.counters(OUT, 0).dropped().packets()).isEqualTo(1);
    serve(OUT);
    assertThat(offer(OUT, IN, 0, 900)).isEqualTo(Verdict.QUEUED);
  }

  @Test
  void controlIsNeitherCountedNorPaused() {
    offer(OUT, IN, 1, 5000);
    assertThat(told).isEmpty();
    manager.pause(OUT, 0, true);
    offer(OUT, IN, 0, 100);
    assertThat(manager.hasPackets(OUT)).isTrue();
    serve(OUT);
    assertThat(manager.hasPackets(OUT)).as("data is paused").isFalse();
    assertThat(manager.dequeue(OUT, 0)).isNull();
    manager.pause(OUT, 0, false);
    assertThat(manager.hasPackets(OUT)).isTrue();
    serve(OUT);
  }

  @Test
  void eachQueueCountsAndPausesOnItsOwn() {
    manager.lossless(
        IN,
        2,
        new PauseThresholds(300, 100, 0),
        (at, queue, on) -> told.add("queue " + queue + (on ? " pause" : "")));
    offer(OUT, IN, 0, 900);
    offer(OUT, IN, 2, 250);
    assertThat(told).as("900 B and 250 B, each below its own").isEmpty();
    assertThat(offer(OUT, IN, 2, 51)).as("above 300 B without headroom").isEqualTo(Verdict.DROPPED);

    manager.pause(OUT, 2, true);
    serve(OUT);
    assertThat(manager.depthBytes(OUT, 0)).as("queue 0 was served, not the higher 2").isZero();
    assertThat(manager.depthBytes(OUT, 2)).isEqualTo(250);
    assertThat(manager.hasPackets(OUT)).as("what is left is paused").isFalse();
    manager.pause(OUT, 2, false);
    serve(OUT);
    assertThat(manager.depthBytes(OUT, 2)).isZero();
    assertThat(told).as("what was dropped crossed it").containsExactly("queue 2 pause", "queue 2");
  }

  /** Nothing waits whose leaving would end the pause. */
  @Test
  void aPacketThatNeverFitsPausesNothing() {
    assertThat(offer(OUT, IN, 0, 1501)).isEqualTo(Verdict.DROPPED);
    assertThat(told).isEmpty();
  }

  @Test
  void thePauseOfAQueueNamesIt() {
    manager.lossless(
        IN,
        2,
        new PauseThresholds(300, 100, 500),
        (at, queue, on) -> told.add(at + " queue " + queue + (on ? " pause" : "")));
    offer(OUT, IN, 2, 400);
    offer(OUT, IN, 0, 1100);
    assertThat(told).containsExactly("2 queue 2 pause", "2 pause");
    serve(OUT);
    assertThat(told).last().isEqualTo("2 queue 2");
  }

  /** Two ports of alpha 1 that fill memory of 3000 B have a third each, as a third one could. */
  @Test
  void portsThatShareMemoryPauseBeforeItIsFullAndTakeTheirHeadroom() {
    QueueConfig.Sharing part = new QueueConfig.Sharing(3000, 1, 0);
    for (int port : new int[] {IN, 3}) {
      manager.lossless(
          port,
          0,
          new PauseThresholds(100_000, 60_000, 500).within(part),
          (at, queue, on) -> told.add(at + (on ? " pause" : "")));
    }
    for (int packet = 0; packet < 10; packet++) {
      offer(OUT, IN, 0, 100);
      offer(OUT, 3, 0, 100);
    }
    assertThat(told).as("1000 B each, and 1000 B free").isEmpty();

    for (int packet = 0; packet < 5; packet++) {
      assertThat(offer(OUT, IN, 0, 100)).isEqualTo(Verdict.QUEUED);
      assertThat(offer(OUT, 3, 0, 100)).isEqualTo(Verdict.QUEUED);
    }
    assertThat(told).containsExactly("2 pause", "3 pause");
    assertThat(offer(OUT, IN, 0, 100)).as("500 B of headroom").isEqualTo(Verdict.DROPPED);

    told.clear();
    for (int packet = 0; packet < 16; packet++) {
      serve(OUT);
    }
    assertThat(told).as("700 B each, above 0.6 of the (1600 + 700) / 2 to grow to").isEmpty();
    serve(OUT);
    assertThat(told).as("600 B, below 0.6 of (1700 + 600) / 2").containsExactly("2");
    serve(OUT);
    assertThat(told).containsExactly("2", "3");
  }

  @Test
  void aPortOfSharedMemoryPausesAtItsOwnThresholdToo() {
    manager.lossless(
        IN,
        0,
        new PauseThresholds(200, 100, 500).within(new QueueConfig.Sharing(100_000, 8, 0)),
        (at, queue, on) -> told.add(at + (on ? " pause" : "")));
    offer(OUT, IN, 0, 200);
    assertThat(told).isEmpty();
    offer(OUT, IN, 0, 100);
    assertThat(told).containsExactly("2 pause");
    serve(OUT);
    assertThat(told).containsExactly("2 pause", "2");
  }

  @Test
  void aPortWithoutThresholdsIsNotCounted() {
    offer(OUT, 4, 0, 100_000);
    assertThat(told).isEmpty();
  }

  @Test
  void refusesThresholdsInTheWrongOrder() {
    assertThatThrownBy(() -> new PauseThresholds(10, 20, 0))
        .hasMessageContaining("pause above 10 B, resume at 20 B");
  }
}
