package io.smartt.study.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.smartt.base.input.UserInputException;
import io.smartt.study.compare.suite.SuiteExperiment.SuiteLimits;
import io.smartt.study.compare.suite.SuiteSetup.SuiteNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link SuiteSetup} and {@link SuiteNetwork}. */
class SuiteSetupTest {
  private static final String TWO_TIERS =
      """
      Nodes 16
      Tiers 2
      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 4
      Radix_Up 2
      Downlink_Latency_ns 1000
      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 4
      Downlink_Latency_ns 1000
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.writeString(folder.resolve("two.topo"), TWO_TIERS);
    matrix("one.cm", 16, "0->13 start 0 size 100\n");
  }

  private void matrix(String name, int hosts, String records) throws IOException {
    Files.writeString(
        folder.resolve(name),
        "Nodes " + hosts + "\nConnections " + records.lines().count() + "\n" + records);
  }

  private SuiteSetup.Plan plan(String matrix, String options) {
    List<String> words = options.isEmpty() ? List.of() : List.of(options.split(" "));
    SuiteExperiment experiment =
        new SuiteExperiment(
            1,
            "one",
            folder.resolve(matrix),
            folder,
            "htsim_uec",
            words,
            new SuiteLimits(OptionalLong.empty(), Map.of()),
            List.of());
    return SuiteSetup.plan(experiment, HtsimOptions.parse(words));
  }

  private Map<String, String> settings(String options) {
    return plan("one.cm", options).settings();
  }

  private void refused(String options, String reason) {
    assertThatThrownBy(() -> settings(options))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(reason);
  }

  /** The simulator prints an RTT of 14.0227 us and a queue of 178,450 B, 43 packets. */
  @Test
  void nothingSaidIsTheSimulatorsFatTreeAtOneHundredGigabits() {
    assertThat(settings(""))
        .contains(
            entry("topology", "fattree,4,tiers=3"),
            entry("workload", folder.resolve("one.cm").toString()),
            entry("link.rate", "100Gbps"),
            entry("link.latency", "1us"),
            entry("switch.latency", "0ps"),
            entry("packet.payload", "4086"),
            entry("queue.size", "43packets"),
            entry("queue.kmin", "20.930232"),
            entry("queue.kmax", "81.395348"),
            entry("scheme", "smartt"),
            entry("constants", "nscc"),
            entry("load-balancer", "mixed"),
            entry("entropies", "64"),
            entry("transport.ack-every-bytes", "16344"))
        .doesNotContainKeys("link.rates", "smartt.initial-window-bdps", "reps.explore-bdps");
  }

  /** There receivers count headers, here payload; both are to answer each fourth packet. */
  @Test
  void packetsBetweenAcknowledgementsAreAsManyAsThere() {
    assertThat(settings("-mtu 4160")).containsEntry("transport.ack-every-bytes", "16384");
    assertThat(settings("-sack_threshold 4151"))
        .containsEntry("transport.ack-every-bytes", Integer.toString(2 * 4086));
    assertThat(settings("-mtu 9000 -sack_threshold 16384"))
        .containsEntry("transport.ack-every-bytes", Integer.toString(2 * 8936));
  }

  /** Finished runs are found again by it. */
  @Test
  void orderOfSettingsIsTheSameInEveryProcess() {
    assertThat(List.copyOf(settings("-topo two.topo -failed 1").keySet())).isSorted();
  }

  @Test
  void optionsOfSendersAndQueuesHaveTheirSettings() {
    assertThat(
            settings(
                "-load_balancing_algo reps -paths 128 -sack_threshold 4000 -q 500 -ecn 10 25"
                    + " -cwnd 50"))
        .contains(
            entry("load-balancer", "reps"),
            entry("reps.explore-bdps", "0"),
            entry("entropies", "128"),
            entry("transport.ack-every-bytes", "4086"),
            entry("queue.size", "500packets"),
            entry("queue.kmin", "2.000000"),
            entry("queue.kmax", "5.000000"))
        .hasEntrySatisfying(
            "smartt.initial-window-bdps",
            text -> assertThat(Double.parseDouble(text) * 175_404).isBetween(207_999.0, 208_001.0));
    assertThat(settings("-load_balancing_algo oblivious"))
        .containsEntry("load-balancer", "ops-rounds");
    assertThat(settings("-sender_cc_algo dctcp"))
        .containsEntry("scheme", "dctcp")
        .doesNotContainKey("constants");
    assertThat(settings("-receiver_cc"))
        .contains(
            entry("scheme", "rccc+smartt"),
            entry("constants", "nscc"),
            entry("rccc.unasked-bdps", "1.5"),
            entry("rccc.pull-packets", "4"));
    assertThat(settings("-receiver_cc -mtu 1500")).containsEntry("rccc.pull-packets", "11");
    assertThat(settings("-receiver_cc -mtu 40000")).containsEntry("rccc.pull-packets", "1");
    assertThat(settings("-receiver_cc_only"))
        .containsEntry("scheme", "rccc")
        .containsEntry("rccc.unasked-bdps", "1.5")
        .doesNotContainKey("rccc.oversubscription");
  }

  /** With credit alone the simulator's window holds nothing back. */
  @Test
  void firstWindowIsThatOfTheSenderWhereItHasOne() {
    assertThat(settings("-receiver_cc -cwnd 50").get("smartt.initial-window-bdps"))
        .isEqualTo(settings("-cwnd 50").get("smartt.initial-window-bdps"))
        .isNotNull();
    assertThat(settings("-receiver_cc_only -cwnd 50")).isEqualTo(settings("-receiver_cc_only"));
  }

  /** 15 us, and six times 43 frames of 332.8 ns. */
  @Test
  void timeoutIsTheSimulators() {
    assertThat(Double.parseDouble(settings("").getOrDefault("transport.timeout-base-rtts", "")))
        .isBetween(100.8624 / 14.03233, 100.8624 / 14.03231);
    assertThat(settings("")).containsEntry("transport.max-backoff", "0");
  }

  @Test
  void topologyIsThatOfTheFile() {
    assertThat(settings("-topo two.topo"))
        .containsEntry("topology", folder.resolve("two.topo").toString())
        .doesNotContainKeys("link.rate", "link.latency");
  }

  @Test
  void failedLinksAreTheSettingThatDegradesThem() {
    assertThat(settings("-failed 3")).containsEntry("link.failed", "3");
    assertThat(settings("")).containsEntry("link.failed", "0");
  }

  /** A quarter of them where a link has a quarter of its rate, which {@code link.failed} does. */
  @Test
  void queuesAreAsManyPacketsWhereLinksAreDegraded() {
    assertThat(settings("-failed 1 -q 500")).containsEntry("queue.size", "500packets");
  }

  /**
   * The simulator prints an RTT of 9.34848 us for links alike, four of 337.12 ns: 29 packets. It
   * counts faster ones of the core like those; by their own rate it would be 9.01136 us, and 28.
   */
  @Test
  void queuesAreOfTheHostsRateWhereLinksOfTheCoreAreFaster() throws IOException {
    Files.writeString(
        folder.resolve("fast.topo"),
        TWO_TIERS.replace("Tier 1\nDownlink_speed_Gbps 100", "Tier 1\nDownlink_speed_Gbps 200"));
    assertThat(settings("-topo two.topo")).containsEntry("queue.size", "29packets");
    assertThat(settings("-topo fast.topo")).containsEntry("queue.size", "29packets");
  }

  @Test
  void whatHasNoCounterpartIsRefusedByName() throws IOException {
    refused("-disable_trim -sleek", "-disable_trim, -sleek");
    refused("-receiver_cc -sender_cc_algo dctcp", "-receiver_cc with -sender_cc_algo dctcp");
    refused("-nodes 17", "-nodes 17, but the matrix has 16");
    refused("-topo two.topo -linkspeed 50000", "-linkspeed is 50Gbps, but links of hosts have");
    refused("-q 10", "-ecn (thresholds of 9 and 35 packets with a queue of 10");
    refused("-cwnd 50 -sender_cc_algo dctcp", "-cwnd with -sender_cc_algo dctcp");
    matrix("odd.cm", 17, "0->13 start 0 size 100\n");
    assertThatThrownBy(() -> plan("odd.cm", ""))
        .hasMessageContaining("17 hosts make no fat tree of 3 tiers");
    assertThatThrownBy(() -> plan("none.cm", "")).hasMessageContaining("none.cm: no such file");
  }

  @Test
  void connectionIsReusedOnlyByItself() throws IOException {
    assertThat(settings("-conn_reuse")).containsEntry("load-balancer", "mixed");
    matrix("two.cm", 16, "0->1 id 1 msg start 0 size 9\n".repeat(2));
    assertThatThrownBy(() -> plan("two.cm", "-conn_reuse"))
        .hasMessageContaining(
            "-conn_reuse (two.cm:4: id 1 is already taken: each record here is a connection)");
  }

  @Test
  void connectionsAreThoseOfTheMatrix() throws IOException {
    matrix("few.cm", 16, "0->1 start 0 size 9\n1->2 start 0 size 9\n");
    assertThat(plan("few.cm", "").connections()).isEqualTo(2);
  }
}
