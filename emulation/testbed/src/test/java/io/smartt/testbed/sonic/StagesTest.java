package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.testbed.sonic.Stage.StageKind;
import io.smartt.testbed.sonic.change.Touched;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of {@link Stages}. */
class StagesTest {
  /** With interfaces, addresses and a neighbour of before. */
  private static final ConfigDb BEFORE =
      SonicFixture.before()
          .merged("PORT", "Ethernet0", Map.of("admin_status", "up"))
          .with("VRF", "Vrf_old", Map.of())
          .with("INTERFACE", "Ethernet0", Map.of("vrf_name", "Vrf_old"))
          .with("INTERFACE", "Ethernet0|10.1.0.0/31", Map.of())
          .with("NEIGH", "Ethernet0|10.1.0.1", Map.of("neigh", "02:00:00:00:00:09"))
          .with("STATIC_ROUTE", "Vrf_old|10.9.0.0/16", Map.of("nexthop", "10.1.0.1"));

  private static final ConfigDb AFTER = new ConfigPlanner(SonicFixture.plan()).desired(BEFORE);

  private static List<Stage> stages(ConfigDb from, ConfigDb to) {
    return Stages.between(from, to, LiveState.UNKNOWN);
  }

  private static List<StageKind> kinds(List<Stage> stages) {
    return stages.stream().map(Stage::kind).toList();
  }

  private static ConfigDb after(ConfigDb from, List<Stage> stages) {
    ConfigDb db = from;
    for (Stage stage : stages) {
      assertThat(stage.patch().isAbsentFrom(db)).as("%s follows", stage.kind()).isTrue();
      db = stage.patch().appliedTo(db);
      assertThat(new ConfigValidator(db).problems()).as("after %s", stage.kind()).isEmpty();
    }
    return db;
  }

  @Test
  void thereAndBackEndWhereTheyShould() {
    assertThat(after(BEFORE, stages(BEFORE, AFTER))).isEqualTo(AFTER);
    assertThat(after(AFTER, stages(AFTER, BEFORE))).isEqualTo(BEFORE);
  }

  @Test
  void everythingGoesOffBeforeAnythingComesOn() {
    assertThat(kinds(stages(BEFORE, AFTER)))
        .containsExactly(
            StageKind.NEIGHBOURS_OFF,
            StageKind.PORTS_DOWN,
            StageKind.ADDRESSES_OFF,
            StageKind.INTERFACES_OFF,
            StageKind.QUEUES_OFF,
            StageKind.MAPS_ON,
            StageKind.QUEUES_ON,
            StageKind.INTERFACES_ON,
            StageKind.ADDRESSES_ON,
            StageKind.NEIGHBOURS_ON);
  }

  @Test
  void nothingNeedsNoStage() {
    assertThat(stages(AFTER, AFTER)).isEmpty();
  }

  @Test
  void fromEachPointOnTheWayItGoesOnAndBack() {
    ConfigDb at = BEFORE;
    for (Stage stage : stages(BEFORE, AFTER)) {
      at = stage.patch().appliedTo(at);
      assertThat(after(at, stages(at, AFTER))).as("on from %s", stage.kind()).isEqualTo(AFTER);
      ConfigDb back = Touched.NOTHING.and(stages(BEFORE, AFTER)).as(BEFORE, at);
      assertThat(after(at, stages(at, back))).as("back from %s", stage.kind()).isEqualTo(BEFORE);
    }
  }

  @Test
  void anInterfaceIsRemovedBeforeItIsInAnotherVrf() {
    for (Stage stage : stages(BEFORE, AFTER)) {
      assertThat(stage.patch().changes())
          .filteredOn(change -> change.table().equals("INTERFACE"))
          .allMatch(change -> change.before().isEmpty() || change.after().isEmpty());
    }
    assertThat(stages(BEFORE, AFTER).get(3).effects())
        .containsExactly(new Stage.Effect.Unbound("Ethernet0"));
    assertThat(stages(BEFORE, AFTER).get(7).effects())
        .containsExactly(
            new Stage.Effect.Bound("Ethernet0", "Vrf_leaf1"),
            new Stage.Effect.Bound("Ethernet1", "Vrf_leaf1"));
  }

  @Test
  void aPortGoesDownForItsQueuesAndItsNeighboursComeAgain() {
    ConfigDb other = AFTER.with("QUEUE", "Ethernet0|1", Map.of("scheduler", "SMARTT_CONTROL"));
    assertThat(kinds(stages(AFTER, other)))
        .containsExactly(
            StageKind.NEIGHBOURS_OFF,
            StageKind.PORTS_DOWN,
            StageKind.QUEUES_OFF,
            StageKind.QUEUES_ON,
            StageKind.ADDRESSES_ON,
            StageKind.NEIGHBOURS_ON);
    assertThat(after(AFTER, stages(AFTER, other))).isEqualTo(other);
  }

  @Test
  void aProfileOfTheSameNameGoesWithItsUsersAndComesAgain() {
    ConfigDb other = AFTER.merged("BUFFER_PROFILE", "SMARTT_TRIM_50G_62500", Map.of("size", "1"));
    for (Stage stage : stages(AFTER, other)) {
      assertThat(stage.patch().changes())
          .filteredOn(change -> change.table().equals("BUFFER_PROFILE"))
          .allMatch(change -> change.before().isEmpty() || change.after().isEmpty());
    }
    assertThat(after(AFTER, stages(AFTER, other))).isEqualTo(other);
  }

  @Test
  void whatTheSwitchDidNotDoIsDoneAgain() {
    LiveState unbound = new LiveState(Set.of("Ethernet1"), Map.of("Ethernet1", ""), Set.of());
    List<Stage> stages = Stages.between(AFTER, AFTER, unbound);
    assertThat(kinds(stages)).contains(StageKind.INTERFACES_OFF, StageKind.INTERFACES_ON);
    assertThat(after(AFTER, stages)).isEqualTo(AFTER);

    LiveState forgetful =
        new LiveState(Set.of("Ethernet0"), Map.of("Ethernet0", "Vrf_leaf1"), Set.of());
    assertThat(kinds(Stages.between(AFTER, AFTER, forgetful)))
        .containsExactly(StageKind.NEIGHBOURS_OFF, StageKind.NEIGHBOURS_ON);
  }
}
