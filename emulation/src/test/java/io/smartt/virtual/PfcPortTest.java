package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.EventQueue.Event;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link PfcPort} with three priorities, at a rate at which a quantum is 10 ns. */
class PfcPortTest {
  private static final long RATE_BPS = 51_200_000_000L;
  private static final long QUANTUM_PS = 10_000;
  private static final long US = 1_000_000;
  private static final int MAC = 0x020304;
  private static final int VECTOR_AT = 16;
  private static final long LONGEST_PS = PauseFrame.MAX_QUANTA * QUANTUM_PS;
  private static final long REFRESH_PS = (PauseFrame.MAX_QUANTA / 2) * QUANTUM_PS;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private final List<String> left = new ArrayList<>();
  private final List<String> gates = new ArrayList<>();
  private final SimplexLink link =
      new SimplexLink(0, end, end, RATE_BPS, 0, 0, this::next, (packet, nowPs) -> {}, LinkTap.NONE);
  private long numbers = 70;
  private boolean hasData;
  private int events;
  private final PfcPort port =
      new PfcPort(
          end.eventQueue(),
          10,
          link,
          RATE_BPS,
          MAC,
          3,
          (priority, on) ->
              gates.add(end.eventQueue().nowPs() + " " + priority + (on ? " pauses" : " goes on")),
          () -> numbers++);

  private boolean next(long nowPs, Packet out) {
    if (port.isDue()) {
      port.next(nowPs, out);
      // The vector and the times of priorities 0 to 2.
      left.add(nowPs + " " + HexFormat.of().formatHex(out.toByteArray(), VECTOR_AT, VECTOR_AT + 8));
      return true;
    }
    if (hasData) {
      hasData = false;
      out.setLengths(0, 1000);
      left.add(nowPs + " data");
      return true;
    }
    return false;
  }

  private boolean takes(Packet packet) {
    return port.takes(packet, end.eventQueue().nowPs());
  }

  private void at(long timePs, Runnable step) {
    Event event =
        new Event(end.eventQueue(), 100 + events++) {
          @Override
          protected void fire(long nowPs) {
            step.run();
          }
        };
    end.eventQueue().schedule(event, timePs);
  }

  private void arrives(long timePs, int vector, int paused) {
    at(
        timePs,
        () -> {
          Packet frame = new Packet(128);
          PauseFrame.write(frame, 1, vector, paused);
          assertThat(takes(frame)).isTrue();
        });
  }

  private void run(long untilPs) {
    simulation.arrivesAfter(1);
    simulation.runUntil(untilPs);
  }

  @Test
  void aPauseIsToldAtOnceAndAgainBeforeItIsOver() {
    port.pausePeer(0, true);
    assertThat(port.isDue()).isFalse();
    run(REFRESH_PS - 1);
    String pause = " 0001" + "ffff" + "0000" + "0000";
    assertThat(left).containsExactly(0 + pause);
    run(2 * REFRESH_PS);
    assertThat(left).containsExactly(0 + pause, REFRESH_PS + pause, 2 * REFRESH_PS + pause);
    assertThat(port.framesSent()).isEqualTo(3);
  }

  @Test
  void resumingIsToldOnce() {
    port.pausePeer(0, true);
    run(US);
    port.pausePeer(0, false);
    run(10 * REFRESH_PS);
    assertThat(left)
        .containsExactly("0 0001" + "ffff" + "00000000", US + " 0001" + "0000" + "00000000");
    assertThat(port.framesSent()).isEqualTo(2);
  }

  /** Frames speak of all that is paused, and again after half of the longest pause. */
  @Test
  void framesAreSentAgainForAsLongAsAnythingIsPaused() {
    long again = 101_000 + REFRESH_PS;
    at(1_000, () -> port.pausePeer(0, true));
    at(101_000, () -> port.pausePeer(2, true));
    at(again + 500_000, () -> port.pausePeer(0, false));
    at(again + 900_000, () -> port.pausePeer(2, false));
    run(10 * LONGEST_PS);

    assertThat(left)
        .containsExactly(
            "1000 0001" + "ffff" + "0000" + "0000",
            "101000 0005" + "ffff" + "0000" + "ffff",
            again + " 0005" + "ffff" + "0000" + "ffff",
            (again + 500_000) + " 0005" + "0000" + "0000" + "ffff",
            (again + 900_000) + " 0004" + "0000" + "0000" + "0000");
  }

  @Test
  void aFrameHasTheAddressOfItsPortAndANumber() {
    Packet frame = new Packet(64);
    port.next(0, frame);
    assertThat(frame.bytes()).startsWith(1, 0x80, 0xc2, 0, 0, 1, 0, 0, 0, 2, 3, 4);
    assertThat(frame.id()).isEqualTo(70);
    assertThat(port.isDue()).isFalse();
  }

  @Test
  void aPausedGateOpensWhenItsTimeIsOverAndDataLeaves() {
    assertThat(takes(PauseFrames.of(0, 100))).isTrue();
    hasData = true;
    run(3 * US);
    assertThat(gates).containsExactly("0 0 pauses", 100 * QUANTUM_PS + " 0 goes on");
    assertThat(left).containsExactly(100 * QUANTUM_PS + " data");
  }

  @Test
  void anotherPauseCountsFromItsOwnArrival() {
    takes(PauseFrames.of(0, 100));
    run(US / 2);
    takes(PauseFrames.of(0, 100));
    run(3 * US);
    assertThat(gates).containsExactly("0 0 pauses", "500000 0 pauses", "1500000 0 goes on");
  }

  @Test
  void aPauseOfNoTimeOpensTheGateAtOnce() {
    takes(PauseFrames.of(0, 100));
    hasData = true;
    run(US / 2);
    assertThat(takes(PauseFrames.of(0, 0))).isTrue();
    run(3 * US);
    assertThat(gates).containsExactly("0 0 pauses", "500000 0 goes on");
    assertThat(left).containsExactly("500000 data");
  }

  @Test
  void eachPriorityPausesForItsOwnTimeAndGoesOnByItself() {
    arrives(1_000, 0b01, 0b01);
    arrives(2_000, 0b10, 0b10);
    run(2 * LONGEST_PS);

    assertThat(gates)
        .containsExactly(
            "1000 0 pauses",
            "2000 1 pauses",
            (1_000 + LONGEST_PS) + " 0 goes on",
            (2_000 + LONGEST_PS) + " 1 goes on");
  }

  @Test
  void oneGoesOnByTheFrameThatSaysSoAndTheOtherStays() {
    arrives(1_000, 0b11, 0b11);
    arrives(2_000, 0b11, 0b10);
    run(2 * LONGEST_PS);

    assertThat(gates)
        .containsExactly(
            "1000 0 pauses",
            "1000 1 pauses",
            "2000 1 pauses",
            "2000 0 goes on",
            (2_000 + LONGEST_PS) + " 1 goes on");
  }

  @Test
  void aPriorityThatNoFrameNamesIsLeftAlone() {
    arrives(1_000, 0b100, 0b111);
    arrives(2_000, 0b011, 0);
    run(3_000);

    assertThat(gates).containsExactly("1000 2 pauses", "2000 0 goes on", "2000 1 goes on");
  }

  /** Another vendor's switch may pause all eight. */
  @Test
  void prioritiesThatNoDataHasArePassedOver() {
    arrives(1_000, 0b1111_1100, 0b1111_1100);
    arrives(2_000, 0b1111_1000, 0);
    run(3_000);

    assertThat(gates).containsExactly("1000 2 pauses");
  }

  @Test
  void otherFramesAreNotTaken() {
    assertThat(takes(Packet.of(new byte[64]))).isFalse();
    assertThat(gates).isEmpty();
  }
}
