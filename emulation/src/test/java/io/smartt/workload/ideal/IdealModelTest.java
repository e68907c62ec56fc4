package io.smartt.workload.ideal;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import io.smartt.workload.Workload.Trigger;
import io.smartt.workload.Workloads;
import io.smartt.workload.ideal.IdealModel.IdealTimes;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdealModelTest {
  private static final LinkDefaults HTSIM_LINKS =
      new LinkDefaults(800_000_000_000L, 600_000, 400_000);
  private static final PacketSizes HTSIM = new PacketSizes(4096, 64, 64);
  private static final long PACKET_PS = 41_600;
  private static final long RACK_RTT_PS = 3_284_480;
  private static final long CORE_RTT_PS = 11_453_440;
  private static final int MIB = 1 << 20;
  private final Topology tree = Topologies.named("fattree,8", HTSIM_LINKS);

  private IdealTimes times(Flow... flows) {
    return times(List.of(), flows);
  }

  private IdealTimes times(List<Trigger> triggers, Flow... flows) {
    return new IdealModel(tree, HTSIM)
        .times(new Workload("w", 128, List.of(flows), triggers, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "64, 4096, 11453440",
    "64, 1048576, 22061440",
    "5, 1048576, 17976960",
    "1, 1048576, 13892480",
    // 100 B and 64 B header: 1.64 ns at each of 2 hops, 0.64 ns for the ACK.
    "1, 100, 3204560",
    // One full packet and one of 1 B: 65 B more behind the first.
    "1, 4097, 3285130"
  })
  void aFlowAloneTakesWhatTheReferenceSimulatorShows(int dst, long bytes, long completionPs) {
    assertThat(times(Flow.at(1, 0, dst, bytes, 0)).completionPs(0)).isEqualTo(completionPs);
    assertThat(times(Flow.at(1, 0, dst, bytes, 0)).alonePs(0)).isEqualTo(completionPs);
  }

  @Test
  void everyPacketPaysTheOverheadOnce() {
    IdealTimes times =
        new IdealModel(tree, new PacketSizes(4096, 64, 64, 24))
            .times(
                new Workload("w", 128, List.of(Flow.at(1, 0, 64, MIB, 0)), List.of(), List.of()));

    // 6 hops of a packet and an ACK, 255 packets behind the first, 24 B at 10 ps more for each.
    assertThat(times.completionPs(0)).isEqualTo(22_061_440 + (6 + 6 + 255) * 240);
    assertThat(times.alonePs(0)).isEqualTo(times.completionPs(0));
  }

  @Test
  void whatAFlowWouldTakeAloneDoesNotDependOnTheOthers() {
    IdealTimes times = times(Flow.at(1, 0, 64, MIB, 0), Flow.at(2, 1, 64, MIB, 0));

    assertThat(times.alonePs(0)).isEqualTo(22_061_440);
    assertThat(times.completionPs(0)).isGreaterThan(30_000_000);
  }

  @Test
  void anIncastSharesTheReceiversLink() {
    Workload incast = Workloads.named("incast:8x128KiB", 128, new SplittableRandom(1));

    IdealTimes times = new IdealModel(tree, HTSIM).times(incast);

    // 8 * 32 packets pass the last link; the reference's slowest flow takes as long.
    for (int i = 0; i < 8; i++) {
      assertThat(times.completionPs(i)).isEqualTo(CORE_RTT_PS + 255 * PACKET_PS);
    }
    assertThat(times.lastFinishPs()).isEqualTo(22_061_440);
  }

  @Test
  void aFlowTakesWhatAShorterOneLeaves() {
    // Half the rate until 256 packets of each have passed, then 256 at full rate.
    IdealTimes times = times(Flow.at(1, 1, 0, MIB, 0), Flow.at(2, 2, 0, 2 * MIB, 0));

    assertThat(times.completionPs(0)).isEqualTo(RACK_RTT_PS + 511 * PACKET_PS);
    assertThat(times.completionPs(1)).isEqualTo(RACK_RTT_PS + 767 * PACKET_PS);
  }

  @Test
  void aLaterFlowSharesFromItsStart() {
    // Alone for 128 packets, then both at half rate: the first ends after 128 + 2 * 128, the second
    // has 128 left then.
    IdealTimes times = times(Flow.at(1, 1, 0, MIB, 0), Flow.at(2, 2, 0, MIB, 128 * PACKET_PS));

    assertThat(times.startPs(1)).isEqualTo(128 * PACKET_PS);
    assertThat(times.completionPs(0)).isEqualTo(RACK_RTT_PS + 383 * PACKET_PS);
    assertThat(times.completionPs(1)).isEqualTo(RACK_RTT_PS + 383 * PACKET_PS);
  }

  @ParameterizedTest
  @CsvSource({
    // n = 256 packets a flow; docs/use/workloads.md has the formulas.
    "incast:8x1MiB, 11453440 + 2047 * 41600, 96608640",
    "outcast:8x1MiB, 11453440 + 2047 * 41600, 96608640",
    // Each sender alone: 11.45344 + 255 * 0.0416 = 22.06144 us, before the next begins at 100 us.
    "staggered-incast:3x1MiB@100us, 200 us + 22.06144 us, 222061440",
    // Three flows into host 64 at a third of the link.
    "outcast-incast:2x1MiB, 11453440 + 767 * 41600, 43360640",
    "uneven-permutation:1x1MiB, 11453440 + 511 * 41600, 32711040"
  })
  void namedWorkloadsTakeWhatTheirFormulasSay(String spec, String formula, long lastPs) {
    Workload workload = Workloads.named(spec, 128, new SplittableRandom(1));

    assertThat(new IdealModel(tree, HTSIM).times(workload).lastFinishPs())
        .as(formula)
        .isEqualTo(lastPs);
  }

  @Test
  void whatTheIncastLeavesOfTheOutcastersLinkGoesToItsOtherFlows() {
    Workload workload = Workloads.named("outcast-incast:2x1MiB", 128, new SplittableRandom(1));

    IdealTimes times = new IdealModel(tree, HTSIM).times(workload);

    // 0->64 has a third, so 0->65 has two thirds: 256 packets at 1.5 serialisations each.
    assertThat(times.completionPs(1)).isEqualTo(CORE_RTT_PS + 384 * PACKET_PS - PACKET_PS);
  }

  @ParameterizedTest
  @CsvSource({
    // On one switch of 8 hosts, 256 packets a message: sequential, each step ends with its ACK.
    "ring:1MiB, 7 * (3284480 + 255 * 41600)",
    // 14 steps of 32 packets, each beginning when the last byte has arrived; the last one's ACK.
    "allreduce-ring:1MiB, 13 * (1683200 + 31 * 41600) + 3284480 + 31 * 41600",
    "allreduce-butterfly:1MiB, 2 * (1683200 + 255 * 41600) + 3284480 + 255 * 41600"
  })
  void collectivesTakeTheSumOfTheirSteps(String spec, String formula) {
    Topology rack = Topologies.named("single,8", HTSIM_LINKS);
    Workload workload = Workloads.named(spec, 8, new SplittableRandom(1));

    long expected =
        switch (spec.substring(0, spec.indexOf(':'))) {
          case "ring" -> 7 * 13_892_480L;
          case "allreduce-ring" -> 13 * 2_972_800L + 4_574_080L;
          default -> 2 * 12_291_200L + 13_892_480L;
        };
    assertThat(new IdealModel(rack, HTSIM).times(workload).lastFinishPs())
        .as(formula)
        .isEqualTo(expected);
  }

  @Test
  void permutationsOfANonBlockingTreeDoNotDisturbEachOther() {
    Workload permutation = Workloads.named("core-permutation:1MiB", 128, new SplittableRandom(1));

    IdealTimes times = new IdealModel(tree, HTSIM).times(permutation);

    assertThat(times.completionPs(0)).isEqualTo(22_061_440);
    assertThat(times.lastFinishPs()).isEqualTo(22_061_440);
  }

  @Test
  void oversubscriptionDividesTheRateOfFlowsThatLeaveTheRack() {
    Topology narrow = Topologies.named("fattree,hosts=128,rack=4,pod=16,os=4", HTSIM_LINKS);
    Workload permutation = Workloads.named("core-permutation:1MiB", 128, new SplittableRandom(1));

    IdealTimes times = new IdealModel(narrow, HTSIM).times(permutation);

    assertThat(times.completionPs(0)).isEqualTo(CORE_RTT_PS + (4 * 256 - 1) * PACKET_PS);
  }

  @Test
  void aFailedLinkTakesItsShareFromThoseThatSplitOverTheRest() {
    // Two leaves, two spines: with a leaf uplink down, two flows share the other.
    Topology whole = Topologies.named("leafspine,2,2,2", HTSIM_LINKS);
    Topology damaged = whole.withFailedLinks(Set.of(whole.links().get(4)));
    Workload pairs =
        new Workload("w", 4, List.of(Flow.at(1, 0, 2, MIB, 0), Flow.at(2, 1, 3, MIB, 0)));

    long wholePs = new IdealModel(whole, HTSIM).times(pairs).completionPs(0);
    long damagedPs = new IdealModel(damaged, HTSIM).times(pairs).completionPs(0);

    assertThat(damagedPs - wholePs).isEqualTo(256 * PACKET_PS);
  }

  @Test
  void triggersStartFlowsWhenTheFluidIsDoneAtEitherEnd() {
    IdealTimes times =
        times(
            List.of(Trigger.oneshot(1), Trigger.oneshot(2)),
            Flow.at(1, 0, 1, 4096, 0).whenSent(1).whenReceived(2),
            Flow.at(2, 0, 2, 4096, 0).startedBy(1),
            Flow.at(3, 1, 3, 4096, 0).startedBy(2));

    assertThat(times.startPs(1)).isEqualTo(RACK_RTT_PS);
    // One way: 2 links, 1 switch, 2 serialisations.
    assertThat(times.startPs(2)).isEqualTo(2 * 600_000 + 400_000 + 2 * PACKET_PS);
    assertThat(times.completionPs(2)).isEqualTo(RACK_RTT_PS);
    assertThat(times.lastFinishPs()).isEqualTo(2 * RACK_RTT_PS);
  }

  @Test
  void everyFlowOfAWindowedAllToAllEnds() {
    Workload allToAll = Workloads.named("alltoall:4x1MiB", 32, new SplittableRandom(3));
    Topology small = Topologies.named("fattree,hosts=32", HTSIM_LINKS);

    IdealTimes times = new IdealModel(small, HTSIM).times(allToAll);

    for (int i = 0; i < allToAll.flows().size(); i++) {
      assertThat(times.completionPs(i)).isGreaterThanOrEqualTo(RACK_RTT_PS + 255 * PACKET_PS);
    }
    // 31 * 256 packets leave each host: no faster than the link, and with a window of 4 MiB, which
    // lasts for four round trips, not much slower.
    assertThat(times.lastFinishPs()).isBetween(31 * 256 * PACKET_PS, 2 * 31 * 256 * PACKET_PS);
  }
}
