package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.failure.LinkLoss;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.SimplexLink.FrameSource;
import io.smartt.virtual.SimplexLink.Impairment;
import io.smartt.virtual.SimplexLink.LinkCounts;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.EventQueue.Event;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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

  @Test
  void nothingLeavesBeforeItsStart() {
    SimplexLink link = link(GBPS_800, 0, 0);
    link.startAt(7_000);
    waiting.add(1000);

    link.kick(0);
    runAll();

    assertThat(arrived).containsExactly("1000@17000");
  }

  @Test
  void packetsLeaveNoFasterThanThePacketRateAllows() {
    SimplexLink link = link(GBPS_800, 0, 0);
    link.setPacketRate(100_000_000);
    waiting.addAll(List.of(64, 64, 9_000, 64));

    link.kick(0);
    runAll();

    // One begins every 10 ns, as from BMv2's queues: 64 B take 0.64 ns, 9,000 B take 90.
    assertThat(arrived).containsExactly("64@640", "64@10640", "9000@110000", "64@110640");
  }

  @Test
  void aPacketRateOfNoneIsNoLimit() {
    SimplexLink link = link(GBPS_800, 0, 0);
    link.setPacketRate(100_000_000);
    link.setPacketRate(0);
    waiting.addAll(List.of(64, 64));

    link.kick(0);
    runAll();

    assertThat(arrived).containsExactly("64@640", "64@1280");
  }

  @Test
  void anotherRateHoldsUntilItsOwnIsRestored() {
    SimplexLink link = link(GBPS_800, 0, 0);
    link.setRate(GBPS_800 / 2);
    assertThat(link.serialisationPs(1000)).isEqualTo(20_000);
    assertThat(link.ownBps()).isEqualTo(GBPS_800);
    link.setRate(link.ownBps());
    assertThat(link.serialisationPs(1000)).isEqualTo(10_000);
  }

  @Test
  void theLeastFlightIsThatOfAByte() {
    SimplexLink link = link(GBPS_800, 600_000, 400_000);
    assertThat(link.leastFlightPs()).isEqualTo(1_000_010);
    assertThat(link.leastFlightPs(GBPS_800 / 10)).isEqualTo(1_000_100);
  }

  @Test
  void aRateBelowNothingIsRefused() {
    assertThatThrownBy(() -> link(-1, 0, 0)).hasMessage("a link does not carry -1 bit/s");
  }

  @Test
  void countsSayWhatBecameOfEachPacket() {
    SimplexLink link = link(GBPS_800, 600_000, 0);
    Impairment impairment = new Impairment(new SplittableRandom(1));
    link.impair(impairment);
    waiting.addAll(List.of(1000, 2000));
    link.kick(0);
    assertThat(link.counts()).isEqualTo(new LinkCounts(0, 0, 1, 0, 0));
    assertThat(link.counts().flying()).isEqualTo(1);
    runAll();
    impairment.change(LinkLoss.ofShare(1), 0);
    waiting.addAll(List.of(1, 2, 3));
    link.kick(end.eventQueue().nowPs());
    runAll();
    link.setUp(false);
    waiting.add(4);
    link.kick(end.eventQueue().nowPs());
    runAll();

    assertThat(arrived).containsExactly("1000@610000", "2000@630000");
    assertThat(link.counts()).isEqualTo(new LinkCounts(1, 3, 2, 2, 3000));
    assertThat(link.counts().entered()).isEqualTo(6);
    assertThat(link.counts().flying()).isZero();
  }

  @Test
  void jitterDelaysByAtMostSoMuchAndKeepsTheOrder() {
    Impairment impairment = new Impairment(new SplittableRandom(1));
    impairment.change(LinkLoss.NONE, 10);
    long last = 0;
    int kept = 0;
    int most = 0;
    for (int i = 1; i <= 1000; i++) {
      long planned = 4L * i;
      long arrival = impairment.arrivalPs(planned);
      assertThat(arrival).isBetween(Math.max(planned, last), Math.max(planned + 10, last));
      kept += arrival == last ? 1 : 0;
      most += arrival == planned + 10 ? 1 : 0;
      last = arrival;
    }
    assertThat(kept).as("held back by the one before").isPositive();
    assertThat(most).as("the most is drawn too").isPositive();
    impairment.change(LinkLoss.NONE, 0);
    assertThat(impairment.arrivalPs(4001)).as("also when jitter ended").isEqualTo(last);
    assertThat(impairment.arrivalPs(5000)).isEqualTo(5000);
  }

  @Test
  void aHostsDelayComesOnTop() {
    Impairment impairment = new Impairment(new SplittableRandom(1));
    impairment.spread(new HostDelay(0, 10, true));
    long sum = 0;
    for (int i = 1; i <= 1000; i++) {
      long delay = impairment.arrivalPs(100L * i) - 100L * i;
      assertThat(delay).isBetween(0L, 10L);
      assertThat(impairment.heldPs()).isEqualTo(delay);
      sum += delay;
    }
    assertThat(sum).isBetween(4_500L, 5_500L);
  }

  @Test
  void aHostHasAFrameFromTheWireOnAndBehindTheOnesBefore() {
    Impairment jitter = new Impairment(new SplittableRandom(1));
    jitter.change(LinkLoss.NONE, 1_000);
    for (int i = 1; i <= 100; i++) {
      jitter.arrivalPs(10L * i);
      assertThat(jitter.heldPs()).as("of the link's jitter").isZero();
    }
    Impairment host = new Impairment(new SplittableRandom(1));
    host.spread(new HostDelay(0, 1_000, true));
    long last = 0;
    for (int i = 1; i <= 100; i++) {
      long arrival = host.arrivalPs(10L * i);
      assertThat(host.heldPs()).isEqualTo(arrival - 10L * i);
      assertThat(arrival).isGreaterThanOrEqualTo(last);
      last = arrival;
    }
  }

  @Test
  void burstsGoOnWhereOnlyTheJitterChanges() {
    LinkLoss alternating = LinkLoss.ofBursts(new LinkLoss.Bursts(1, 1, 1, 0));
    Impairment impairment = new Impairment(new SplittableRandom(1));
    impairment.change(alternating, 0);
    boolean lost = impairment.loses(100);
    for (int i = 1; i < 100; i++) {
      impairment.change(alternating, i);
      assertThat(impairment.loses(100)).isNotEqualTo(lost);
      lost = !lost;
    }
  }

  @Test
  void aTapSeesTheFirstBitLeaveAndTheLastOneArrive() {
    LinkTap tap =
        new LinkTap() {
          @Override
          public void sent(Packet packet, long nowPs) {
            arrived.add("sent@" + nowPs);
          }

          @Override
          public void arrived(Packet packet, long nowPs) {
            arrived.add("tap@" + nowPs);
          }
        };
    SimplexLink link =
        used(
            new SimplexLink(
                0,
                end,
                end,
                GBPS_800,
                600_000,
                400_000,
                this::next,
                (packet, nowPs) -> arrived.add("sink@" + nowPs),
                tap));
    waiting.add(1000);

    link.kick(0);
    runAll();

    assertThat(arrived).containsExactly("sent@0", "tap@610000", "sink@1010000");
  }

  @Test
  void aSourceThatSurelyHasNoMoreIsNotAskedUntilItKicks() {
    List<Long> asked = new ArrayList<>();
    FrameSource source =
        new FrameSource() {
          @Override
          public boolean next(long nowPs, Packet out) {
            asked.add(nowPs);
            return SimplexLinkTest.this.next(nowPs, out);
          }

          @Override
          public boolean mayHaveMore() {
            return !waiting.isEmpty();
          }
        };
    SimplexLink link =
        used(
            new SimplexLink(0, end, end, GBPS_800, 600_000, 0, source, (_, _) -> {}, LinkTap.NONE));
    waiting.addAll(List.of(1000, 1000));

    link.kick(0);
    runAll();

    assertThat(asked).containsExactly(0L, 10_000L);
  }

  @Test
  void betweenTwoEventQueuesPacketsArriveAtTheSameTimesInTheSecond() {
    LinkEnd far = new LinkEnd(simulation.newEventQueue(), new Packet(128));
    List<Long> clocks = new ArrayList<>();
    SimplexLink link =
        used(
            new SimplexLink(
                0,
                end,
                far,
                GBPS_800,
                600_000,
                0,
                this::next,
                (packet, nowPs) -> {
                  arrived.add(packet.length() + "@" + nowPs);
                  clocks.add(far.eventQueue().nowPs());
                },
                LinkTap.NONE));
    waiting.addAll(List.of(1000, 1001, 1002));

    link.kick(0);
    runAll();

    assertThat(arrived).containsExactly("1000@610000", "1001@620010", "1002@630030");
    assertThat(clocks).containsExactly(610_000L, 620_010L, 630_030L);
  }
}
