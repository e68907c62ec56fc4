package io.smartt.controller.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.controller.fake.SmarttProgramInfo;
import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.AqmSettings.Depths;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntityNames;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.p4.v1.Entity;

/** Tests of {@link ForwardingPlanner}. */
class ForwardingPlannerTest {
  private final P4InfoIndex info = SmarttProgramInfo.load();
  private final EntityNames names = new EntityNames(info);
  private final EntityCodec codec = new EntityCodec(info);

  @Test
  void aLeafHoldsItsHostsAndOneGroupUpwards() {
    // Hosts 10.0.0.1 and .2 on ports 0 and 1, spines on 2 and 3; the other leaf has .3 and .4.
    FabricModel model = TestFabrics.leafSpine(2, 2, 2);
    DesiredState plan = new ForwardingPlanner(model, info, 42).plan(0);
    String group = groupOf(plan);

    assertThat(describe(plan))
        .containsExactlyInAnyOrder(
            "ingress.ecmp member 1 -> ingress.to_port(port=0, dst_mac=02:00:00:00:00:01)",
            "ingress.ecmp member 2 -> ingress.to_port(port=1, dst_mac=02:00:00:00:00:02)",
            "ingress.ecmp member 3 -> ingress.to_port(port=2, dst_mac=06:00:00:00:00:03)",
            "ingress.ecmp member 4 -> ingress.to_port(port=3, dst_mac=06:00:00:00:00:04)",
            "ingress.ecmp group " + group + " {3, 4}",
            "ingress.ipv4_lpm[hdr.ipv4.dst_addr=10.0.0.0/29] -> group " + group,
            "ingress.ipv4_lpm[hdr.ipv4.dst_addr=10.0.0.1/32] -> member 1",
            "ingress.ipv4_lpm[hdr.ipv4.dst_addr=10.0.0.2/32] -> member 2",
            "ingress.ecmp_salt[default] -> ingress.set_salt(salt="
                + ForwardingPlanner.salt(1, 0, 42)
                + ")",
            "ingress.traffic_class[hdr.ipv4.dscp=10] -> ingress.data_class(queue=0)",
            "ingress.traffic_class[hdr.ipv4.dscp=46] -> ingress.control_class(queue=1)",
            "ingress.traffic_class[hdr.ipv4.dscp=48] -> ingress.control_class(queue=1)",
            trimLimit(0),
            trimLimit(1),
            trimLimit(2),
            trimLimit(3),
            redProfile(0),
            redProfile(1),
            redProfile(2),
            redProfile(3));
  }

  /** A program with a table of rates gets one a port; where nobody knows them, they are 0. */
  @Test
  void portsSayTheirRateWhereAProgramAsks() throws IOException {
    Path file = Path.of("../docs/extend/schemes/int.p4info.txtpb");
    P4InfoIndex asking =
        P4InfoIndex.of(P4InfoReader.parse(Files.readAllBytes(file), file.toString()));
    FabricModel like = TestFabrics.leafSpine(2, 2, 2);
    List<FabricModel.FabricLink> links = new ArrayList<>(like.links());
    FabricModel.FabricLink first = links.getFirst();
    links.set(
        0, new FabricModel.FabricLink(first.a(), first.b(), 100_000_000_000L, 25_000_000_000L));
    FabricModel model =
        new FabricModel(like.switches(), like.hosts(), links, like.queues(), like.dscp());

    DesiredState plan = new ForwardingPlanner(model, asking, 42).plan(0);

    EntityCodec encoder = new EntityCodec(asking);
    EntityNames asked = new EntityNames(asking);
    assertThat(plan.entities().stream().map(encoder::encode).map(asked::describe))
        .filteredOn(text -> text.startsWith("egress.link_rate"))
        .containsExactlyInAnyOrder(
            "egress.link_rate[standard_metadata.egress_port=0] -> egress.set_rate(kbps="
                + (first.a() instanceof SwitchPort ? 100_000_000 : 25_000_000)
                + ")",
            "egress.link_rate[standard_metadata.egress_port=1] -> egress.set_rate(kbps=0)",
            "egress.link_rate[standard_metadata.egress_port=2] -> egress.set_rate(kbps=0)",
            "egress.link_rate[standard_metadata.egress_port=3] -> egress.set_rate(kbps=0)");
    assertThat(plan.tables()).contains("egress.link_rate");
    assertThat(new ForwardingPlanner(model, info, 42).plan(0).tables())
        .doesNotContain("egress.link_rate");
  }

  @Test
  void portsToHostsTrimWithACodePointOfTheirOwn() {
    FabricModel like = TestFabrics.leafSpine(2, 2, 2);
    FabricModel model =
        new FabricModel(
            like.switches(), like.hosts(), like.links(), like.queues(), DscpPlan.LAST_HOP_APART);
    ForwardingPlanner planner = new ForwardingPlanner(model, info, 42);

    assertThat(describe(planner.plan(0)))
        .contains(
            "ingress.traffic_class[hdr.ipv4.dscp=48] -> ingress.control_class(queue=1)",
            "ingress.traffic_class[hdr.ipv4.dscp=56] -> ingress.control_class(queue=1)",
            trimLimit(0, 56),
            trimLimit(1, 56),
            trimLimit(2, 48),
            trimLimit(3, 48));
    assertThat(describe(planner.plan(2))).contains(trimLimit(0, 48), trimLimit(1, 48));
  }

  private static long count(DesiredState plan, Class<? extends P4Entity> kind) {
    return plan.entities().stream().filter(kind::isInstance).count();
  }

  @Test
  void aSpineHoldsAPrefixForEachLeaf() {
    FabricModel model = TestFabrics.leafSpine(4, 4, 16);
    DesiredState plan = new ForwardingPlanner(model, info, 42).plan(4);

    // 10.0.0.1 to .64 in sixteens from .1: blocks do not begin where prefixes do, so the last host
    // of each leaf stands alone next to the next leaf's prefix.
    assertThat(routes(plan)).isLessThanOrEqualTo(8);
    assertThat(count(plan, P4Entity.Group.class)).isZero();
    assertThat(count(plan, P4Entity.Member.class)).isEqualTo(4);
  }

  @Test
  void everyChoiceIsAShortestPathOnAFatTreeOf128Hosts() {
    FabricModel model = TestFabrics.fatTree(8);
    PlanWalker walker = new PlanWalker(model, plans(model));

    // Host h hangs on edge switch h/4 of pod h/16; switches are 16 cores, then 4 + 4 a pod.
    for (int from = 0; from < 128; from += 4) {
      int edge = 16 + (from / 16) * 8 + from % 16 / 4;
      for (int to = 0; to < 128; to++) {
        int hops = to / 4 == from / 4 ? 1 : to / 16 == from / 16 ? 3 : 5;
        assertThat(walker.hops(edge, to, 6)).contains(hops);
      }
    }
    assertThat(walker.ports(16, 127)).containsExactly(4, 5, 6, 7);
    assertThat(walker.ports(16, 15)).containsExactly(4, 5, 6, 7);
    assertThat(walker.ports(16, 3)).containsExactly(3);
  }

  @Test
  void prefixesKeepTablesSmall() {
    List<DesiredState> plans = plans(TestFabrics.fatTree(8));

    // Edge: its 4 hosts and one way up. Core: one for each of 8 pods, and the pods' last hosts.
    assertThat(plans.subList(0, 16))
        .allSatisfy(core -> assertThat(routes(core)).isBetween(8L, 16L));
    assertThat(routes(plans.get(16))).isEqualTo(5);
    assertThat(plans).allSatisfy(plan -> assertThat(routes(plan)).isLessThanOrEqualTo(16));
    assertThat(plans)
        .allSatisfy(plan -> assertThat(count(plan, P4Entity.Group.class)).isLessThanOrEqualTo(1));
  }

  @Test
  void tablesStaySmallWith8192Hosts() {
    FabricModel model = TestFabrics.fatTree(32);
    ForwardingPlanner planner = new ForwardingPlanner(model, info, 1);

    assertThat(model.hosts()).hasSize(8192);
    // A core switch, an edge switch and an aggregation switch of the last pod.
    assertThat(routes(planner.plan(0))).isLessThanOrEqualTo(64);
    assertThat(routes(planner.plan(model.switches().size() - 32))).isLessThanOrEqualTo(40);
    assertThat(routes(planner.plan(model.switches().size() - 1))).isLessThanOrEqualTo(64);
  }

  @Test
  void aFailedLinkIsAvoidedByAllAndOthersStay() {
    FabricModel model = TestFabrics.leafSpine(4, 4, 4);
    // Leaf 0 loses the cable to the first spine.
    FabricModel.FabricLink cut =
        new FabricModel.FabricLink(new SwitchPort(0, 4), new SwitchPort(4, 0), 0, 0);
    assertThat(model.links()).contains(cut);
    FabricModel broken = TestFabrics.without(model, cut);
    PlanWalker walker = new PlanWalker(broken, plans(broken));

    assertThat(walker.ports(0, 15)).containsExactly(5, 6, 7);
    // Leaf 1 keeps all four to leaf 2 and does not use the first towards leaf 0.
    assertThat(walker.ports(1, 8)).containsExactly(4, 5, 6, 7);
    assertThat(walker.ports(1, 0)).containsExactly(5, 6, 7);
    for (int leaf = 0; leaf < 4; leaf++) {
      for (int host = 0; host < 16; host++) {
        assertThat(walker.hops(leaf, host, 4)).contains(host / 4 == leaf ? 1 : 3);
      }
    }
  }

  @Test
  void aHostThatIsCutOffIsDroppedThoughItsNeighboursPrefixCoversIt() {
    FabricModel model = TestFabrics.leafSpine(2, 2, 4);
    FabricModel broken =
        TestFabrics.without(
            model, new FabricModel.FabricLink(new SwitchPort(1, 1), new HostPort(5), 0, 0));
    PlanWalker walker = new PlanWalker(broken, plans(broken));

    for (int leaf = 0; leaf < 2; leaf++) {
      assertThat(walker.hops(leaf, 5, 4)).isEmpty();
      assertThat(walker.hops(leaf, 6, 4)).isPresent();
    }
    assertThat(describe(new ForwardingPlanner(broken, info, 1).plan(0)))
        .contains("ingress.ecmp member 513 -> ingress.drop()");
  }

  @Test
  void anyTopologyWillDo() {
    // A ring of five with two hosts on each, and a host with a cable to each of two switches.
    TestFabrics fabric = new TestFabrics();
    for (int i = 0; i < 5; i++) {
      fabric.addSwitch("ring" + i);
    }
    for (int h = 0; h < 10; h++) {
      fabric.addHost(h % 5);
    }
    for (int i = 0; i < 5; i++) {
      fabric.link(i, (i + 1) % 5);
    }
    FabricModel ring = fabric.model();
    List<FabricModel.FabricLink> links = new ArrayList<>(ring.links());
    links.add(new FabricModel.FabricLink(new SwitchPort(2, 9), new HostPort(0), 0, 0));
    FabricModel model =
        new FabricModel(ring.switches(), ring.hosts(), links, ring.queues(), ring.dscp());
    PlanWalker walker = new PlanWalker(model, plans(model));

    // Host 0 hangs on switches 0 and 2, so switch 1 is two hops away either way.
    assertThat(walker.ports(1, 0)).hasSize(2);
    int[] hopsToHost0 = {1, 2, 1, 2, 2};
    for (int s = 0; s < 5; s++) {
      assertThat(walker.hops(s, 0, 6)).isEqualTo(Optional.of(hopsToHost0[s]));
      for (int host = 1; host < 10; host++) {
        int apart = Math.min(Math.floorMod(s - host % 5, 5), Math.floorMod(host % 5 - s, 5));
        assertThat(walker.hops(s, host, 6)).contains(apart + 1);
      }
    }
  }

  @Test
  void parallelLinksShareTheLoad() {
    TestFabrics fabric = new TestFabrics();
    int a = fabric.addSwitch("a");
    int b = fabric.addSwitch("b");
    fabric.addHost(a);
    fabric.addHost(b);
    fabric.link(a, b);
    fabric.link(a, b);
    FabricModel model = fabric.model();

    assertThat(new PlanWalker(model, plans(model)).ports(a, 1)).containsExactly(1, 2);
  }

  @Test
  void aGroupThatStaysKeepsItsIdWhenAnotherComes() {
    FabricModel model = TestFabrics.leafSpine(4, 4, 4);
    FabricModel broken =
        TestFabrics.without(
            model, new FabricModel.FabricLink(new SwitchPort(0, 4), new SwitchPort(4, 0), 0, 0));
    Set<P4Entity> before = groups(new ForwardingPlanner(model, info, 1).plan(1));
    Set<P4Entity> after = groups(new ForwardingPlanner(broken, info, 1).plan(1));

    assertThat(before).hasSize(1);
    assertThat(after).hasSize(2).containsAll(before);
  }

  @Test
  void withoutTrimmingThereIsNoTrimLimitAndMarkingStays() {
    FabricModel model = TestFabrics.leafSpine(2, 1, 1);
    FabricModel noTrimming =
        new FabricModel(
            model.switches(),
            model.hosts(),
            model.links(),
            Map.of(new SwitchPort(0, 0), List.of(queue(false, 1))),
            model.dscp());

    assertThat(describe(new ForwardingPlanner(noTrimming, info, 1).plan(0)))
        .contains(redProfile(0))
        .noneMatch(line -> line.contains("trim_limit") || line.contains("egress_port=1"));
  }

  /** Each class of data has a queue below control's, with its own size, marks and trims. */
  @Test
  void classesOfDataHaveQueuesOfTheirOwn() {
    FabricModel like = TestFabrics.leafSpine(2, 1, 1);
    AqmSettings standard = TestFabrics.QUEUE;
    AqmSettings small =
        new AqmSettings(new Depths(10, 2, 8), new Depths(40_000, 8_000, 32_000), 64, true, 1);
    FabricModel model =
        new FabricModel(
            like.switches(),
            like.hosts(),
            like.links(),
            Map.of(new SwitchPort(0, 0), List.of(standard, standard, small)),
            DscpPlan.DEFAULT.with(List.of(18, 34)));

    assertThat(describe(new ForwardingPlanner(model, info, 42).plan(0)))
        .filteredOn(line -> line.contains("traffic_class") || line.contains("[standard_metadata"))
        .containsExactly(
            "ingress.traffic_class[hdr.ipv4.dscp=10] -> ingress.data_class(queue=0)",
            "ingress.traffic_class[hdr.ipv4.dscp=18] -> ingress.data_class(queue=1)",
            "ingress.traffic_class[hdr.ipv4.dscp=34] -> ingress.data_class(queue=2)",
            "ingress.traffic_class[hdr.ipv4.dscp=46] -> ingress.control_class(queue=3)",
            "ingress.traffic_class[hdr.ipv4.dscp=48] -> ingress.control_class(queue=3)",
            inQueue(trimLimit(0), 0),
            redProfile(0),
            inQueue(trimLimit(0), 1),
            inQueue(redProfile(0), 1),
            inQueue(trimLimit(0), 2).replace("400000", "40000"),
            inQueue(redProfile(0), 2).replace("80000", "8000").replace("320000", "32000"));
  }

  private static String inQueue(String entry, int queue) {
    return entry
        .replace("priority=0", "priority=" + queue)
        .replace("trimmed_queue=1", "trimmed_queue=3");
  }

  private static AqmSettings queue(boolean trimming, double pmax) {
    AqmSettings standard = TestFabrics.QUEUE;
    return new AqmSettings(standard.packets(), standard.bytes(), 64, trimming, pmax);
  }

  @Test
  void aProbabilityOfMarksBelowOneIsAnEntryOfItsOwnKind() {
    FabricModel model = TestFabrics.leafSpine(2, 1, 1);
    FabricModel dcqcn =
        new FabricModel(
            model.switches(),
            model.hosts(),
            model.links(),
            Map.of(new SwitchPort(0, 0), List.of(queue(false, 0.01))),
            model.dscp());

    assertThat(describe(new ForwardingPlanner(dcqcn, info, 1).plan(0)))
        .contains(
            "egress.red_profile[standard_metadata.egress_port=0, standard_metadata.priority=0]"
                + " -> egress.mark_up_to(kmin=80000, kmax=320000, most=655)");
  }

  @Test
  void anotherSeedGivesAnotherSaltAndNothingElse() {
    FabricModel model = TestFabrics.leafSpine(2, 2, 2);
    Set<String> one = new HashSet<>(describe(new ForwardingPlanner(model, info, 1).plan(0)));
    List<String> two = describe(new ForwardingPlanner(model, info, 2).plan(0));

    assertThat(two.stream().filter(line -> !one.contains(line)))
        .singleElement()
        .asString()
        .startsWith("ingress.ecmp_salt[default]");
  }

  private List<DesiredState> plans(FabricModel model) {
    ForwardingPlanner planner = new ForwardingPlanner(model, info, 42);
    return IntStream.range(0, model.switches().size()).mapToObj(planner::plan).toList();
  }

  private List<String> describe(DesiredState plan) {
    return plan.entities().stream().map(codec::encode).map(names::describe).toList();
  }

  private static long routes(DesiredState plan) {
    return plan.entities().stream()
        .filter(e -> e instanceof P4Entity.Entry(var entry) && entry.table().endsWith("ipv4_lpm"))
        .count();
  }

  private static Set<P4Entity> groups(DesiredState plan) {
    Set<P4Entity> groups = new HashSet<>(plan.entities());
    groups.removeIf(entity -> !(entity instanceof P4Entity.Group));
    return groups;
  }

  private String groupOf(DesiredState plan) {
    return plan.entities().stream()
        .map(codec::encode)
        .filter(Entity::hasActionProfileGroup)
        .map(e -> Integer.toString(e.getActionProfileGroup().getGroupId()))
        .findFirst()
        .orElseThrow();
  }

  private static String trimLimit(int port) {
    return trimLimit(port, 48);
  }

  private static String trimLimit(int port, int dscp) {
    return "ingress.trim_limit[standard_metadata.egress_spec="
        + port
        + ", standard_metadata.priority=0] -> ingress.trim_above(queue_bytes=400000,"
        + " trim_bytes=64, trimmed_dscp="
        + dscp
        + ", trimmed_queue=1)";
  }

  private static String redProfile(int port) {
    return "egress.red_profile[standard_metadata.egress_port="
        + port
        + ", standard_metadata.priority=0] -> egress.mark_between(kmin=80000, kmax=320000)";
  }
}
