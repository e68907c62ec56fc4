package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.controller.address.Ipv4Prefix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link ConfigPlanner}. */
class ConfigPlannerTest {
  private static final long MIB = 1 << 20;

  private final ConfigDb after =
      new ConfigPlanner(SonicFixture.plan()).desired(SonicFixture.before());

  @Test
  void makesTheConfigurationThatPeopleReviewed() throws IOException {
    try (InputStream golden =
        Objects.requireNonNull(getClass().getResourceAsStream("leaf.config_db.json"))) {
      assertThat(after.toJson().toPrettyString() + "\n")
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void changesNothingOnItsOwnResult() {
    assertThat(new ConfigPlanner(SonicFixture.plan()).desired(after)).isEqualTo(after);
  }

  @Test
  void everyObjectFitsTheSchema() {
    assertThat(new ConfigValidator(after).problems()).isEmpty();
  }

  @Test
  void keepsWhatAPortHasBesideAndDropsItsOldQueues() {
    assertThat(after.field("PORT", "Ethernet0", "lanes")).contains("1");
    assertThat(after.field("PORT", "Ethernet0", "speed")).contains("50000");
    assertThat(after.object("QUEUE", "Ethernet0|3")).isEmpty();
  }

  @Test
  void noPriorityPauses() {
    assertThat(after.object("PORT_QOS_MAP", "Ethernet0").orElseThrow().has("pfc_enable")).isFalse();
  }

  @Test
  void dataControlAndAllOtherTrafficHaveQueuesOfTheirOwn() {
    Map<String, String> expected = Map.of("10", "0", "46", "6", "48", "6", "0", "1", "63", "1");
    expected.forEach((dscp, queue) ->
        assertThat(after.field("DSCP_TO_TC_MAP", "SMARTT", dscp)).as(dscp).contains(queue));
  }

  @Test
  void withoutTrimmingWhatDoesNotFitIsDropped() {
    ConfigDb dropping =
        new ConfigPlanner(SonicFixture.plan(0, 6, 1, Optional.empty()))
            .desired(SonicFixture.before());
    assertThat(dropping.tables()).doesNotContain("SWITCH_TRIMMING");
    assertThat(dropping.object("BUFFER_PROFILE", "SMARTT_DROP_50G_62500").orElseThrow().toString())
        .isEqualTo("{\"pool\":\"egress_lossy_pool\",\"size\":\"0\",\"static_th\":\"62500\"}");
  }

  @Test
  void queuesThatShareThePoolHaveADynamicThreshold() {
    ConfigDb sharing =
        new ConfigPlanner(SonicFixture.sharing(-2, new SwitchPlan.QosPlan.Shared(MIB, 1518)))
            .desired(SonicFixture.before());
    assertThat(sharing.field("BUFFER_QUEUE", "Ethernet0|0", "profile"))
        .contains("SMARTT_TRIM_SHARED_-2_1518");
    assertThat(
            sharing.object("BUFFER_PROFILE", "SMARTT_TRIM_SHARED_-2_1518").orElseThrow().toString())
        .isEqualTo(
            "{\"dynamic_th\":\"-2\",\"packet_discard_action\":\"trim\",\"pool\":\"egress_lossy_pool\",\"size\":\"1518\"}");
    assertThat(new ConfigValidator(sharing).problems()).isEmpty();
  }

  /** By hand, after the YANG models of sonic-buildimage that {@link ConfigSchema} names. */
  @Test
  void classesOfDataHaveQueuesSchedulersAndProfiles() throws IOException {
    ConfigDb written = new ConfigPlanner(SonicFixture.withClasses()).desired(SonicFixture.before());
    assertThat(new ConfigValidator(written).problems()).isEmpty();
    assertThat(new ConfigPlanner(SonicFixture.withClasses()).desired(written)).isEqualTo(written);
    ObjectMapper json = new ObjectMapper();
    JsonNode tables = json.readTree(written.toJson().toString());
    assertThat(tables.path("SCHEDULER"))
        .isEqualTo(
            json.readTree(
                """
                {"SMARTT_CONTROL": {"type": "STRICT"},
                 "SMARTT_DATA": {"type": "DWRR", "weight": "1"},
                 "SMARTT_DATA_2": {"type": "DWRR", "weight": "2"},
                 "SMARTT_DATA_5": {"type": "DWRR", "weight": "5"}}
                """));
    String[][] queues = {
      {"0", "SMARTT_DATA_2", "SMARTT_RED_50G", "SMARTT_TRIM_50G_62500"},
      {"2", "SMARTT_DATA_5", "SMARTT_RED_50G_31250", "SMARTT_TRIM_50G_31250"},
      {"5", "SMARTT_CONTROL", "SMARTT_RED_50G", "SMARTT_TRIM_50G_62500"}
    };
    for (String[] queue : queues) {
      assertThat(tables.path("QUEUE").path("Ethernet0|" + queue[0]))
          .isEqualTo(
              json.readTree(
                  "{\"scheduler\": \"%s\", \"wred_profile\": \"%s\"}"
                      .formatted(queue[1], queue[2])));
      assertThat(written.field("BUFFER_QUEUE", "Ethernet0|" + queue[0], "profile"))
          .contains(queue[3]);
    }
    assertThat(written.field("QUEUE", "Ethernet0|1", "scheduler")).contains("SMARTT_DATA");
    assertThat(tables.path("TC_TO_QUEUE_MAP").path("SMARTT"))
        .isEqualTo(
            json.readTree(
                "{\"0\": \"0\", \"1\": \"1\", \"2\": \"2\", \"5\": \"5\", \"6\": \"6\"}"));
    Map.of("10", "0", "26", "2", "18", "5", "46", "6", "48", "6", "0", "1")
        .forEach((dscp, queue) ->
            assertThat(written.field("DSCP_TO_TC_MAP", "SMARTT", dscp)).as(dscp).contains(queue));
    assertThat(written.field("WRED_PROFILE", "SMARTT_RED_50G_31250", "green_max_threshold"))
        .contains("25000");
  }

  /** By hand, after sonic-port-qos-map.yang, sonic-buffer-pg.yang and buffermgrd's own entries. */
  @Test
  void portsThatPauseHaveAGroupOfTheirQueuesNumber() throws IOException {
    ConfigPlanner planner = new ConfigPlanner(SonicFixture.pausing());
    ConfigDb written = planner.desired(SonicFixture.withPools());
    assertThat(new ConfigValidator(written).problems()).isEmpty();
    assertThat(planner.desired(written)).isEqualTo(written);
    ObjectMapper json = new ObjectMapper();
    JsonNode tables = json.readTree(written.toJson().toString());
    Map<String, String> objects =
        Map.of(
            "/PORT_QOS_MAP/Ethernet0",
            """
            {"dscp_to_tc_map": "SMARTT", "tc_to_queue_map": "SMARTT", "pfc_enable": "2",
             "tc_to_pg_map": "SMARTT", "pfc_to_pg_map": "SMARTT", "pfc_to_queue_map": "SMARTT"}
            """,
            "/BUFFER_PG",
            """
            {"Ethernet0|0": {"profile": "ingress_lossy_profile"},
             "Ethernet0|2": {"profile": "SMARTT_PFC_f424_c350_7530"},
             "Ethernet0|3-4": {"profile": "ingress_lossy_profile"},
             "Ethernet1|2": {"profile": "SMARTT_PFC_f424_c350_7530"}}
            """,
            "/BUFFER_PROFILE/SMARTT_PFC_f424_c350_7530",
            """
            {"pool": "ingress_lossless_pool", "size": "0", "static_th": "62500", "xon": "50000",
             "xoff": "30000"}
            """,
            "/BUFFER_PROFILE/SMARTT_LOSSLESS",
            """
            {"pool": "egress_lossless_pool", "size": "0", "static_th": "67108864"}
            """,
            "/TC_TO_PRIORITY_GROUP_MAP/SMARTT",
            """
            {"1": "0", "2": "2", "6": "0"}
            """,
            "/PFC_PRIORITY_TO_PRIORITY_GROUP_MAP/SMARTT",
            """
            {"2": "2"}
            """,
            "/MAP_PFC_PRIORITY_TO_QUEUE/SMARTT",
            """
            {"1": "1", "2": "2", "6": "6"}
            """,
            "/CABLE_LENGTH/AZURE",
            """
            {"Ethernet0": "0m", "Ethernet9": "40m"}
            """);
    for (Map.Entry<String, String> object : objects.entrySet()) {
      assertThat(tables.at(object.getKey()))
          .as(object.getKey())
          .isEqualTo(json.readTree(object.getValue()));
    }
    assertThat(written.field("BUFFER_QUEUE", "Ethernet0|2", "profile")).contains("SMARTT_LOSSLESS");
    assertThat(written.field("BUFFER_QUEUE", "Ethernet0|1", "profile")).contains("SMARTT_LOSSY");
  }

  @Test
  void withoutPausesTheirGroupsAndMapsGo() {
    ConfigDb pausing = new ConfigPlanner(SonicFixture.pausing()).desired(SonicFixture.withPools());
    ConfigDb lossy = new ConfigPlanner(SonicFixture.plan()).desired(pausing);
    assertThat(new ConfigValidator(lossy).problems()).isEmpty();
    assertThat(lossy.keys("BUFFER_PG")).containsExactly("Ethernet0|0", "Ethernet0|3-4");
    assertThat(lossy.tables())
        .doesNotContain(
            "TC_TO_PRIORITY_GROUP_MAP",
            "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
            "MAP_PFC_PRIORITY_TO_QUEUE");
  }

  /** Ports of one rate, of which one goes to a host and the other to a switch. */
  @Test
  void portsThatMarkNothingHaveAProfileOfTheirOwn() {
    ConfigDb written =
        new ConfigPlanner(SonicFixture.withoutLastHopMarks()).desired(SonicFixture.before());
    Map.of("Ethernet0", "62500", "Ethernet1", "12500")
        .forEach((port, kmin) -> {
          String profile = written.field("QUEUE", port + "|0", "wred_profile").orElseThrow();
          assertThat(written.field("WRED_PROFILE", profile, "green_min_threshold"))
              .as("%s by %s", port, profile)
              .contains(kmin);
        });
  }

  /** The rule of SONiC's test of sonic-acl.yang, test_valid_data_trimming. */
  @Test
  void sourcesThatAreNotTrimmedHaveAnAclThatGoesWithTheSetting() throws IOException {
    Optional<SwitchPlan.QosPlan.Trim> trim =
        Optional.of(new SwitchPlan.QosPlan.Trim(206, Optional.of(Ipv4Prefix.parse("10.0.0.4/30"))));
    ConfigDb written =
        new ConfigPlanner(SonicFixture.plan(0, 6, 1, trim)).desired(SonicFixture.before());
    assertThat(new ConfigValidator(written).problems()).isEmpty();
    ObjectMapper json = new ObjectMapper();
    JsonNode tables = json.readTree(written.toJson().toString());
    assertThat(tables.path("ACL_TABLE_TYPE").path("SMARTT"))
        .isEqualTo(
            json.readTree(
                """
                {"MATCHES": ["SRC_IP"], "ACTIONS": ["DISABLE_TRIM_ACTION"],
                 "BIND_POINTS": ["PORT"]}
                """));
    assertThat(tables.path("ACL_TABLE").path("SMARTT"))
        .isEqualTo(
            json.readTree(
                """
                {"type": "SMARTT", "stage": "INGRESS", "ports": ["Ethernet0", "Ethernet1"]}
                """));
    assertThat(tables.path("ACL_RULE").path("SMARTT|NO_TRIM"))
        .isEqualTo(
            json.readTree(
                """
                {"PRIORITY": "999", "SRC_IP": "10.0.0.4/30", "PACKET_ACTION": "DISABLE_TRIM"}
                """));
    assertThat(new ConfigPlanner(SonicFixture.plan()).desired(written)).isEqualTo(after);
    assertThat(ConfigPatch.between(after, written).changes())
        .extracting(ConfigPatch.ConfigChange::describe)
        .anyMatch(line -> line.contains("ports=[Ethernet0,Ethernet1]"));
  }

  @Test
  void aStaticPoolGetsStaticThresholds() {
    ConfigDb before =
        SonicFixture.before()
            .with("BUFFER_POOL", "egress_lossy_pool", Map.of("type", "egress", "mode", "static"));
    assertThat(
            new ConfigPlanner(SonicFixture.plan())
                .desired(before)
                .field("BUFFER_PROFILE", "SMARTT_LOSSY_125000", "static_th"))
        .contains("125000");
  }
}
