package io.smartt.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.congestion.RedMarking;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.study.launch.Fabrics;
import io.smartt.testbed.sonic.SwitchPlan;
import io.smartt.testbed.stratum.ChassisPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link SonicPlans}, {@link P4Plans} and {@link TestbedFacts}. */
class TestbedPlansTest {
  private static ExperimentSpec spec(String profile, String... settings) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load(profile, Map.of(), List.of(settings), false);
  }

  private static SwitchPlan plan(String box, String... settings) {
    ExperimentSpec spec = spec("trident4-leaf-spine", settings);
    TestbedFacts facts = new TestbedFacts(spec.settings());
    TestbedSwitch found =
        facts.boxes().stream().filter(b -> b.name().equals(box)).findFirst().orElseThrow();
    return new SonicPlans(spec, facts).of(found);
  }

  @Test
  void theFirstBoxIsFourLeavesAndTheSecondFourSpines() {
    SwitchPlan leaves = plan("trident1");
    SwitchPlan spines = plan("trident2");
    assertThat(leaves.vrfs()).containsExactly("Vrf_leaf1", "Vrf_leaf2", "Vrf_leaf3", "Vrf_leaf4");
    assertThat(leaves.ports()).hasSize(32);
    // A leaf has a route to each of 16 hosts, 12 of them over its four spines.
    assertThat(leaves.routes()).hasSize(64);
    assertThat(leaves.routes().stream().filter(route -> route.nextHops().size() == 4)).hasSize(48);
    assertThat(spines.ports()).hasSize(16);
    assertThat(spines.routes()).hasSize(64).allMatch(route -> route.nextHops().size() == 1);
  }

  @Test
  void bothEndsOfACableAreInOnePrefix() {
    SwitchPlan.RoutedPort leaf = plan("trident1").ports().get(4);
    SwitchPlan.RoutedPort spine = plan("trident2").ports().getFirst();
    assertThat(leaf.address()).isEqualTo("172.16.0.32/31");
    assertThat(spine.address()).isEqualTo("172.16.0.33/31");
  }

  @Test
  void queuesFollowFromTheBdpOfThePortsRate() {
    assertThat(plan("trident1").ports().getFirst().queue())
        .isEqualTo(new SwitchPlan.RoutedPort.QueueBytes(75_060, 16_680, 62_550, 1));
    assertThat(plan("trident1", "queue.size=100KB").ports().getFirst().queue())
        .isEqualTo(new SwitchPlan.RoutedPort.QueueBytes(100_000, 20_000, 80_000, 1));
  }

  /** As on every other fabric: DCQCN's RED is one of the link's rate, not of the queue's size. */
  @Test
  void realSwitchesMarkWhereTheSchemeWantsIt() {
    String[] dcqcn = {"scheme=rocev2", "pfc.use=off"};
    SwitchPlan.RoutedPort.QueueBytes sonic = plan("trident1", dcqcn).ports().getFirst().queue();
    // 5,000 and 200,000 B at 40 Gbps grow with the rate of the link.
    long rateBps = plan("trident1", dcqcn).ports().getFirst().speedMbps() * 1_000_000;
    RedMarking.Thresholds red = Dcqcn.SETTINGS.defaults().thresholds(rateBps);
    assertThat(sonic)
        .isEqualTo(
            new SwitchPlan.RoutedPort.QueueBytes(
                75_060, Math.round(red.kminBytes()), Math.round(red.kmaxBytes()), 0.01));

    ExperimentSpec spec = spec("tofino", dcqcn);
    TestbedFacts facts = new TestbedFacts(spec.settings());
    ChassisPlan.TofinoQueue tofino =
        new P4Plans(spec, facts).chassis(facts.boxes().getFirst()).queues().getFirst();
    RedMarking.Thresholds tofinoRed = Dcqcn.SETTINGS.defaults().thresholds(tofino.rateBps());
    assertThat(tofino.kminBytes()).isEqualTo(Math.round(tofinoRed.kminBytes()));
    assertThat(tofino.kmaxBytes()).isEqualTo(Math.round(tofinoRed.kmaxBytes()));
    assertThat(tofino.pmax()).isEqualTo(0.01);
  }

  /** A BDP is 74,476 B, and 0.8 of it 59,580.8 B. */
  @Test
  void portsPauseWhereThoseOfTheVirtualFabricDo() {
    assertThat(plan("trident1").ports().getFirst().pauses()).isEmpty();
    String[] pfc = {"scheme=rocev2", "trimming=off", "sonic.data-queue=2"};
    PauseThresholds standard = plan("trident1", pfc).ports().getFirst().pauses().orElseThrow();
    ExperimentSpec spec = spec("trident4-leaf-spine", pfc);
    Topology topology = spec.buildTopology();
    SwitchPorts virtual = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
    assertThat(standard)
        .isEqualTo(
            virtual
                .pauses(topology.adjacencies(topology.switches().getFirst()).getFirst())
                .orElseThrow());
    assertThat(standard.xoffBytes()).isEqualTo(74_476);
    assertThat(standard.xonBytes()).isEqualTo(59_581);
    assertThat(
            plan(
                    "trident1",
                    "pfc.use=on",
                    "trimming=off",
                    "sonic.data-queue=2",
                    "pfc.xoff-bdps=2",
                    "pfc.xon-share=0.5",
                    "pfc.headroom-bytes=40000")
                .ports()
                .getFirst()
                .pauses())
        .contains(new PauseThresholds(148_952, 74_476, 40_000));
  }

  @Test
  void classesThatPauseLeaveGroupZeroToOtherTraffic() {
    SwitchPlan plan =
        plan(
            "trident1",
            "scheme=rocev2",
            "trimming=off",
            "sonic.data-queue=2",
            "class.bulk.dscp=20",
            "class.bulk.flows=h1..h8");
    assertThat(plan.qos().data())
        .extracting(SwitchPlan.QosPlan.DataQueue::number)
        .containsExactly(2, 5);
    assertThatThrownBy(() -> plan("trident1", "scheme=rocev2", "trimming=off"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("sonic.data-queue is 0, but over PFC (pfc.use, scheme rocev2)")
        .hasMessageEndingWith("say sonic.data-queue=2");
    assertThatThrownBy(() -> sharing("scheme=rocev2", "trimming=off", "sonic.data-queue=2"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("buffer.size is 1MiB, but over PFC SONiC's xon");
    assertThatThrownBy(() ->
            plan(
                "trident1",
                "scheme=rocev2",
                "trimming=off",
                "sonic.data-queue=2",
                "queue.last-hop-marks=false"))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("queue.last-hop-marks is false, but over PFC");
  }

  @Test
  void aHostsOwnMacAddressIsUsed() {
    assertThat(
            plan("trident1", "hosts.h1.mac=aa:bb:cc:dd:ee:ff")
                .ports()
                .getFirst()
                .neighbour()
                .orElseThrow()
                .mac())
        .isEqualTo("aa:bb:cc:dd:ee:ff");
  }

  @Test
  void portsOfADilatedExperimentAreShaped() {
    SwitchPlan.RoutedPort slow = plan("trident1", "dilation=4000").ports().getFirst();
    assertThat(slow.speedMbps()).isEqualTo(50_000);
    assertThat(slow.shapedBps()).hasValue(12_500_000);
    SwitchPlan.RoutedPort own = plan("trident1").ports().getFirst();
    assertThat(own.shapedBps()).isEmpty();
    assertThat(slow.queue()).isEqualTo(own.queue());
  }

  private static SwitchPlan sharing(String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of("topology=single,2", "switches.s1.target=sonic", "buffer.size=1MiB"));
    all.addAll(List.of("switches.s1.ports.s1-h1=Ethernet0", "switches.s1.ports.s1-h2=Ethernet1"));
    all.add("buffer.reserved=1518B");
    all.addAll(
        Stream.of(settings).anyMatch(one -> one.startsWith("queue.size"))
            ? List.of()
            : List.of("queue.size=1MiB"));
    all.addAll(List.of(settings));
    return plan("s1", all.toArray(String[]::new));
  }

  @Test
  void aSharedBufferIsThePoolWithADynamicThreshold() {
    assertThat(sharing("buffer.alpha=0.25").qos().shared())
        .contains(new SwitchPlan.QosPlan.Shared(1 << 20, 1518));
    assertThat(exponents(sharing("buffer.alpha=0.25"))).containsExactly(Optional.of(-2));
    assertThat(exponents(sharing())).containsExactly(Optional.of(0));
    assertThat(exponents(sharing("class.a.dscp=18", "class.a.flows=h1", "class.a.alpha=4")))
        .containsExactly(Optional.of(0), Optional.of(2));
    assertThat(plan("trident1").qos().shared()).isEmpty();
    assertThat(exponents(plan("trident1"))).containsExactly(Optional.empty());
  }

  private static List<Optional<Integer>> exponents(SwitchPlan plan) {
    return plan.qos().data().stream().map(SwitchPlan.QosPlan.DataQueue::exponent).toList();
  }

  @Test
  void aSharedBufferThatSonicCannotHaveIsRefusedByName() {
    assertThatThrownBy(() -> sharing("buffer.alpha=3"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("buffer.alpha is 3, but SONiC's dynamic_th takes powers of 2");
    assertThatThrownBy(() -> sharing("buffer.alpha=256")).hasMessageContaining("from 2^-8 to 2^7");
    assertThatThrownBy(() -> sharing("class.a.dscp=18", "class.a.flows=h1", "class.a.alpha=0.3"))
        .hasMessageStartingWith("class.a.alpha is 0.3, but SONiC's dynamic_th takes powers of 2");
    assertThatThrownBy(() -> sharing("queue.size=64KiB"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("buffer.size is 1MiB, but queue.size bounds a queue to 65536 B");
    assertThatThrownBy(() -> plan("trident2", "buffer.size=1MiB", "queue.size=1MiB"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("spine1 and spine2 and spine3 and spine4 are parts of one chip");
  }

  private static final String[] CLASSES = {
    "class.gold.dscp=26", "class.gold.weight=strict", "class.gold.flows=h3",
        "class.gold.size=100KB",
    "class.silver.dscp=18", "class.silver.weight=2", "class.silver.flows=h4", "class.data.weight=3"
  };

  /** Queues 3 and 4 are lossless, 1 has other traffic, and what is strict is above what is not. */
  @Test
  void classesOfDataHaveTheQueuesThatAreLeft() {
    SwitchPlan plan = plan("trident1", CLASSES);
    assertThat(plan.qos().data())
        .containsExactly(
            new SwitchPlan.QosPlan.DataQueue(0, 10, 3, Optional.empty()),
            new SwitchPlan.QosPlan.DataQueue(2, 18, 2, Optional.empty()),
            new SwitchPlan.QosPlan.DataQueue(5, 26, 0, Optional.empty()));
    assertThat(plan.ports().getFirst().queues())
        .extracting(SwitchPlan.RoutedPort.QueueBytes::size)
        .containsExactly(75_060L, 75_060L, 100_000L);
    assertThat(plan("trident1").qos().data())
        .containsExactly(new SwitchPlan.QosPlan.DataQueue(0, 10, 1, Optional.empty()));
  }

  @Test
  void classesThatSonicCannotHaveAreRefusedByName() {
    List<String> three = new ArrayList<>(List.of(CLASSES));
    three.addAll(List.of("class.tin.dscp=20", "class.tin.flows=h5"));
    assertThatThrownBy(() -> plan("trident1", three.toArray(String[]::new)))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("class.gold.dscp: 3 classes, but")
        .hasMessageContaining("queues [2, 5]")
        .hasMessageContaining("sonic.control-queue=7");
    three.add("sonic.control-queue=7");
    assertThat(plan("trident1", three.toArray(String[]::new)).qos().data())
        .extracting(SwitchPlan.QosPlan.DataQueue::number)
        .containsExactly(0, 2, 5, 6);
    assertThatThrownBy(() -> sharing("class.a.dscp=18", "class.a.flows=h1", "class.a.size=64KiB"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("class.a.size bounds a queue to 65536 B")
        .hasMessageContaining("say class.a.size of buffer.size or more");
  }

  @Test
  void saysWhatTheProfileLacksOrContradicts() {
    assertThatThrownBy(() -> plan("trident1", "switches.trident1.ports.leaf1-h1=Ethernet1"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("port Ethernet1 is that of leaf1-h");
    assertThatThrownBy(() -> plan("trident1", "trimming=p4"))
        .hasMessageContaining("Trident 4 runs no P4 program");
    assertThatThrownBy(() -> plan("trident1", "sonic.link-prefix=172.16.0.0/30"))
        .hasMessageContaining("has too few addresses");
    assertThatThrownBy(() -> plan("trident1", "topology=leafspine,4,4,5"))
        .hasMessageContaining("has no such switch");
  }

  @Test
  void aTofinosChassisHasItsPortsAndQueues() {
    ExperimentSpec spec = spec("tofino");
    TestbedFacts facts = new TestbedFacts(spec.settings());
    ChassisPlan chassis = new P4Plans(spec, facts).chassis(facts.boxes().getFirst());
    assertThat(chassis.queues()).hasSize(6);
    assertThat(chassis.queues().getFirst().port().id()).isEqualTo(132);
    assertThat(chassis.deflectPorts()).containsExactly(68, 196);
    assertThatThrownBy(() ->
            new P4Plans(spec("tofino", "tofino.pool-cells=100"), facts)
                .chassis(facts.boxes().getFirst()))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("tofino.pool-cells is 100");
  }

  @Test
  void bmv2HasTheTopologysPortNumbers() {
    ExperimentSpec spec = spec("bmv2");
    TestbedFacts facts = new TestbedFacts(spec.settings());
    P4Plans plans = new P4Plans(spec, facts);
    TestbedSwitch leaf = facts.boxes().getFirst();
    DesiredState desired = plans.desired(leaf, plans.program(leaf).info());
    assertThat(desired.entities()).hasSize(20);
  }

  @Test
  void certificateAndKeyGoTogether() {
    ExperimentSpec spec = spec("trident4-leaf-spine", "tls.key=none");
    assertThatThrownBy(() -> new TestbedFacts(spec.settings()).tls())
        .hasMessage("tls.certificate and tls.key go together");
  }
}
