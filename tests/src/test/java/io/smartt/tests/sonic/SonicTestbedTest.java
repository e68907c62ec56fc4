package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.emulation.cli.Smartt;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.SonicServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plan, apply and revert of the testbed's two switches over gNMI. */
class SonicTestbedTest {
  private static final List<String> PLAIN =
      List.of("--set", "tls.ca=none", "--set", "tls.certificate=none", "--set", "tls.key=none");

  @TempDir private Path folder = Path.of("");
  private final List<SonicServer> servers = new ArrayList<>();

  /** How often each switch has changed, by its name. */
  private final Map<String, Integer> changes = new TreeMap<>();

  private String output = "";

  @BeforeEach
  void start() {
    for (String name : List.of("trident1", "trident2")) {
      ConfigStore config = new ConfigStore(FactorySwitch.configDb(name), FactorySwitch.STATE);
      servers.add(Servers.open(config));
      config.follow(() -> changes.merge(name, 1, Integer::sum));
      changes.put(name, 0);
    }
  }

  @AfterEach
  void stop() {
    servers.forEach(SonicServer::close);
  }

  private int smartt(String command, String... more) {
    List<String> args = new ArrayList<>(List.of(command, "--profile", "trident4-leaf-spine"));
    args.addAll(PLAIN);
    args.addAll(List.of("--state", folder.resolve("state").toString()));
    for (int i = 0; i < servers.size(); i++) {
      args.addAll(
          List.of(
              "--set",
              "switches.trident" + (i + 1) + ".address=localhost:" + servers.get(i).port()));
    }
    args.addAll(List.of(more));
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    int status = Smartt.execute(writer, writer, args.toArray(String[]::new));
    writer.flush();
    output = text.toString();
    return status;
  }

  private List<String> configs() {
    return servers.stream().map(server -> server.config().text()).toList();
  }

  @Test
  void planSaysWhatWouldChangeAndChangesNothing() {
    List<String> before = configs();
    assertThat(smartt("plan")).as(output).isZero();
    assertThat(output)
        .contains("+ VRF|Vrf_leaf1", "+ INTERFACE|Ethernet0|172.16.0.")
        .contains("~ PORT|Ethernet0 fec: (none) -> rs speed: 100000 -> 50000")
        .contains("~ PORT_QOS_MAP|Ethernet0", "pfc_enable: 3,4 -> (none)")
        .contains("- QUEUE|Ethernet0|3 scheduler=scheduler.0 wred_profile=AZURE_LOSSLESS")
        .contains("warning [trim-fixed-by-sai]", "warning [trim-stays]");
    assertThat(configs()).isEqualTo(before);
    assertThat(changes).containsOnly(entry("trident1", 0), entry("trident2", 0));
  }

  @Test
  void applyingTwiceChangesNothingTheSecondTime() {
    assertThat(smartt("apply")).as(output).isZero();
    assertThat(smartt("plan")).as(output).isZero();
    assertThat(output).contains("trident1: nothing to change", "trident2: nothing to change");
    List<String> after = configs();
    assertThat(smartt("apply")).as(output).isZero();
    assertThat(output).contains("trident1: nothing to change", "trident2: nothing to change");
    assertThat(configs()).isEqualTo(after);
    assertThat(changes).containsOnly(entry("trident1", 9), entry("trident2", 9));
  }

  @Test
  void aPatchThatASwitchRefusesIsSaidAndLeavesNothingHalfDone() {
    List<String> before = configs();
    ConfigStore first = servers.getFirst().config();
    first.refuse(Set.of("WRED_PROFILE"));
    assertThat(smartt("apply")).as(output).isNotZero();
    assertThat(output).contains("trident1", "WRED_PROFILE");
    assertThat(configs()).as(output).isEqualTo(before);
    first.refuse(Set.of());
    assertThat(smartt("apply")).as(output).isZero();
    assertThat(smartt("plan")).as(output).isZero();
    assertThat(output).contains("trident1: nothing to change", "trident2: nothing to change");
  }

  @Test
  void appliedItHasThePapersQueues() {
    assertThat(smartt("apply")).as(output).isZero();
    String first = servers.getFirst().config().text();
    // 1 BDP of 50 Gbps and 11.9 us, marked from 20 % to 80 % of it.
    assertThat(first)
        .contains("\"static_th\" : \"75060\"")
        .contains("\"green_min_threshold\" : \"16680\"", "\"green_max_threshold\" : \"62550\"")
        .contains("\"packet_discard_action\" : \"trim\"")
        .contains("Vrf_leaf4|10.0.0.16/32")
        .doesNotContain("pfc_enable");
    assertThat(servers.get(1).config().text()).contains("Vrf_spine1", "Vrf_spine4");
  }

  /** One object a line: table, key, fields. */
  private static String lines(ConfigStore config) {
    TreeSet<String> lines = new TreeSet<>();
    config
        .snapshot()
        .properties()
        .forEach(table ->
            table
                .getValue()
                .properties()
                .forEach(object ->
                    lines.add(
                        "%s|%s %s%n"
                            .formatted(
                                table.getKey(), object.getKey(), sorted(object.getValue())))));
    return String.join("", lines);
  }

  private static JsonNode sorted(JsonNode object) {
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return new ObjectMapper().valueToTree(fields);
  }

  @Test
  void bothSwitchesHoldWhatPeopleReviewed() throws IOException {
    assertThat(smartt("apply")).as(output).isZero();
    for (int i = 0; i < servers.size(); i++) {
      String name = "trident" + (i + 1) + ".config_db.txt";
      try (InputStream golden = Objects.requireNonNull(getClass().getResourceAsStream(name))) {
        assertThat(lines(servers.get(i).config()))
            .as(name)
            .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void revertGivesBackEveryByte() {
    List<String> before = configs();
    assertThat(smartt("apply")).as(output).isZero();
    assertThat(configs()).isNotEqualTo(before);
    assertThat(smartt("revert")).as(output).isZero();
    assertThat(configs()).isEqualTo(before);
    assertThat(smartt("revert")).as(output).isZero();
    assertThat(output).contains("trident1: nothing to take back");
  }

  @Test
  void revertAfterTwoAppliesGoesBackToTheFirst() {
    List<String> before = configs();
    assertThat(smartt("apply")).as(output).isZero();
    assertThat(smartt("apply", "--set", "queue.size=2bdp", "--set", "trimming=off"))
        .as(output)
        .isZero();
    assertThat(servers.getFirst().config().text()).contains("SMARTT_DROP_50G_150120");
    assertThat(smartt("revert")).as(output).isZero();
    assertThat(configs()).isEqualTo(before);
  }

  @Test
  void pausesComeOnceAndGoWithoutATrace() {
    List<String> before = configs();
    String[] pausing = {
      "--set", "scheme=rocev2", "--set", "trimming=off", "--set", "sonic.data-queue=2"
    };
    assertThat(smartt("plan", Arrays.copyOf(pausing, 4))).isEqualTo(2);
    assertThat(output).contains("say sonic.data-queue=2");
    assertThat(smartt("apply", pausing)).as(output).isZero();
    JsonNode qos = servers.getFirst().config().table("PORT_QOS_MAP").path("Ethernet0");
    assertThat(qos.path("pfc_enable").asText()).isEqualTo("2");
    assertThat(servers.getFirst().config().table("BUFFER_PG").has("Ethernet0|2")).isTrue();
    List<String> applied = configs();
    assertThat(smartt("apply", pausing)).as(output).isZero();
    assertThat(output).contains("trident1: nothing to change", "trident2: nothing to change");
    assertThat(smartt("apply", "--set", "trimming=off")).as(output).isZero();
    assertThat(servers.getFirst().config().text()).doesNotContain("pfc_enable", "SMARTT_PFC");
    assertThat(smartt("apply", pausing)).as(output).isZero();
    assertThat(configs()).isEqualTo(applied);
    assertThat(smartt("revert")).as(output).isZero();
    assertThat(configs()).isEqualTo(before);
  }

  @Test
  void revertLeavesWhatOthersChanged() {
    assertThat(smartt("apply")).as(output).isZero();
    servers.getFirst().config().put("VRF", "Vrf_other", Map.of("vni", "7"));
    assertThat(smartt("revert")).as(output).isZero();
    assertThat(servers.getFirst().config().text()).contains("Vrf_other").doesNotContain("SMARTT");
  }

  @Test
  void aSwitchThatFailsHalfWayIsRolledBackAndTheOthersToo() {
    List<String> before = configs();
    servers.get(1).config().failAfter(5);
    assertThat(smartt("apply")).as(output).isEqualTo(1);
    assertThat(output)
        .contains("trident2")
        .contains("GCU broke down after 5 operations")
        .contains("rolled back: trident2, trident1");
    assertThat(configs()).isEqualTo(before);
    assertThat(smartt("revert")).as(output).isZero();
    assertThat(output).contains("trident1: nothing to take back");
  }

  @Test
  void aPlanWithAnErrorTouchesNoSwitch() {
    List<String> before = configs();
    assertThat(smartt("apply", "--set", "sonic.data-queue=3")).isEqualTo(1);
    assertThat(output).contains("error [lossless-queue] queue 3 is lossless here");
    assertThat(configs()).isEqualTo(before);
    assertThat(smartt("plan", "--set", "sonic.pool=none_such")).isEqualTo(1);
    assertThat(output).contains("there is no BUFFER_POOL|none_such; the switch has");
  }

  @Test
  void aPatchFileDoesTheSameAsGnmi() throws IOException {
    Path saved = Files.createDirectories(folder.resolve("saved"));
    for (String name : List.of("trident1", "trident2")) {
      Files.writeString(saved.resolve(name + ".json"), FactorySwitch.configDb(name));
    }
    Path patches = folder.resolve("patches");
    assertThat(smartt("plan", "--config-db", saved.toString(), "--patch", patches.toString()))
        .as(output)
        .isZero();
    assertThat(output)
        .contains("for stage in trident1.*.patch.json; do sudo config apply-patch $stage")
        .contains("[trim-unknown]");
    ConfigStore byHand = new ConfigStore(FactorySwitch.configDb("trident1"), FactorySwitch.STATE);
    for (Path stage : stages(patches)) {
      byHand.apply((ArrayNode) new ObjectMapper().readTree(Files.readString(stage)));
    }
    assertThat(smartt("apply")).as(output).isZero();
    assertThat(byHand.text()).isEqualTo(servers.getFirst().config().text());
  }

  /** As a shell sorts them. */
  private static List<Path> stages(Path patches) throws IOException {
    try (Stream<Path> files = Files.list(patches)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("trident1."))
          .sorted()
          .toList();
    }
  }

  @Test
  void theServerRefusesWhatSonicRefuses() {
    ConfigStore store = new ConfigStore(FactorySwitch.configDb("x"), FactorySwitch.STATE);
    ArrayNode field = JsonNodeFactory.instance.arrayNode();
    field
        .addObject()
        .put("op", "add")
        .put("path", "/BUFFER_PROFILE/egress_lossy_profile/packet_discard_action")
        .put("value", "trim");
    assertThatThrownBy(() -> store.apply(field))
        .hasMessageContaining("Modification of BUFFER_PROFILE table is illegal");
    new ConfigStore(FactorySwitch.configDb("x", "Arista-7060X6-64PE"), FactorySwitch.STATE)
        .apply(field);

    ArrayNode empty = JsonNodeFactory.instance.arrayNode();
    empty.addObject().put("op", "remove").put("path", "/SYSLOG_SERVER/192.0.2.9");
    assertThatThrownBy(() -> store.apply(empty)).hasMessageContaining("empty table");
  }
}
