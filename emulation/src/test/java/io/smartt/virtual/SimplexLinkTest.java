package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.EventQueue.Event;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link SimplexLink}. */
class SimplexLinkTest {
  private static final long GBPS_800 = 800_000_000_000L;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
  private final List<String> arrived = new ArrayList<>();

  private boolean next(long nowPs, Packet out) {
    Integer bytes = waiting.poll();
    if (bytes == null) {
      return false;
    }
    out.setLengths(0, bytes);
    return true;
  }

  private SimplexLink link(long rateBps, long delayPs, long sinkLatencyPs) {
    return used(
        new SimplexLink(
            0,
            end,
            end,
            rateBps,
            delayPs,
            sinkLatencyPs,
            this::next,
            (packet, nowPs) -> arrived.add(packet.length() + "@" + nowPs),
            LinkTap.NONE));
  }

  private SimplexLink used(SimplexLink link) {
    simulation.arrivesAfter(link.leastFlightPs());
    return link;
  }

  private void runAll() {
    while (simulation.advance(Long.MAX_VALUE - 1)) {
      // fire everything
    }
  }

  @Test
  void anArrivalIsSerialisationThenDelayThenTheLatencyOfTheSink() {
    SimplexLink link = link(GBPS_800, 600_000, 400_000);
    waiting.add(4160);

    link.kick(0);
    runAll();

    // 4160 B at 800 Gbps take 41.6 ns.
    assertThat(arrived).containsExactly("4160@1041600");
  }

  @Test
  void packetsFollowEachOtherAsTheWireGetsFree() {
    SimplexLink link = link(GBPS_800, 600_000, 0);
    for (int i = 0; i < 9; i++) {
      waiting.add(1000 + i);
    }

    link.kick(0);
    runAll();

    assertThat(arrived).hasSize(9);
    assertThat(arrived.getFirst()).isEqualTo("1000@610000");
    assertThat(arrived.get(1)).isEqualTo("1001@620010");
    // The sum of 1000..1008 is 9036 B, 10 ps each.
    assertThat(arrived.getLast()).isEqualTo("1008@690360");
  }

  @Test
  void eachFrameTakesPreambleFcsAndGapBesidesItsBytes() {
    SimplexLink link = link(GBPS_800, 600_000, 0);
    link.setOverhead(24);
    for (int i = 0; i < 9; i++) {
      waiting.add(1000 + i);
    }

    link.kick(0);
    runAll();

    assertThat(arrived.getFirst()).isEqualTo("1000@610240");
    // 9036 B as without, and 9 * 24 B more, 10 ps each.
    assertThat(arrived.getLast()).isEqualTo("1008@692520");
    assertThat(link.counts().deliveredBytes()).isEqualTo(9036);
  }

  @Test
  void overheadTakesTimeAtARateThatDoesNotDivideAsWell() {
    SimplexLink link = link(3, 0, 0);
    link.setOverhead(2);

    assertThat(link.serialisationPs(1)).isEqualTo(8_000_000_000_000L);
  }

  @Test
  void aKickWhileTheWireIsBusyWaitsForIt() {
    SimplexLink link = link(GBPS_800, 0, 0);
    waiting.add(1000);
    link.kick(0);
    waiting.add(500);

    link.kick(0);
    runAll();

    assertThat(arrived).containsExactly("1000@10000", "500@15000");
  }

  @Test
  void roundsSerialisationUpWhereTheRateDoesNotDivide() {
    // 8 bits at 3 bit/s take 2.666... s.
    assertThat(link(3, 0, 0).serialisationPs(1)).isEqualTo(2_666_666_666_667L);
  }

  @Test
  void aLinkWithoutALimitTakesAPicosecondAFrame() {
    SimplexLink link = link(0, 600_000, 0);
    waiting.addAll(List.of(64, 9000));

    link.kick(0);
    runAll();

    assertThat(arrived).containsExactly("64@600001", "9000@600002");
  }

  @Test
  void whatIsSentIntoALinkThatIsDownIsLostButWhatFliesArrives() {
    SimplexLink link = link(GBPS_800, 600_000, 0);
    waiting.add(1000);
    link.kick(0);
    link.setUp(false);
    waiting.add(2000);
    runAll();
    link.setUp(true);
    waiting.add(3000);

    link.kick(end.eventQueue().nowPs());
    runAll();

    assertThat(arrived)
        .extracting(text -> text.substring(0, text.indexOf('@')))
        .containsExactly("1000", "3000");
  }

  @Test
  void aSourceThatKicksTheLinkWhileAskedDoesNotLoseItsPacket() {
    ArrayDeque<Integer> late = new ArrayDeque<>(List.of(700));
    SimplexLink[] self = new SimplexLink[1];
    self[0] =
        used(
            new SimplexLink(
                0,
                end,
                end,
                GBPS_800,
                0,
                0,
                (nowPs, out) -> {
                  if (!late.isEmpty()) {
                    waiting.add(late.remove());
                    self[0].kick(nowPs);
                    return false;
                  }
                  return next(nowPs, out);
                },
                (packet, nowPs) -> arrived.add(packet.length() + "@" + nowPs),
                LinkTap.NONE));
    Event start =
        new Event(end.eventQueue(), 2) {
          @Override
          protected void fire(long nowPs) {
            self[0].kick(nowPs);
          }
        };
    end.eventQueue().schedule(start, 0);

    runAll();

    assertThat(arrived).containsExactly("700@7000");
  }
}
