package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

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
        new ConfigPlanner(SonicFixture.sharing(new SwitchPlan.QosPlan.Shared(MIB, -2, 1518)))
            .desired(SonicFixture.before());
    assertThat(sharing.field("BUFFER_QUEUE", "Ethernet0|0", "profile"))
        .contains("SMARTT_TRIM_SHARED_-2_1518");
    assertThat(
            sharing.object("BUFFER_PROFILE", "SMARTT_TRIM_SHARED_-2_1518").orElseThrow().toString())
        .isEqualTo(
            "{\"dynamic_th\":\"-2\",\"packet_discard_action\":\"trim\",\"pool\":\"egress_lossy_pool\",\"size\":\"1518\"}");
    assertThat(new ConfigValidator(sharing).problems()).isEmpty();
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
