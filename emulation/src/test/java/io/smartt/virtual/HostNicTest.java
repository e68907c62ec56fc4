package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.virtual.HostNic.CardTransport;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link HostNic}. */
class HostNicTest {
  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private final List<String> left = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private long numbers = 40;
  private final HostNic card =
      new HostNic(
          end.eventQueue(),
          () -> numbers++,
          (packet, nowPs) -> heard.add("above " + packet.length() + "@" + nowPs));

  /** Sends so many frames, one of them although paused, and takes packets of 7 bytes. */
  private final class Transport implements CardTransport {
    private int data = 2;
    private int answers = 1;

    @Override
    public boolean next(long nowPs, long pausedDscps, Packet out) {
      boolean paused = pausedDscps != 0;
      boolean sends = paused ? answers-- > 0 : data-- > 0;
      out.setLengths(0, paused ? 60 : 1000);
      return sends;
    }

    @Override
    public boolean receive(long nowPs, Packet packet) {
      boolean takes = packet.length() == 7;
      if (takes) {
        heard.add("transport 7@" + nowPs);
      }
      return takes;
    }
  }

  private SimplexLink connect() {
    SimplexLink link =
        new SimplexLink(
            0,
            end,
            end,
            800_000_000_000L,
            0,
            0,
            card,
            (packet, nowPs) -> left.add(packet.length() + "#" + packet.id()),
            LinkTap.NONE);
    card.connect(link);
    return link;
  }

  private void run() {
    simulation.arrivesAfter(1);
    simulation.runUntil(end.eventQueue().nowPs() + 1_000_000);
  }

  private static Packet packet(int bytes) {
    return Packet.of(new byte[bytes]);
  }

  @Test
  void framesLeaveOneBehindTheOtherEachWithANumber() {
    connect();
    card.send(packet(100));
    card.send(packet(200));
    card.send(packet(300));
    run();
    assertThat(left).containsExactly("100#40", "200#41", "300#42");
  }

  @Test
  void whatIsSentIsAsItWasWhenItWasGiven() {
    connect();
    Packet mine = packet(100);
    card.send(packet(50));
    card.send(mine);
    mine.setLengths(0, 0);
    run();
    assertThat(left).containsExactly("50#40", "100#41");
  }

  @Test
  void aTransportSendsWhenNothingElseWaits() {
    connect();
    card.attach(new Transport());
    card.send(packet(100));
    card.send(packet(200));
    run();
    assertThat(left).containsExactly("100#40", "200#41", "1000#42", "1000#43");
  }

  @Test
  void whilePausedOnlyATransportsAnswersLeave() {
    connect();
    card.attach(new Transport());
    card.pause(-1, true);
    card.send(packet(100));
    run();
    assertThat(left).containsExactly("60#40");
    card.pause(-1, false);
    card.wake();
    run();
    assertThat(left).containsExactly("60#40", "100#41", "1000#42", "1000#43");
  }

  /**
   * As a replay sends what other hosts sent: a frame behind another of a paused class waits too.
   */
  @Test
  void aFrameWaitsForThePauseOfItsCodePoint() {
    connect();
    card.pause(1L << 26, true);
    card.send(ofDscp(10, 100));
    // As short as a frame with a code point can be.
    card.send(ofDscp(26, 34));
    card.send(ofDscp(10, 300));
    run();
    assertThat(left).containsExactly("100#40");
    card.pause(1L << 26, false);
    card.wake();
    run();
    assertThat(left).containsExactly("100#40", "34#41", "300#42");
  }

  private static Packet ofDscp(int dscp, int bytes) {
    Packet packet = Packet.of(new byte[bytes]);
    packet.bytes()[12] = 8;
    packet.bytes()[15] = (byte) (dscp << 2);
    return packet;
  }

  @Test
  void aTransportTakesItsOwnPacketsAndTheRestGoesUp() {
    card.attach(new Transport());
    card.arrive(packet(7), 5);
    card.arrive(packet(8), 6);
    card.detach();
    card.arrive(packet(7), 7);
    assertThat(heard).containsExactly("transport 7@5", "above 8@6", "above 7@7");
  }

  @Test
  void aDetachedTransportSendsNothing() {
    connect();
    card.attach(new Transport());
    card.detach();
    card.send(packet(100));
    run();
    assertThat(left).containsExactly("100#40");
  }

  @Test
  void pausesAreObeyedAndGoNoFurther() {
    SimplexLink link = connect();
    card.obeyPauses(
        new PfcPort(
            end.eventQueue(),
            10,
            link,
            800_000_000_000L,
            1,
            1,
            (_, on) -> card.pause(-1, on),
            () -> 0));
    card.attach(new Transport());
    card.arrive(PauseFrames.of(0, PauseFrame.MAX_QUANTA), 0);
    card.arrive(packet(8), 0);
    card.send(packet(100));
    run();
    assertThat(left).as("an answer").containsExactly("60#40");
    assertThat(heard).containsExactly("above 8@0");
  }

  @Test
  void aCardWithoutALinkSaysSo() {
    assertThatThrownBy(() -> card.send(packet(1))).hasMessage("host without a link");
  }
}
