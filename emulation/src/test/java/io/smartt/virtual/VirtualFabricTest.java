package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.experiment.settings.FailureKind;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link VirtualFabric} and its ledger: two hosts at a switch that sends all to h2. */
class VirtualFabricTest {
  private static final long US = 1_000_000;
  private static final long GBPS_80 = 80_000_000_000L;

  /** Two links of 600 ns, the switch's 400 ns, and twice 1000 B at 800 Gbps. */
  private static final long FLIGHT_PS = 2 * (600_000 + 10_000) + 400_000;

  private final Topology topology =
      Topologies.named("single,2", new LinkDefaults(800_000_000_000L, 600_000, 400_000));
  private final VirtualNetwork network = VirtualNetwork.inOrderOfTime(topology, 1, 1);
  private final Simulation simulation = network.simulation();
  private final List<String> arrived = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private final List<HostNic> cards =
      topology.hosts().stream().map(host -> card(network, host)).toList();
  private final Setup setup = new Setup();
  private final SampleRecorder samples = new SampleRecorder();
  private final Host h1 = topology.hosts().getFirst();
  private final Host h2 = topology.hosts().getLast();
  private final Link link1 = topology.access(h1).link();
  private final Link link2 = topology.access(h2).link();
  private final Switch sw = topology.switches().getFirst();

  private HostNic card(VirtualNetwork of, Host host) {
    return new HostNic(
        of.queue(host),
        of.numbers().of(host),
        (packet, nowPs) -> {
          arrived.add(host.name() + " " + packet.length());
          times.add(nowPs);
        });
  }

  /** The plan of the switch. */
  private static final class Setup implements SwitchSetup {
    private Optional<PauseThresholds> pauses = Optional.empty();
    private OptionalInt cpuPort = OptionalInt.empty();
    private List<QueueConfig> ofPorts = List.of();

    @Override
    public List<QueueConfig> queues(Switch one, List<Adjacency> ports) {
      return List.of(
          QueueConfig.packets(QueueConfig.UNLIMITED), QueueConfig.packets(QueueConfig.UNLIMITED));
    }

    @Override
    public List<QueueConfig> queues(Adjacency port) {
      return ofPorts;
    }

    @Override
    public Optional<PauseThresholds> pauses(Adjacency port) {
      return pauses;
    }

    @Override
    public OptionalInt cpuPort(Switch one) {
      return cpuPort;
    }
  }

  private VirtualFabric fabric(FabricCapture capture) {
    VirtualFabric fabric = network.fabric(cards, setup, samples, capture, FabricWatch.NONE);
    program(fabric, portTo(h2));
    return fabric;
  }

  private VirtualFabric fabric() {
    return fabric(FabricCapture.off());
  }

  private static void program(VirtualFabric fabric, int port) {
    fabric.devices(1).getFirst().run(SwitchNodeTest.sendingTo(port));
  }

  private int portTo(Host host) {
    return topology.access(host).peer().number();
  }

  /** Sends a packet at an instant; returns when it arrived after that, empty if it did not. */
  private OptionalLong flight(Host from, long atPs) {
    simulation.runUntil(atPs);
    times.clear();
    cards.get(from.index()).send(SwitchNodeTest.ipv4(1_000));
    simulation.runUntil(atPs + 10 * US);
    return times.isEmpty() ? OptionalLong.empty() : OptionalLong.of(times.getFirst() - atPs);
  }

  private OptionalLong flight(long atPs) {
    return flight(h1, atPs);
  }

  private static FailurePlan plan(Link link, FailureKind kind) {
    return new FailurePlan(
        List.of(new PlannedFailure(link, kind, 3 * US, OptionalLong.of(20 * US))));
  }

  @Test
  void aPacketCrossesBothLinksAndTheSwitch() {
    VirtualFabric fabric = fabric();
    assertThat(flight(0)).hasValue(FLIGHT_PS);
    assertThat(arrived).containsExactly("h2 1000");
    assertThat(fabric.device(1).balance().received()).isEqualTo(1);
    assertThat(fabric.ledger().counts().pauseFrames()).isZero();
  }

  @Test
  void everyFrameTakesItsOverheadOnEachLink() {
    fabric().setOverhead(20);
    assertThat(flight(0)).hasValue(FLIGHT_PS + 2 * 200);
  }

  @Test
  void aLinkThatIsDownLosesWhatIsSentIntoIt() {
    VirtualFabric fabric = fabric();
    fabric.setUp(link1, false);
    assertThat(flight(0)).isEmpty();
    fabric.setUp(link1, true);
    fabric.setUp(link2, false);
    assertThat(flight(20 * US)).isEmpty();
    fabric.setUp(link2, true);
    assertThat(flight(40 * US)).hasValue(FLIGHT_PS);
    assertThat(fabric.ledger().packets().dropped().of(DropReason.LINK_DOWN)).hasValue(2);
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void everyLinkLosesItsShare() {
    VirtualFabric fabric = fabric();
    fabric.lose(0, 7);
    assertThat(flight(0)).hasValue(FLIGHT_PS);
    fabric.lose(1, 7);
    assertThat(flight(20 * US)).isEmpty();
    assertThat(fabric.ledger().packets().dropped().of(DropReason.LINK_LOSS)).hasValue(1);
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void aLinkHasAnotherRateInBothDirectionsWhileItsConditionSaysSo() {
    VirtualFabric fabric = fabric();
    fabric.set(link2, LinkCondition.WELL.withRate(GBPS_80));
    assertThat(flight(h1, 0)).hasValue(FLIGHT_PS + 90_000);
    assertThat(flight(h2, 20 * US)).as("and back").hasValue(FLIGHT_PS + 2 * 90_000);
    fabric.set(link2, LinkCondition.WELL);
    assertThat(flight(h1, 40 * US)).hasValue(FLIGHT_PS);
  }

  @Test
  void aHostThatTakesPacketsInSlowlySendsAsBefore() {
    VirtualFabric fabric = fabric();
    fabric.set(link1, LinkCondition.WELL.withIntake(GBPS_80));
    assertThat(flight(h1, 0)).as("from it").hasValue(FLIGHT_PS);
    fabric.set(link2, LinkCondition.WELL.withIntake(GBPS_80));
    assertThat(flight(h1, 20 * US)).as("to the other").hasValue(FLIGHT_PS + 90_000);
    assertThat(flight(h2, 40 * US)).as("to itself").hasValue(FLIGHT_PS + 90_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLinkLosesAndDelaysWhileItsConditionSaysSo(boolean jitters) {
    VirtualFabric fabric = fabric();
    FailureKind kind =
        jitters ? new FailureKind.Jitter(US) : new FailureKind.Lossy(LinkLoss.ofShare(1));
    fabric.prepare(plan(link1, kind), simulation, 7);
    LinkCondition well = LinkCondition.WELL;
    fabric.set(
        link1,
        new LinkCondition(
            true, OptionalLong.empty(), OptionalLong.empty(), LinkLoss.ofShare(1), 0));
    assertThat(flight(0)).isEmpty();
    fabric.set(
        link1,
        new LinkCondition(true, OptionalLong.empty(), OptionalLong.empty(), LinkLoss.NONE, US));
    List<Long> delays =
        LongStream.range(1, 9)
            .map(i -> flight(i * 20 * US).orElseThrow() - FLIGHT_PS)
            .boxed()
            .toList();
    assertThat(delays).allMatch(delay -> delay >= 0 && delay <= US);
    assertThat(delays.stream().distinct()).hasSizeGreaterThan(4);
    fabric.set(link1, well);
    assertThat(flight(300 * US)).hasValue(FLIGHT_PS);
    fabric.set(link1, LinkCondition.DOWN);
    assertThat(flight(320 * US)).isEmpty();
  }

  @Test
  void hostsTakeLongerWithOneFrameThanWithAnother() {
    VirtualFabric fabric = fabric();
    fabric.spread(new HostDelay(0, US, true), topology, 7);
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
      simulation.runUntil(i * 20L * US + 1_010_000);
      assertThat(fabric.device(1).balance().received()).as("switches do not").isEqualTo(i + 1);
      simulation.runUntil((i + 1) * 20L * US);
      delays.add(times.getLast() - i * 20L * US - FLIGHT_PS);
    }
    assertThat(delays).allMatch(delay -> delay >= 0 && delay <= US);
    assertThat(delays.stream().distinct()).hasSizeGreaterThan(4);
  }

  @Test
  void hostsBeginAtInstantsLessThanAPacketApart() {
    fabric().shiftPhases(topology, 1_000, 7);
    assertThat(flight(0).orElseThrow()).isBetween(FLIGHT_PS + 1, FLIGHT_PS + 9_999);
  }

  @Test
  void aPortSendsNoMorePacketsThanItsRate() {
    VirtualFabric fabric = fabric();
    Adjacency toH2 =
        topology.adjacencies(sw).stream()
            .filter(port -> port.port() == portTo(h2))
            .findFirst()
            .orElseThrow();
    fabric.setPacketRate(toH2, 1_000_000);
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    simulation.runUntil(20 * US);
    assertThat(times).hasSize(2);
    assertThat(times.getLast() - times.getFirst()).isEqualTo(US);
  }

  @Test
  void capturesSeeEachPacketAtBothEndsOfEachLink() {
    List<String> seen = new ArrayList<>();
    CaptureSink sink =
        packet ->
            seen.add(
                "%d %s %d %d %s"
                    .formatted(
                        packet.timePs(),
                        packet.direction(),
                        packet.wireLength(),
                        packet.packetId(),
                        packet.comment().orElse("-")));
    setup.ofPorts =
        List.of(QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(64, 48, 1)));
    VirtualFabric fabric = fabric(FabricCapture.of(topology, sink));
    flight(0);
    assertThat(seen)
        .containsExactly(
            "0 OUTBOUND 1000 1 -",
            "610000 INBOUND 1000 1 -",
            "1010000 OUTBOUND 1000 1 -",
            FLIGHT_PS + " INBOUND 1000 1 -");
    fabric.set(link2, LinkCondition.WELL.withRate(GBPS_80));
    for (int i = 0; i < 3; i++) {
      cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    }
    simulation.runUntil(20 * US);
    assertThat(seen)
        .filteredOn(text -> text.contains("trimmed"))
        .singleElement()
        .asString()
        .endsWith("trimmed at s1 p" + portTo(h2) + ", was 1000 B");
  }

  /** A frame of another maker's may name a priority that no data has. */
  @Test
  void aPauseOfNoDataKeepsNothingBack() {
    setup.pauses = Optional.of(new PauseThresholds(5_000, 2_000, 200_000));
    VirtualFabric fabric = fabric();
    cards.get(1).send(PauseFrames.of(1, PauseFrame.MAX_QUANTA));
    cards.get(1).send(PauseFrames.of(7, PauseFrame.MAX_QUANTA));
    simulation.runUntil(5 * US);
    cards.getFirst().arrive(PauseFrames.of(7, PauseFrame.MAX_QUANTA), 5 * US);
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    simulation.runUntil(20 * US);
    assertThat(arrived).containsExactly("h2 1000");
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void aHostWhosePacketsWaitIsPausedAndNothingIsLost() {
    setup.pauses = Optional.of(new PauseThresholds(5_000, 2_000, 200_000));
    VirtualFabric fabric = fabric();
    fabric.set(link2, LinkCondition.WELL.withRate(GBPS_80));
    for (int i = 0; i < 400; i++) {
      cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    }
    simulation.runUntil(100 * US);
    assertThat(arrived).hasSize(400);
    assertThat(fabric.ledger().counts().pauseFrames()).isGreaterThan(2);
    assertThat(fabric.device(1).trafficManager().counters(portTo(h2), 0).maxDepthBytes())
        .as("without pauses nine tenths of all")
        .isLessThan(200_000);
    PacketLedger ledger = fabric.ledger().packets();
    assertThat(ledger.unaccounted()).hasValue(0);
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void failuresComeAndGoAtTheirTimes() {
    VirtualFabric fabric = fabric();
    RunEvents events = new RunEvents();
    fabric.fail(
        new FailureTimeline(plan(link1, new FailureKind.Down()), topology),
        100 * US,
        simulation,
        events);
    assertThat(flight(101 * US)).hasValue(FLIGHT_PS);
    assertThat(flight(112 * US)).isEmpty();
    assertThat(flight(130 * US)).hasValue(FLIGHT_PS);
    assertThat(events.list()).hasSize(2);
    assertThat(simulation.isBusy()).isFalse();
  }

  @Test
  void theLedgerSaysWhereAllPacketsAre() {
    VirtualFabric fabric = fabric();
    flight(0);
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    simulation.runUntil(10 * US + 100_000);
    PacketLedger ledger = fabric.ledger().packets();
    assertThat(ledger.from()).containsEntry(PacketLedger.Source.HOSTS, 2L);
    assertThat(ledger.to(PacketLedger.End.HOSTS)).isEqualTo(1);
    assertThat(ledger.to(PacketLedger.End.IN_FLIGHT)).isEqualTo(1);
    assertThat(fabric.ledger().error()).isEmpty();
    assertThat(fabric.ledger().counts().hops()).isEqualTo(1);
    assertThat(fabric.ledger().counts().queues())
        .extracting(queue -> queue.counters().enqueued().packets())
        .containsExactlyInAnyOrder(0L, 0L, 0L, 1L);
    assertThat(fabric.ledger().arrivals())
        .extracting(port -> port.received().packets() + " " + port.received().bytes())
        .containsExactlyInAnyOrder("1 1000", "0 0");
  }

  @Test
  void theLedgerSeesAPacketThatCameByNoLink() {
    VirtualFabric fabric = fabric();
    fabric.device(1).receive(portTo(h1), SwitchNodeTest.ipv4(1_000), 0);
    simulation.runUntil(10 * US);
    assertThat(arrived).hasSize(1);
    assertThat(fabric.ledger().error().orElseThrow()).startsWith("-1 unaccounted for: ");
  }

  @Test
  void theLedgerSeesAPacketThatLeftByNoLink() {
    VirtualFabric fabric = fabric();
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    cards.getFirst().send(SwitchNodeTest.ipv4(9_000));
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    // The second is on its way to h2 when the third waits.
    simulation.runUntil(1_125_000);
    assertThat(fabric.device(1).transmit(portTo(h2), 1_125_000, new Packet(64))).isTrue();
    simulation.runUntil(10 * US);
    assertThat(arrived).hasSize(2);
    assertThat(fabric.ledger().error()).contains("switch s1 sent 3, its links took 2");
  }

  @Test
  void aLinkThatIsDownFromTheBeginningCarriesNothing() {
    VirtualNetwork failed =
        VirtualNetwork.inOrderOfTime(topology.withFailedLinks(Set.of(link2)), 1, 1);
    List<HostNic> its = topology.hosts().stream().map(host -> card(failed, host)).toList();
    VirtualFabric fabric =
        failed.fabric(its, setup, samples, FabricCapture.off(), FabricWatch.NONE);
    program(fabric, portTo(h2));
    its.getFirst().send(SwitchNodeTest.ipv4(1_000));
    failed.simulation().runUntil(10 * US);
    assertThat(fabric.device(1).balance().received()).isEqualTo(1);
    assertThat(arrived).isEmpty();
  }

  /** Nothing arrives in the window in which it was sent; every node is a part here. */
  @Test
  void partsOfTheNetworkMeetByTheirLinks() {
    Simulation parts = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    VirtualNetwork apart =
        new VirtualNetwork(parts, topology, Partitioning.apart(parts, topology, new int[] {0, 1}));
    List<HostNic> its = topology.hosts().stream().map(host -> card(apart, host)).toList();
    VirtualFabric fabric = apart.fabric(its, setup, samples, FabricCapture.off(), FabricWatch.NONE);
    program(fabric, portTo(h2));
    List<Integer> windows = new ArrayList<>();
    parts.watch((shared, count, fired) -> windows.add(count));
    its.getFirst().send(SwitchNodeTest.ipv4(1_000));
    parts.runUntil(10 * US);
    assertThat(times).containsExactly(FLIGHT_PS);
    assertThat(windows).hasSizeGreaterThan(2);
    assertThat(
            fabric.crossings(topology).stream().mapToLong(WindowSchedules.Crossing::frames).sum())
        .as("frames between parts")
        .isEqualTo(2);
  }

  /** A byte takes 8 us; of 60 bytes a thousand times as fast all arrive sooner. */
  @Test
  void partsOfTheNetworkAreReadyForLinksThatBecomeFaster() {
    Topology slow = Topologies.named("single,2", new LinkDefaults(1_000_000, 600_000, 0));
    Simulation parts = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
    VirtualNetwork apart =
        new VirtualNetwork(parts, slow, Partitioning.apart(parts, slow, new int[] {0, 1}));
    List<HostNic> its = slow.hosts().stream().map(host -> card(apart, host)).toList();
    VirtualFabric fabric = apart.fabric(its, setup, samples, FabricCapture.off(), FabricWatch.NONE);
    program(fabric, portTo(h2));
    FailureKind fast = new FailureKind.Rate(OptionalLong.of(1_000_000_000), 1);
    for (Link link : slow.links()) {
      fabric.prepare(plan(link, fast), parts, 7);
      fabric.set(link, fast.condition(link.rateBps()));
    }
    for (int i = 0; i < 20; i++) {
      its.getLast().send(SwitchNodeTest.ipv4(60));
    }
    EventQueue ofH1 = apart.queue(slow.hosts().getFirst());
    EventQueue.Event later =
        new EventQueue.Event(ofH1, 1 << 29) {
          @Override
          protected void fire(long nowPs) {
            its.getFirst().send(SwitchNodeTest.ipv4(60));
          }
        };
    ofH1.schedule(later, 2 * US);
    parts.runUntil(100 * US);
    assertThat(arrived).as("while the switch is busy with others").hasSize(21);
  }

  @Test
  void aPortMayHaveQueuesOfItsOwn() {
    setup.ofPorts = List.of(QueueConfig.packets(1));
    VirtualFabric fabric = fabric();
    fabric.set(link2, LinkCondition.WELL.withRate(GBPS_80));
    for (int i = 0; i < 5; i++) {
      cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    }
    simulation.runUntil(20 * US);
    assertThat(arrived).hasSizeBetween(1, 3);
    assertThat(fabric.ledger().packets().dropped().of(DropReason.QUEUE_FULL))
        .hasValue(5 - arrived.size());
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void whatControllersSendAndGetIsInTheLedger() {
    setup.cpuPort = OptionalInt.of(7);
    VirtualFabric fabric = fabric();
    fabric.device(1).receive(7, SwitchNodeTest.ipv4(1_000), 0);
    simulation.runUntil(10 * US);
    program(fabric, 7);
    flight(20 * US);
    assertThat(fabric.device(1).transmit(7, 30 * US, new Packet(64))).isTrue();
    PacketLedger ledger = fabric.ledger().packets();
    assertThat(ledger.from()).containsEntry(PacketLedger.Source.CONTROLLERS, 1L);
    assertThat(ledger.to(PacketLedger.End.CONTROLLERS)).isEqualTo(1);
    assertThat(ledger.to(PacketLedger.End.HOSTS)).isEqualTo(1);
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void dropsAreOfThePortsAtWhichTheyHappen() {
    setup.cpuPort = OptionalInt.of(7);
    VirtualFabric fabric = fabric();
    program(fabric, 99);
    flight(0);
    fabric.device(1).receive(7, SwitchNodeTest.ipv4(1_000), 20 * US);
    fabric.setUp(link1, false);
    flight(40 * US);
    PacketLedger ledger = fabric.ledger().packets();
    assertThat(ledger.ports().stream().filter(port -> port.drops().total().orElse(0) > 0))
        .extracting(port -> port.port() + " " + port.drops().total().orElse(0))
        .containsExactlyInAnyOrder(portTo(h1) + " 2", "7 1");
    assertThat(ledger.ports()).hasSize(3);
    assertThat(fabric.ledger().counts().unqueuedDrops()).isEqualTo(2);
    assertThat(fabric.ledger().error()).isEmpty();
  }

  @Test
  void queuesAndLinksAreRecordedWhereItIsAskedFor() {
    VirtualFabric fabric = fabric();
    flight(0);
    assertThat(recorded(samples)).contains("UTILISATION h1", "UTILISATION s1");
    SampleRecorder later = new SampleRecorder();
    fabric.sampleInto(later, 20 * US);
    fabric.set(link2, LinkCondition.WELL.withRate(GBPS_80));
    simulation.runUntil(20 * US);
    cards.getFirst().send(SwitchNodeTest.ipv4(1_000));
    flight(20 * US);
    assertThat(recorded(later)).contains("UTILISATION h1", "UTILISATION s1", "a queue");
    assertThat(recorded(samples)).as("nothing waited before").doesNotContain("a queue");
    assertThat(later.samples().series()).allMatch(series -> series.startPs(0) < 10 * US);
  }

  private static List<String> recorded(SampleRecorder recorder) {
    recorder.settle();
    return recorder.samples().series().stream()
        .map(series ->
            series.subject() instanceof SampleSubject.Port port
                ? series.metric() + " " + port.node()
                : "a queue")
        .toList();
  }
}
