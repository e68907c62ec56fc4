package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link PlanChecks}: each trap that SONiC sets. */
class PlanChecksTest {
  private static List<Finding> findings(SwitchPlan plan, ConfigDb before, SwitchState state) {
    return PlannedSwitch.of(plan, before, before, state, LiveState.UNKNOWN).findings();
  }

  private static List<Finding> findings(ConfigDb before) {
    return findings(SonicFixture.plan(), before, SonicFixture.CAPABLE);
  }

  private static void assertError(List<Finding> findings, String code, String text) {
    assertThat(findings)
        .anySatisfy(finding -> {
          assertThat(finding.error()).isTrue();
          assertThat(finding.code()).isEqualTo(code);
          assertThat(finding.message()).contains(text);
        });
  }

  private static void assertWarning(List<Finding> findings, String code, String text) {
    assertThat(findings)
        .anySatisfy(finding -> {
          assertThat(finding.error()).isFalse();
          assertThat(finding.code()).isEqualTo(code);
          assertThat(finding.message()).contains(text);
        });
  }

  @Test
  void aGoodPlanHasNoErrors() {
    assertThat(findings(SonicFixture.before())).noneMatch(Finding::error);
  }

  @Test
  void trap1TheDiscardActionIsNeverSentAsASingleField() {
    ConfigPatch field =
        new ConfigPatch(
            List.of(),
            List.of(
                new ConfigPatch.Operation(
                    ConfigPatch.Verb.ADD,
                    List.of("BUFFER_PROFILE", "SMARTT_TRIM_50G_62500", "packet_discard_action"),
                    Optional.of(JsonNodeFactory.instance.textNode("trim")))));
    ConfigDb db = SonicFixture.before();
    assertError(
        new PlanChecks(SonicFixture.plan(), db, db, SonicFixture.CAPABLE).findings(field),
        "trim-single-field",
        "/BUFFER_PROFILE/SMARTT_TRIM_50G_62500/packet_discard_action: SONiC refuses this field");

    assertThat(
            PlannedSwitch.of(SonicFixture.plan(), db, db, SonicFixture.CAPABLE, LiveState.UNKNOWN)
                .patch()
                .operations())
        .allSatisfy(operation -> assertThat(operation.path()).hasSizeLessThanOrEqualTo(2));
  }

  @Test
  void trap2BroadcomMayFixSizeAndQueue() {
    ConfigDb broadcom =
        SonicFixture.before()
            .merged("DEVICE_METADATA", "localhost", Map.of("asic_type", "broadcom"));
    assertWarning(findings(broadcom), "trim-fixed-by-sai", "ignore 206 bytes and queue 6");
  }

  @Test
  void trap2ASwitchThatCannotTrimIsNotAsked() {
    assertError(
        findings(
            SonicFixture.plan(),
            SonicFixture.before(),
            new SwitchState(true, Map.of("SWITCH_TRIMMING_CAPABLE", "false"), Map.of(), Map.of())),
        "trim-not-capable",
        "SWITCH_TRIMMING_CAPABLE is false");
    assertError(
        findings(
            SonicFixture.plan(),
            SonicFixture.before(),
            new SwitchState(true, Map.of(), Map.of(), Map.of())),
        "trim-not-capable",
        "is not there");
  }

  @Test
  void trap2AQueueThatCannotBeChosenIsSaid() {
    SwitchState dynamic =
        new SwitchState(
            true,
            Map.of(
                "SWITCH_TRIMMING_CAPABLE", "true",
                "SWITCH|PACKET_TRIMMING_QUEUE_RESOLUTION_MODE", "DYNAMIC",
                "SWITCH|PACKET_TRIMMING_DSCP_RESOLUTION_MODE", "FROM_TC"),
            Map.of(),
            Map.of());
    List<Finding> findings = findings(SonicFixture.plan(), SonicFixture.before(), dynamic);
    assertError(findings, "trim-mode", "PACKET_TRIMMING_QUEUE_RESOLUTION_MODE has DYNAMIC but not");
    assertError(findings, "trim-mode", "PACKET_TRIMMING_DSCP_RESOLUTION_MODE has FROM_TC but not");
  }

  @Test
  void trap3TrimmedPacketsKeepTheirLength() {
    assertWarning(
        findings(SonicFixture.before()), "trim-keeps-length", "sockets of the kernel discard");
    assertThat(
            findings(
                SonicFixture.plan(0, 6, 1, Optional.empty()),
                SonicFixture.before(),
                SonicFixture.CAPABLE))
        .noneMatch(finding -> finding.code().equals("trim-keeps-length"));
  }

  @Test
  void trap4TrimmingStaysInTheAsic() {
    assertWarning(findings(SonicFixture.before()), "trim-stays", "until config reload");
    ConfigDb already =
        SonicFixture.before().with("SWITCH_TRIMMING", "GLOBAL", Map.of("size", "206"));
    assertThat(findings(already)).noneMatch(finding -> finding.code().equals("trim-stays"));
  }

  @Test
  void trap4OnlyLossyEgressQueuesTrim() {
    for (String table : List.of("BUFFER_PG", "BUFFER_PORT_INGRESS_PROFILE_LIST")) {
      ConfigDb ingress =
          SonicFixture.before()
              .with(
                  table,
                  "Ethernet9|0",
                  Map.of(
                      table.equals("BUFFER_PG") ? "profile" : "profile_list",
                      "other,SMARTT_TRIM_50G_62500"));
      assertError(findings(ingress), "trim-not-at-ingress", table + "|Ethernet9|0 uses");
    }
  }

  @Test
  void trap5RedDropsWhatIsNotEcnCapable() {
    assertError(
        findings(
            SonicFixture.plan(
                0, 6, 0, Optional.of(new SwitchPlan.QosPlan.Trim(206, Optional.empty()))),
            SonicFixture.before(),
            SonicFixture.CAPABLE),
        "red-drops-others",
        "queue 0 would hold data and other traffic");
  }

  @Test
  void trap6LosslessQueuesAreLeftAlone() {
    assertError(
        findings(
            SonicFixture.plan(
                3, 6, 1, Optional.of(new SwitchPlan.QosPlan.Trim(206, Optional.empty()))),
            SonicFixture.before(),
            SonicFixture.CAPABLE),
        "lossless-queue",
        "queue 3 is lossless here (SONiC's templates");
    ConfigDb other =
        SonicFixture.before().with("PORT_QOS_MAP", "Ethernet8", Map.of("pfc_enable", "6"));
    assertError(findings(other), "lossless-queue", "PORT_QOS_MAP|Ethernet8 has pfc_enable for it");
  }

  @Test
  void trap7AnotherAsicIsSaid() {
    ConfigDb other =
        SonicFixture.before().with("DEVICE_METADATA", "localhost", Map.of("hwsku", "Mellanox-X"));
    assertWarning(findings(other), "not-trident-4", "hwsku 'Mellanox-X' is none of");
    for (String sku :
        List.of(
            "DellEMC-S5448F-P-48x100G",
            "DellEMC-Z9432f-O32",
            "Nokia-IXR7220-D4-36D",
            "Ufispace-S9300-32D",
            "Arista-7050DX4-32S-O32")) {
      ConfigDb known =
          SonicFixture.before().with("DEVICE_METADATA", "localhost", Map.of("hwsku", sku));
      assertThat(findings(known))
          .as(sku)
          .noneMatch(finding -> finding.code().equals("not-trident-4"));
    }
  }

  @Test
  void trap8SoftwareIsSaid() {
    ConfigDb vpp =
        SonicFixture.before()
            .with("DEVICE_METADATA", "localhost", Map.of("platform", "x86_64-kvm_x86_64-vpp"));
    assertWarning(findings(vpp), "vpp", "SONiC in software");
  }

  @Test
  void portsAndPoolsMustBeThere() {
    ConfigDb bare =
        SonicFixture.before()
            .without("PORT", "Ethernet1")
            .without("BUFFER_POOL", "egress_lossy_pool");
    assertError(findings(bare), "no-such-port", "no port Ethernet1; the switch has Ethernet0");
    ConfigDb none = SonicFixture.before();
    for (String port : none.keys("PORT")) {
      none = none.without("PORT", port);
    }
    assertError(findings(none), "no-ports", "has no table PORT");
    assertError(findings(bare), "no-such-pool", "config qos reload");
  }

  @Test
  void aSharedPoolHasTheSizeThatTheExperimentSays() {
    SwitchPlan plan = SonicFixture.sharing(0, new SwitchPlan.QosPlan.Shared(1 << 20, 0));
    assertError(
        findings(plan, SonicFixture.before(), SonicFixture.CAPABLE),
        "pool-size",
        "BUFFER_POOL|egress_lossy_pool is not said, but buffer.size is 1048576");
    assertError(findings(plan, pool("1048577"), SonicFixture.CAPABLE), "pool-size", "is 1048577");
    assertThat(findings(plan, pool("1048576"), SonicFixture.CAPABLE)).noneMatch(Finding::error);
  }

  private static ConfigDb pool(String size) {
    return SonicFixture.before()
        .with(
            "BUFFER_POOL",
            "egress_lossy_pool",
            Map.of("type", "egress", "mode", "dynamic", "size", size));
  }

  @Test
  void aPausingPortNeedsItsGroupAndTheMemory() {
    SwitchPlan plan = SonicFixture.pausing();
    ConfigDb fine = SonicFixture.withPools();
    assertThat(findings(plan, fine, SonicFixture.CAPABLE)).noneMatch(Finding::error);
    // Twice 62,500 B and the headroom of 30,000 B.
    for (String pool : List.of("ingress_lossless_pool", "egress_lossless_pool")) {
      for (String size : List.of("184999", "185000")) {
        ConfigDb small = fine.merged("BUFFER_POOL", pool, Map.of("size", size));
        assertThat(findings(plan, small, SonicFixture.CAPABLE))
            .as(pool + " " + size)
            .filteredOn(finding -> finding.code().equals("pause-memory"))
            .hasSize(size.equals("184999") ? 1 : 0);
      }
      assertError(
          findings(plan, fine.without("BUFFER_POOL", pool), SonicFixture.CAPABLE),
          "pause-memory",
          "185000 B with their headroom, but the size of BUFFER_POOL|" + pool + " is not there");
    }
    Map<String, String> lossy = Map.of("profile", "ingress_lossy_profile");
    for (String key : List.of("Ethernet0|1-3", "Ethernet1|2", "Ethernet9,Ethernet1|0-2")) {
      assertError(
          findings(plan, fine.with("BUFFER_PG", key, lossy), SonicFixture.CAPABLE),
          "group-taken",
          "BUFFER_PG|" + key + " has the priority group of Ethernet");
    }
    ConfigDb others = fine.with("BUFFER_PG", "Ethernet9|2", lossy);
    assertThat(findings(plan, others, SonicFixture.CAPABLE)).noneMatch(Finding::error);
    ConfigDb own = new ConfigPlanner(plan).desired(fine);
    assertThat(findings(plan, own, SonicFixture.CAPABLE)).noneMatch(Finding::error);
  }

  @Test
  void speedsMustBeSupported() {
    SwitchState slow =
        new SwitchState(
            true,
            SonicFixture.CAPABLE.capabilities(),
            Map.of("Ethernet0", List.of("100000", "400000")),
            Map.of());
    assertError(
        findings(SonicFixture.plan(), SonicFixture.before(), slow),
        "speed",
        "Ethernet0 cannot run at 50000 Mbps; its supported_speeds are 100000, 400000");
  }

  @Test
  void membersOfVlansAndBundlesHaveNoAddress() {
    ConfigDb vlan = SonicFixture.before().with("VLAN_MEMBER", "Vlan100|Ethernet0", Map.of());
    assertError(findings(vlan), "not-routed", "VLAN_MEMBER|Vlan100|Ethernet0 is in the way");
    ConfigDb shared = SonicFixture.before().with("QUEUE", "Ethernet0,Ethernet9|1", Map.of());
    assertError(findings(shared), "shared-key", "write one key a port first");
  }

  @Test
  void controlIsServedFirst() {
    assertError(
        findings(
            SonicFixture.plan(
                2, 1, 0, Optional.of(new SwitchPlan.QosPlan.Trim(206, Optional.empty()))),
            SonicFixture.before(),
            SonicFixture.CAPABLE),
        "queue-order",
        "queue 1 for control must have the highest number");
  }

  @Test
  void aMissingPortNamesThePlatformsBreakouts() {
    ConfigDb nokia =
        SonicFixture.before()
            .without("PORT", "Ethernet1")
            .merged(
                "DEVICE_METADATA", "localhost", Map.of("platform", "x86_64-nokia_ixr7220_d4-r0"));
    assertError(
        findings(nokia), "no-such-port", "1x400G, 4x100G, 1x100G, 4x25G, of which none is Nx50G");
    ConfigDb ufispace =
        nokia.merged(
            "DEVICE_METADATA", "localhost", Map.of("platform", "x86_64-ufispace_s9301_32d-r0"));
    assertError(findings(ufispace), "no-such-port", "config interface breakout PORT 8x50G");
  }

  @Test
  void aWatchdogIsStoppedByHandWhereSonicRefusesPatchesOfIt() {
    ConfigDb watched = SonicFixture.before().with("PFC_WD", "Ethernet0", Map.of("action", "drop"));
    assertError(findings(watched), "pfc-watchdog", "sudo pfcwd stop Ethernet0");
    ConfigDb nokia =
        watched.merged("DEVICE_METADATA", "localhost", Map.of("hwsku", "Nokia-IXR7220-D4-36D"));
    assertThat(findings(nokia)).noneMatch(finding -> finding.code().equals("pfc-watchdog"));
  }

  @Test
  void errorCorrectionIsWhatThePortCanDo() {
    SwitchState none =
        new SwitchState(
            true,
            SonicFixture.CAPABLE.capabilities(),
            Map.of(),
            Map.of("Ethernet0", List.of("none", "fc")));
    assertError(
        findings(SonicFixture.plan(), SonicFixture.before(), none),
        "fec",
        "Ethernet0 cannot have fec rs; its supported_fecs are none, fc");
    ConfigDb twoLanes = SonicFixture.before().merged("PORT", "Ethernet0", Map.of("lanes", "1,2"));
    assertThat(findings(SonicFixture.plan(), twoLanes, none))
        .noneMatch(finding -> finding.code().equals("fec"));
  }

  @Test
  void aTableOfProfilesIsNotAddedAsAWhole() {
    ConfigDb bare = SonicFixture.before().without("BUFFER_PROFILE", "egress_lossy_profile");
    assertError(findings(bare), "no-profiles", "config qos reload");
  }
}
