package io.smartt.experiment.othertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.LinksFile;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.othertools.ClabFile.ClabNode;
import io.smartt.experiment.othertools.LinksText.ForeignNames;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link ClabFile}. The labs are the tests' own, in the shape of public ones. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ClabFileTest {
  private static final LinkDefaults LINKS = new LinkDefaults(100_000_000_000L, 500_000, 300_000);

  /** A BMv2 switch between two machines, links in the extended form. */
  private static final String BMV2 =
      """
      name: two
      topology:
        nodes:
          r1:
            kind: linux
            image: debian:12
            ports: ["9559:9559"]
            exec:
              - bash -c 'simple_switch_grpc -i 1@eth1 -i 2@eth2 --no-p4 &'
          web-1:
            kind: linux
            image: alpine:3
            exec: [ip addr add 10.0.1.2/24 dev eth1]
          db:
            kind: linux
            image: alpine:3
          grafana:
            kind: linux
            image: grafana/grafana
        links:
          - type: veth
            endpoints:
              - {node: r1, interface: eth4, mac: "08:00:00:00:01:01"}
              - {node: web-1, interface: eth1}
          - type: veth
            mtu: 1500
            endpoints:
              - {node: r1, interface: eth2}
              - {node: db, interface: eth1}
      """;

  /** Routers of a kind, machines of a group, the rest from defaults; links in the brief form. */
  private static final String CLOS =
      """
      name: ${LAB:=clos}
      prefix: ""
      mgmt: {network: fixedips, ipv4-subnet: 172.100.100.0/24}
      topology:
        defaults: &all
          kind: nokia_srlinux
        kinds:
          nokia_srlinux: {image: ghcr.io/nokia/srlinux, type: ixr-d2l}
        groups:
          clients: {kind: linux, image: "${IMAGE}"}
        nodes:
          leaf1:
          leaf2:
            <<: *all
          spine: {type: ixr-d3l}
          client1: {group: clients}
          client2: {group: clients}
        links:
          - endpoints: ["leaf1:e1-49", "spine:e1-1"]
          - endpoints: ["leaf2:e1-49", "spine:e1-2"]
          - endpoints: ["client1:eth1", "leaf1:e1-1"]
          - endpoints: ["client2:eth1", "leaf2:mgmt"]
            vars: {smartt.rate: 25Gbps, smartt.latency: 2us}
      """;

  private static ImportedNetwork read(String name, String text) {
    return ClabFile.read(
        ClabName.parse(name).orElseThrow(), text, Map.of("IMAGE", "alpine", "EMPTY", ""));
  }

  private static Topology network(ImportedNetwork read) {
    return LinksFile.parse(read.name(), read.text(), LINKS);
  }

  @Test
  void aMachineThatRunsSimpleSwitchIsASwitchAndOthersAreHosts() {
    ImportedNetwork read = read("labs/two.clab.yml", BMV2);
    Topology network = network(read);

    assertThat(network.name()).isEqualTo("two.clab.links");
    assertThat(network.switches()).extracting(Switch::name).containsExactly("r1");
    assertThat(network.hosts()).extracting(Host::name).containsExactly("web_1", "db");
    assertThat(network.access(network.host(0)).peer().number()).isEqualTo(4);
    assertThat(network.access(network.host(1)).peer().number()).isEqualTo(2);
    assertThat(read.notes())
        .containsExactly(
            "two.clab.yml: 1 switch (r1), 2 hosts (web-1, db)",
            "two.clab.yml: left out, since they have no link: grafana",
            "two.clab.yml: no effect here: exec, mac of interfaces, mtu of links, ports",
            "two.clab.yml: web-1 is web_1 here");
    assertThat(read.text()).contains("# web-1 is web_1 here\n");
  }

  @Test
  void kindsGroupsDefaultsMergesAndVariablesAreThoseOfContainerlab() {
    ImportedNetwork read = read("clos.clab.yml,switches=nokia_srlinux", CLOS);
    Topology network = network(read);

    assertThat(network.switches().stream().map(sw -> sw.name() + " " + sw.tier()))
        .containsExactly("leaf1 0", "leaf2 0", "spine 1");
    assertThat(network.hosts()).extracting(Host::name).containsExactly("client1", "client2");
    assertThat(network.links().getFirst().a().number()).isEqualTo(49);
    assertThat(network.links().get(3).rateBps()).isEqualTo(25_000_000_000L);
    assertThat(network.links().get(3).latencyPs()).isEqualTo(2_000_000);
    assertThat(read.notes())
        .contains("clos.clab.yml: ports of leaf2 are numbered in the order of its links");
  }

  @Test
  void anInterfaceWithAHigherNumberThanAnyPortGivesNone() {
    ImportedNetwork read = read("two.clab.yml", BMV2.replace("eth4", "eth1004"));
    Topology network = network(read);

    assertThat(read.notes())
        .contains("two.clab.yml: ports of r1 are numbered in the order of its links");
    assertThat(network.access(network.host(0)).peer().number()).isEqualTo(1);
  }

  @Test
  void aStarAndALabelSayWhatANodeIs() {
    String labelled =
        CLOS.replace("{group: clients}", "{group: clients, labels: {smartt.node: host}}");

    assertThat(network(read("clos.clab.yml,switches=leaf*+SPINE", labelled)).switches()).hasSize(3);
    assertThatThrownBy(() -> read("clos.clab.yml,switches=leaf*+spine,hosts=leaf2", CLOS))
        .hasMessage("clos.clab.yml:13: node leaf2 is among switches= and hosts=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: linux, image: debian | HOST",
        "kind: linux, image: 'p4lang/behavioral-model:latest' | SWITCH",
        "kind: linux, image: opennetworking/mn-stratum-bmv2 | SWITCH",
        "kind: linux, image: 'registry.lab:5000/bmv2@sha256:00' | SWITCH",
        "kind: linux, image: x/p4switch | SWITCH",
        "kind: linux, image: notbmv2x | HOST",
        "kind: linux, image: smartt, cmd: '/bin/smartt switch --no-p4' | SWITCH",
        "kind: linux, image: x, entrypoint: /usr/bin/simple_switch | SWITCH",
        "kind: linux, image: x, exec: ['echo simple_switches'] | HOST",
        "kind: bridge | OTHER",
        "kind: arista_ceos, labels: {smartt.node: switch} | SWITCH",
      })
  void whatANodeIs(String node, ClabNode.Role role) {
    YamlTree own = YamlTree.read("f", "{" + node + "}");

    assertThat(new ClabNode("n", own.find("kind").orElseThrow().text(), own, List.of(own)).role())
        .isEqualTo(role);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "client1: {group: clients} | client1: {group: clients, kind: vr-vmx} | clos.clab.yml:16:"
            + " node client1 is of kind vr-vmx, which does not run here; for a P4 switch in its"
            + " place write clos.clab.yml,switches=vr-vmx",
        "client1:eth1 | host:eth7 | clos.clab.yml:21: endpoint host:eth7 leaves the lab",
        "client1:eth1 | mgmt-net:x | clos.clab.yml:21: endpoint mgmt-net:x leaves the lab",
        "client1:eth1 | macvlan:x | clos.clab.yml:21: endpoint macvlan:x leaves the lab",
        "client1:eth1 | clint1:eth1 | clos.clab.yml:21: endpoint clint1:eth1 is of no node of this"
            + " file; did you mean client1",
        "client1:eth1 | client1 | clos.clab.yml:21: endpoint 'client1' is not NODE:INTERFACE",
        "client1:eth1 | leaf1:e1-49 | clos.clab.yml:21: interface leaf1:e1-49 has two links",
        "client1:eth1 | leaf1:e1-2 | clos.clab.yml:21: a link from leaf1:e1-2 to the same node",
        "leaf2:mgmt | client1:eth2 | clos.clab.yml:16: node client1 is a host with 2 links, where a"
            + " host has one; for a switch write clos.clab.yml,switches=client1",
        "'vars: {smartt.rate: 25Gbps' | 'vars: {smartt.rate: -5Gbps' | clos.clab.yml:23: '-5Gbps'"
            + " is not a rate",
        "'vars: {smartt.rate: 25Gbps' | 'vars: {smartt.rate: 1Gbps h7' | clos.clab.yml:23: '1Gbps"
            + " h7' is not a rate",
        "'- endpoints: [\"client1' | '- type: host\n"
            + "      endpoints: [\"client1' | clos.clab.yml:21: a link of type host leaves the lab",
        "prefix: | prefox: | clos.clab.yml:2: 'prefox' is no key of a containerlab file; did you"
            + " mean prefix?",
        "leaf1: | leaf2: | clos.clab.yml:13: key 'leaf2' is there twice",
        "type: ixr-d3l | image: '{{ .x }}' | clos.clab.yml:15: '{{' makes this a template",
        "'topology:' | 'debug:' | clos.clab.yml: has no 'topology'",
      })
  void whatCannotBeCarriedIsNamed(String there, String instead, String message) {
    assertThat(CLOS).contains(there);
    String text = CLOS.replaceFirst(Pattern.quote(there), Matcher.quoteReplacement(instead));

    assertThatThrownBy(() -> network(read("clos.clab.yml,switches=nokia_srlinux", text)))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({"files", "a+b", "switch=a", "-x"})
  void anUnknownOptionIsNamed(String option) {
    assertThatThrownBy(() -> ClabName.parse("lab.clab.yml," + option))
        .hasMessageContaining("'" + option + "' is no option; write switches=NAME+NAME");
  }

  @Test
  void aNameOfNoNodeIsRefusedAndNamesOfTwoOptionsAreOne() {
    assertThatThrownBy(() -> read("clos.clab.yml,switches=nokia_srlinux,hosts=clent*", CLOS))
        .isInstanceOf(UserInputException.class)
        .hasMessage("topology: clos.clab.yml: no node and no kind of a node is 'clent*'");
    assertThatThrownBy(() -> read("clos.clab.yml,switches=", CLOS))
        .hasMessage("topology: clos.clab.yml: no node and no kind of a node is ''");

    assertThat(network(read("clos.clab.yml,switches=leaf*,switches=spine", CLOS)).switches())
        .hasSize(3);
  }

  @Test
  void bombsAndCyclesAreRefusedAtOnce() {
    StringBuilder laughs = new StringBuilder("name: &a0 [x]\n");
    for (int i = 1; i < 60; i++) {
      laughs.append("k%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
    }
    assertRefused(laughs.toString(), "not YAML: Number of aliases");
    assertRefused("topology: &t\n  nodes: *t\n", "node nodes has no kind");
    assertRefused("topology: &t\n  <<: *t\n  nodes: {}\n", "merges itself");
    // Each merges all before it several times: 3 to the power of 15 ways lead to the first.
    StringBuilder merges = new StringBuilder("settings:\n  m0: &m0 {y: 1}\n");
    for (int i = 1; i < 16; i++) {
      merges.append("  m%d: &m%d {<<: [*m%d, *m%d, *m%d]}\n".formatted(i, i, i - 1, i - 1, i - 1));
    }
    assertRefused(merges + "topology: {nodes: *m15}\n", "nodes.y has no keys");
    assertRefused("topology: " + "[".repeat(1000), "not YAML: Nesting Depth exceeded");
    assertRefused(
        "name: " + "x".repeat(5 << 20),
        "not YAML: has 5242886 characters, of which there may be 1048576");
    assertRefused(
        "topology: !!javax.script.ScriptEngineManager [x]", "not YAML: Global tag is not allowed");
    assertRefused("[1, 2]", "has no keys and values");
    assertRefused("", "is empty");
    assertRefused("topology: {nodes: {", "not YAML");
    assertRefused("a: 1\n---\nb: 2", "not YAML");
    assertRefused("topology: \033[2J", "not YAML: ");
  }

  @Test
  void aLabWithoutLinksOrHostsIsRefusedWithTheReason() {
    assertRefused("topology: {nodes: {a: {kind: linux}}}", "bad.clab.yml: has no links");
    assertRefused(
        "topology: {nodes: {a: {kind: linux, labels: {smartt.node: switch}},"
            + " b: {kind: linux, labels: {smartt.node: switch}}},"
            + " links: [{endpoints: ['a:eth1', 'b:eth1']}]}",
        "bad.clab.yml: has no host");
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> read("bad.clab.yml", text))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("bad.clab.yml")
        .hasMessageNotContainingAny("\033", "\n")
        .hasMessageContaining(message);
  }

  @Test
  void namesThatAreNoneHereAreChangedOnceAndStayDifferent() {
    ForeignNames names =
        new ForeignNames(
            List.of(
                "a-b",
                "a_b",
                "a.b",
                "1",
                "switch",
                "host",
                "$(reboot)",
                "x\ny",
                "ünder",
                "Z".repeat(90)));

    assertThat(names.of("a_b")).isEqualTo("a_b");
    assertThat(names.changed())
        .containsEntry("a-b", "a_b_2")
        .containsEntry("a.b", "a_b_3")
        .containsEntry("1", "n1")
        .containsEntry("switch", "switch_")
        .containsEntry("host", "host_")
        .containsEntry("$(reboot)", "n__reboot_")
        .containsEntry("x\ny", "x_y")
        .containsEntry("ünder", "n_nder")
        .containsEntry("Z".repeat(90), "Z".repeat(60));
  }

  @Test
  void variablesWithoutAValueStay() {
    assertThat(
            ClabFile.expanded(
                "$A ${A} ${B} ${B:-x} ${B:=y} ${E:-x} ${E-x} $B $1 $$ ${A:?no}",
                Map.of("A", "a$B", "E", "")))
        .isEqualTo("a$B a$B ${B} x y x  $B $1 $$ ${A:?no}");
  }
}
