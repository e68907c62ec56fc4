package io.smartt.testbed.standin.box;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.Wire;
import io.smartt.testbed.standin.asic.AsicPort;
import io.smartt.testbed.standin.asic.AsicTables;
import io.smartt.testbed.standin.asic.RouteTable.NextHop;
import io.smartt.testbed.standin.box.FrontPanel.ForwardingCompiler;
import io.smartt.testbed.standin.box.StandInRequest.FrontPort;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.Fault;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is forwarded by follows what the daemons made of CONFIG_DB. */
@Timeout(30)
class ForwardingCompilerTest {
  private static final String CONFIG =
      """
      {"DEVICE_METADATA": {"localhost": {"mac": "02:11:22:33:44:01"}},
       "PORT": {"Ethernet0": {"admin_status": "up", "speed": "50000"},
                "Ethernet1": {"admin_status": "up", "speed": "50000"}},
       "VRF": {"Vrf_a": {}},
       "INTERFACE": {"Ethernet0": {"vrf_name": "Vrf_a"}, "Ethernet0|172.16.0.1/31": {},
                     "Ethernet1": {"vrf_name": "Vrf_a"}, "Ethernet1|172.16.0.2/31": {}},
       "NEIGH": {"Ethernet0|172.16.0.0": {"neigh": "02:00:00:00:00:01", "family": "IPv4"}},
       "STATIC_ROUTE": {
         "Vrf_a|10.0.0.1/32": {"nexthop": "172.16.0.0", "ifname": "Ethernet0"},
         "Vrf_a|10.0.0.2/32": {"nexthop": "172.16.0.3", "ifname": "Ethernet1"}},
       "DSCP_TO_TC_MAP": {"M": {"10": "0", "48": "6"}},
       "TC_TO_QUEUE_MAP": {"M": {"0": "0", "6": "6"}},
       "PORT_QOS_MAP": {
         "Ethernet0": {"dscp_to_tc_map": "M", "tc_to_queue_map": "M", "scheduler": "slow"}},
       "SCHEDULER": {"slow": {"meter_type": "bytes", "cir": "1562500", "pir": "1562500"},
                     "five": {"type": "DWRR", "weight": "5"}, "one": {"type": "WRR"},
                     "first": {"type": "STRICT", "weight": "9"}},
       "WRED_PROFILE": {"W": {"ecn": "ecn_all", "wred_green_enable": "true",
         "green_min_threshold": "100", "green_max_threshold": "200",
         "green_drop_probability": "50"}},
       "QUEUE": {"Ethernet0|0": {"wred_profile": "W"}, "Ethernet0|1-2": {"scheduler": "five"},
                 "Ethernet0|4": {"scheduler": "one"}, "Ethernet0|5": {"scheduler": "first"}},
       "BUFFER_POOL": {"P": {"type": "egress", "mode": "dynamic", "size": "1000000"}},
       "BUFFER_PROFILE": {
         "T": {"pool": "P", "size": "0", "static_th": "5000", "packet_discard_action": "trim"},
         "D": {"pool": "P", "size": "0", "dynamic_th": "0"}},
       "BUFFER_QUEUE": {"Ethernet0|0": {"profile": "T"}, "Ethernet0|5-6": {"profile": "D"}},
       "SWITCH_TRIMMING": {"GLOBAL": {"size": "206", "dscp_value": "48", "queue_index": "6"}}}
      """;

  private static final Map<String, Integer> NUMBERS = Map.of("Ethernet0", 1, "Ethernet1", 2);

  private final ConfigStore store = new ConfigStore(CONFIG, "{}");

  private AsicTables tables(AsicTables before) {
    return new ForwardingCompiler(ConfigView.of(store), NUMBERS, before).tables();
  }

  private static NextHop hop(AsicTables tables, int port) {
    return tables.hops().stream().filter(hop -> hop.port() == port).findFirst().orElseThrow();
  }

  @Test
  void configuredNeighboursAreKnownAndOthersAreAskedFor() {
    AsicTables tables = tables(AsicTables.NOTHING);
    assertThat(hop(tables, 1).mac()).isEqualTo(0x020000000001L);
    assertThat(hop(tables, 2).mac()).isEqualTo(NextHop.UNKNOWN);
    hop(tables, 2).learn(0x02aaL);
    assertThat(hop(tables(tables), 2).mac()).as("kept").isEqualTo(0x02aaL);
  }

  @Test
  void aNeighbourThatTheKernelLostIsNotKnownThoughConfigDbHasIt() {
    AsicTables before = tables(AsicTables.NOTHING);
    store.forgetNeighbours("Ethernet0");
    assertThat(hop(tables(before), 1).mac()).isEqualTo(NextHop.UNKNOWN);
  }

  @Test
  void aRouteOverAnInterfaceThatWasNotBoundIsNotThere() {
    store.unbind("Ethernet1");
    assertThat(tables(AsicTables.NOTHING).hops()).extracting(NextHop::port).containsExactly(1);
  }

  private List<String> untrimmed(String type, String table, String rule) {
    String acl =
        """
        {"ACL_TABLE_TYPE": {"T": {"MATCHES": ["SRC_IP"], "BIND_POINTS": ["PORT"], %s}},
         "ACL_TABLE": {"A": {"type": "T", %s}},
         "ACL_RULE": {"A|R": {"PRIORITY": "999", "SRC_IP": "10.0.0.4/30", %s}},\
        """
            .formatted(type, table, rule);
    ConfigStore with = new ConfigStore(acl + CONFIG.substring(1), "{}");
    AsicPort port =
        Objects.requireNonNull(
            new ForwardingCompiler(ConfigView.of(with), NUMBERS, AsicTables.NOTHING)
                .tables()
                .ports()
                .get(1));
    return port.untrimmed().stream().map(Ipv4Prefix::toString).toList();
  }

  /** The example of SONiC's design of trimming, 2.6.4, and what the ACL orchestrator asks. */
  @Test
  void aRuleKeepsFromTrimmingOnPortsOfItsTableWhoseTypeHasTheAction() {
    String action = "\"ACTIONS\": [\"DISABLE_TRIM_ACTION\"]";
    String ports = "\"stage\": \"INGRESS\", \"ports\": [\"Ethernet0\"]";
    String rule = "\"PACKET_ACTION\": \"DISABLE_TRIM\"";
    assertThat(untrimmed(action, ports, rule)).containsExactly("10.0.0.4/30");
    assertThat(untrimmed("\"ACTIONS\": [\"PACKET_ACTION\"]", ports, rule)).isEmpty();
    assertThat(untrimmed(action, ports.replace("INGRESS", "EGRESS"), rule)).isEmpty();
    assertThat(untrimmed(action, ports.replace("net0", "net1"), rule)).isEmpty();
    assertThat(untrimmed(action, ports, rule.replace("DISABLE_TRIM", "DROP"))).isEmpty();
  }

  /** After sonic-swss, orchagent/qosorch.cpp, and the defaults of sonic-scheduler.yang. */
  @Test
  void queuesShareByTheWeightsOfTheirSchedulers() {
    assertThat(
            new QueueCompiler(ConfigView.of(store), UnaryOperator.identity()).queues("Ethernet0"))
        .extracting(QueueConfig::weight)
        .containsExactly(0, 5, 5, 0, 1, 0, 0, 0);
  }

  @Test
  void aPortHasTheRateAndQueuesThatItsProfilesSay() {
    QueueCompiler queues = new QueueCompiler(ConfigView.of(store), UnaryOperator.identity());
    PortSetup setup = queues.setup(new FrontPort("Ethernet0", "veth0", Wire.IDEAL));
    assertThat(setup.rateBps()).isEqualTo(12_500_000);
    assertThat(setup.wire().up()).isTrue();
    assertThat(setup.queues().get(0))
        .isEqualTo(QueueConfig.bytes(5000).withTrimming(new QueueConfig.Trimming(206, 48, 6)));
    assertThat(setup.queues().get(6))
        .isEqualTo(QueueConfig.bytes(1_000_000).with(new QueueConfig.Sharing(1_000_000, 1, 0)));
    QueueCompiler faulty =
        new QueueCompiler(
            ConfigView.of(store),
            trimming ->
                Fault.trims(
                    List.of(
                        new Fault.Trims("keeps-checksum", 0),
                        new Fault.Trims("size", 100),
                        new Fault.Trims("dscp", 9),
                        new Fault.Trims("queue", 0)),
                    trimming));
    assertThat(faulty.setup(new FrontPort("Ethernet0", "veth0", Wire.IDEAL)).queues().get(0))
        .isEqualTo(QueueConfig.bytes(5000).withTrimming(new QueueConfig.Trimming(100, 9, 0, true)));
    assertThat(queues.setup(new FrontPort("Ethernet1", "veth1", Wire.IDEAL)).rateBps())
        .isEqualTo(50_000_000_000L);
    assertThat(queues.wreds("Ethernet0"))
        .containsExactly(Map.entry(0, new AsicPort.Wred(100, 200, 0.5, true)));
    assertThat(queues.classOfDscp("Ethernet0").get(48)).isEqualTo(6);
    assertThat(queues.queueOfClass("Ethernet0").get(6)).isEqualTo(6);
  }
}
