package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigPatch;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What SONiC does to a change that comes as one patch, and other traps, as the server of these
 * tests has them. docs/operate/trident4.md lists them with their places upstream.
 */
class SonicRulesTest {
  /** What the plan makes of the switch with the hosts. */
  private static ConfigDb planned = ConfigDb.parse("nothing", "{}");

  private final ConfigStore store =
      new ConfigStore(FactorySwitch.configDb("trident1"), FactorySwitch.STATE);
  private final ConfigDb before = ConfigDb.parse("before", store.text());

  @BeforeAll
  static void plan(@TempDir Path state) {
    try (StagedLab lab = StagedLab.leaves(state)) {
      lab.apply();
      planned = ConfigDb.parse("planned", lab.config().text());
    }
  }

  private ArrayNode onePatch() {
    return ConfigPatch.between(before, planned).toJson();
  }

  /** From what the store holds to another. */
  private void apply(ConfigDb to) {
    store.apply(ConfigPatch.between(ConfigDb.parse("now", store.text()), to).toJson());
  }

  @Test
  void onePatchTakesTheUpdaterLongerThanTheServerWaits() {
    assertThat(store.takes(onePatch())).isGreaterThan(Duration.ofMinutes(10));
  }

  @Test
  void onePatchLeavesInterfacesInTheirVrf() {
    store.apply(onePatch());
    assertThat(store.table("INTERFACE").path("Ethernet0").path("vrf_name").asText())
        .isEqualTo("Vrf_leaf1");
    assertThat(store.interfaceTable().path("Ethernet0").path("vrf").asText()).isEmpty();
  }

  @Test
  void onePatchLosesNeighboursOfPortsThatWereUp() {
    store.apply(onePatch());
    assertThat(store.table("NEIGH")).hasSize(16);
    // Every other port was up.
    assertThat(store.neighbourTable()).hasSize(8);
  }

  @Test
  void anInterfaceWithAddressesStaysWhereItIs() {
    apply(before.without("INTERFACE", "Ethernet0"));
    assertThat(store.interfaceTable().has("Ethernet0")).isTrue();
  }

  @Test
  void aNeighbourThatIsRemovedStaysUntilThePortIsDown() {
    apply(before.with("NEIGH", "Ethernet0|10.200.0.1", Map.of("neigh", "02:00:00:00:00:01")));
    assertThat(store.neighbourTable()).hasSize(1);
    apply(before);
    assertThat(store.neighbourTable()).hasSize(1);
    apply(before.merged("PORT", "Ethernet0", Map.of("admin_status", "down")));
    assertThat(store.neighbourTable()).isEmpty();
    apply(before);
    assertThat(store.neighbourTable()).isEmpty();
  }

  @Test
  void aProfileComesAndGoesButDoesNotChange() {
    Map<String, String> profile = Map.of("pool", "egress_lossy_pool", "size", "0");
    ConfigDb one = before.with("BUFFER_PROFILE", "a", profile);
    apply(one);
    assertThatThrownBy(() -> apply(one.merged("BUFFER_PROFILE", "a", Map.of("size", "1"))))
        .hasMessageContaining("Modification of BUFFER_PROFILE table is illegal")
        .hasMessageContaining("replace /BUFFER_PROFILE/a/size");
    apply(before);
    assertThat(ConfigDb.parse("now", store.text())).isEqualTo(before);
  }

  @Test
  void aProfileThatGoesWhileItsEqualComesIsMovedWhichIsRefused() {
    Map<String, String> profile = Map.of("pool", "egress_lossy_pool", "size", "0");
    apply(before.with("BUFFER_PROFILE", "a", profile));
    assertThatThrownBy(() -> apply(before.with("BUFFER_PROFILE", "b", profile)))
        .hasMessageContaining("move /BUFFER_PROFILE/b");
  }

  @Test
  void theWatchdogIsChangedOnKnownBoxesOnly() {
    Map<String, String> watchdog = Map.of("action", "drop", "detection_time", "400");
    assertThatThrownBy(() -> apply(before.with("PFC_WD", "Ethernet0", watchdog)))
        .hasMessageContaining("Modification of PFC_WD table is illegal");
    ConfigStore nokia =
        new ConfigStore(
            FactorySwitch.configDb("trident1", "Nokia-IXR7220-D4-36D"), FactorySwitch.STATE);
    ConfigDb first = ConfigDb.parse("nokia", nokia.text());
    nokia.apply(ConfigPatch.between(first, first.with("PFC_WD", "Ethernet0", watchdog)).toJson());
    assertThat(nokia.table("PFC_WD")).hasSize(1);
  }

  @Test
  void aPortHasTheSpeedsAndCorrectionsThatItSays() {
    assertThatThrownBy(() -> apply(before.merged("PORT", "Ethernet0", Map.of("speed", "25000"))))
        .hasMessageContaining("Modification of PORT table is illegal");
    assertThatThrownBy(() -> apply(before.merged("PORT", "Ethernet1", Map.of("fec", "fc"))))
        .hasMessageContaining("Modification of PORT table is illegal");
    apply(before.merged("PORT", "Ethernet1", Map.of("fec", "rs")));
  }
}
