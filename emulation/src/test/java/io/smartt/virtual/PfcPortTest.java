package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link PfcPort}, at a rate at which a quantum is 10 ns. */
class PfcPortTest {
  private static final long RATE_BPS = 51_200_000_000L;
  private static final long QUANTUM_PS = 10_000;
  private static final long US = 1_000_000;
  private static final int MAC = 0x020304;

  /** Half of the longest pause. */
  private static final long REFRESH_PS = 32_767 * QUANTUM_PS;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private final List<String> left = new ArrayList<>();
  private final List<String> gate = new ArrayList<>();
  private final SimplexLink link =
      new SimplexLink(
          0,
          end,
          end,
          RATE_BPS,
          0,
          0,
          this::next,
          (packet, nowPs) -> {
            // What passes is noted as it leaves.
          },
          LinkTap.NONE);
  private long numbers = 70;
  private boolean hasData;
  private final PfcPort port =
      new PfcPort(
          end.eventQueue(),
          10,
          link,
          RATE_BPS,
          MAC,
          (_, on) -> gate.add((on ? "paused@" : "open@") + end.eventQueue().nowPs()),
          () -> numbers++);

  private boolean next(long nowPs, Packet out) {
    if (port.isDue()) {
      port.next(nowPs, out);
      assertThat(PauseFrame.names(out, 0)).isTrue();
      left.add("%d@%d".formatted(PauseFrame.quanta(out, 0), nowPs));
      return true;
    }
    if (hasData) {
      hasData = false;
      out.setLengths(0, 1000);
      left.add("data@" + nowPs);
      return true;
    }
    return false;
  }

  private boolean takes(Packet packet) {
    return port.takes(packet, end.eventQueue().nowPs());
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
    assertThat(left).containsExactly("65535@0");
    run(2 * REFRESH_PS);
    assertThat(left).containsExactly("65535@0", "65535@" + REFRESH_PS, "65535@" + 2 * REFRESH_PS);
    assertThat(port.framesSent()).isEqualTo(3);
  }

  @Test
  void resumingIsToldOnce() {
    port.pausePeer(0, true);
    run(US);
    port.pausePeer(0, false);
    run(10 * REFRESH_PS);
    assertThat(left).containsExactly("65535@0", "0@" + US);
    assertThat(port.framesSent()).isEqualTo(2);
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
    assertThat(gate).containsExactly("paused@0", "open@" + 100 * QUANTUM_PS);
    assertThat(left).containsExactly("data@" + 100 * QUANTUM_PS);
  }

  @Test
  void anotherPauseCountsFromItsOwnArrival() {
    takes(PauseFrames.of(0, 100));
    run(US / 2);
    takes(PauseFrames.of(0, 100));
    run(3 * US);
    assertThat(gate).containsExactly("paused@0", "paused@500000", "open@1500000");
  }

  @Test
  void aPauseOfNoTimeOpensTheGateAtOnce() {
    takes(PauseFrames.of(0, 100));
    hasData = true;
    run(US / 2);
    assertThat(takes(PauseFrames.of(0, 0))).isTrue();
    run(3 * US);
    assertThat(gate).containsExactly("paused@0", "open@500000");
    assertThat(left).containsExactly("data@500000");
  }

  @Test
  void otherFramesAreNotTaken() {
    assertThat(takes(Packet.of(new byte[64]))).isFalse();
    assertThat(gate).isEmpty();
  }
}
