package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.virtual.SimplexLink.FrameSource;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.EventQueue.Event;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pauses of several priorities at one end of a link of 51.2 Gbps, on which a quantum takes 10 ns.
 */
class PfcPrioritiesTest {
  private static final long RATE_BPS = 51_200_000_000L;
  private static final long LONGEST_PS = 655_350_000;
  private static final int VECTOR_AT = 16;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private final List<String> gates = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private final PfcPort port;
  private int events;

  PfcPrioritiesTest() {
    SimplexLink link =
        new SimplexLink(
            0, end, end, RATE_BPS, 0, 0, pauseFrames(), (packet, nowPs) -> {}, LinkTap.NONE);
    simulation.arrivesAfter(link.leastFlightPs());
    port =
        new PfcPort(
            end.eventQueue(),
            1,
            link,
            RATE_BPS,
            0x060000010002L,
            (priority, on) ->
                gates.add(
                    end.eventQueue().nowPs() + " " + priority + (on ? " pauses" : " goes on")),
            () -> 1);
  }

  private FrameSource pauseFrames() {
    return (nowPs, out) -> {
      if (!port.isDue()) {
        return false;
      }
      port.next(nowPs, out);
      // The vector and the times of priorities 0 to 2.
      sent.add(nowPs + " " + HexFormat.of().formatHex(out.toByteArray(), VECTOR_AT, VECTOR_AT + 8));
      return true;
    };
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

  private void runUntil(long timePs) {
    while (simulation.advance(timePs)) {
      // fire everything
    }
  }

  private void arrives(long timePs, int vector, int paused) {
    at(
        timePs,
        () -> {
          Packet frame = new Packet(128);
          PauseFrame.write(frame, 1, vector, paused);
          assertThat(port.takes(frame, timePs)).isTrue();
        });
  }

  @Test
  void eachPriorityPausesForItsOwnTimeAndGoesOnByItself() {
    arrives(1_000, 0b01, 0b01);
    arrives(2_000, 0b10, 0b10);
    runUntil(2 * LONGEST_PS);

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
    runUntil(2 * LONGEST_PS);

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
    runUntil(3_000);

    assertThat(gates).containsExactly("1000 2 pauses", "2000 0 goes on", "2000 1 goes on");
  }

  /** Frames speak of all that is paused, and again after half of the longest pause. */
  @Test
  void framesAreSentAgainForAsLongAsAnythingIsPaused() {
    long again = 101_000 + (PauseFrame.MAX_QUANTA / 2) * 10_000L;
    at(1_000, () -> port.pausePeer(0, true));
    at(101_000, () -> port.pausePeer(2, true));
    at(again + 500_000, () -> port.pausePeer(0, false));
    at(again + 900_000, () -> port.pausePeer(2, false));
    runUntil(10 * LONGEST_PS);

    assertThat(sent)
        .containsExactly(
            "1000 0001" + "ffff" + "0000" + "0000",
            "101000 0005" + "ffff" + "0000" + "ffff",
            again + " 0005" + "ffff" + "0000" + "ffff",
            (again + 500_000) + " 0005" + "0000" + "0000" + "ffff",
            (again + 900_000) + " 0004" + "0000" + "0000" + "0000");
    assertThat(port.framesSent()).isEqualTo(5);
  }
}
