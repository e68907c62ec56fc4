package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.delete;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.v1.Error;

/** Action profile members, groups and one-shots, P4Runtime section 9.2. */
class ActionProfileConformanceTest {
  private static final String DROP = "action { action_id: $drop }";

  private final ServerUnderTest server = ServerUnderTest.ready();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String member(int id) {
    return "action_profile_member { action_profile_id: $ecmp member_id: %d %s }"
        .formatted(id, DROP);
  }

  private static String group(int id, String members) {
    return "action_profile_group { action_profile_id: $ecmp group_id: %d max_size: 4 %s }"
        .formatted(id, members);
  }

  private static String of(int member, int weight) {
    return "members { member_id: %d weight: %d } ".formatted(member, weight);
  }

  private static String route(String action) {
    return "table_entry { table_id: $routes match { field_id: 1 lpm { value: '\\x0a\\x00\\x00\\x00'"
        + " prefix_len: 8 } } action { "
        + action
        + " } }";
  }

  private static String shot(int port, int weight, String rest) {
    return "action_profile_actions { action { action_id: $forward params { param_id: 1 value: '\\x%02x' } params { param_id: 2 value: '\\x00' } } weight: %d %s } "
        .formatted(port, weight, rest);
  }

  private static String oneShot(String shots) {
    return route("action_profile_action_set { " + shots + " }");
  }

  private Status.Code refused(org.p4.v1.Update update) {
    return errorCode(server.refused(update));
  }

  @Test
  void membersAndGroupsReadBackAsWritten() {
    server.write(insert(member(1)), insert(member(2)));
    server.write(insert(group(1, of(1, 1) + of(2, 3))));

    assertThat(server.read("action_profile_member { action_profile_id: $ecmp }"))
        .containsExactly(entity(member(1)), entity(member(2)));
    assertThat(server.read("action_profile_group { }"))
        .containsExactly(entity(group(1, of(1, 1) + of(2, 3))));
    assertThat(server.device.active().groups("ingress.ecmp"))
        .isEqualTo(Map.of(1, List.of(new WeightedMember(1, 1), new WeightedMember(2, 3))));
  }

  @Test
  void memberErrors() {
    server.write(insert(member(1)));

    assertThat(refused(insert(member(1)))).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(refused(modify(member(2)))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(delete(member(2)))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(insert(member(0)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(member(3).replace(DROP, ""))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(modify(member(1).replace(DROP, ""))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(member(3).replace("$drop", "$NoAction"))))
        .as("default only")
        .isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void aFullProfileIsExhausted() {
    String of = "action_profile_member { action_profile_id: $profile member_id: %d " + DROP + " }";
    server.write(insert(of.formatted(1)), insert(of.formatted(2)));
    Error error = server.refused(insert(of.formatted(3)));

    assertThat(errorCode(error)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(error.getMessage())
        .isEqualTo("action profile 'ingress.profile' is full with 2 members");
  }

  @Test
  void aMemberInUseIsNotDeleted() {
    server.write(insert(member(1)), insert(member(2)), insert(group(1, of(1, 1))));
    server.write(insert(route("action_profile_member_id: 2")));

    assertThat(refused(delete(member(1)))).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(refused(delete(member(2)))).isEqualTo(Status.Code.FAILED_PRECONDITION);
    server.write(modify(group(1, "")), delete(route("action_profile_member_id: 2")));
    server.write(delete(member(1)), delete(member(2)));
    assertThat(server.device.active().members("ingress.ecmp")).isEmpty();
  }

  @Test
  void deletingAMemberOrGroupLooksAtItsIdOnly() {
    server.write(insert(member(1)), insert(group(1, "")));
    server.write(delete(group(1, of(77, -1))), delete(member(1).replace("$drop", "99")));

    assertThat(server.read("action_profile_member { }", "action_profile_group { }")).isEmpty();
  }

  @Test
  void aGroupInUseIsNotDeleted() {
    server.write(insert(group(1, "")), insert(route("action_profile_group_id: 1")));

    Error error = server.refused(delete(group(1, "")));
    assertThat(errorCode(error)).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(error.getMessage())
        .isEqualTo(
            "action selector 'ingress.ecmp': group 1 is used by 1 entries; change them first");
    server.write(delete(route("")), delete(group(1, "")));
  }

  @Test
  void groupErrors() {
    server.write(insert(member(1)), insert(group(1, of(1, 1))));

    assertThat(refused(insert(group(1, "")))).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(refused(modify(group(2, "")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(delete(group(2, "")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(insert(group(0, "")))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(group(2, of(9, 1))))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(insert(group(2, of(1, 0))))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(group(2, of(1, 1) + of(1, 1)))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(group(2, of(1, 5))))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refused(insert(group(2, "").replace("$ecmp", "$profile"))))
        .as("no selector")
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void maxSizeIsBoundByTheProgramAndFixedAtInsert() {
    assertThat(refused(insert(group(1, "").replace("max_size: 4", "max_size: 9"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    server.write(insert(group(1, "")));
    assertThat(refused(modify(group(1, "").replace("max_size: 4", "max_size: 5"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void unsetMaxSizeIsTheProgramsUnlessTheLetterIsWanted() {
    String unset = group(1, "").replace("max_size: 4", "");
    try (ServerUnderTest strict = new ServerUnderTest(P4RuntimeSettings.strictly())) {
      strict.primary();
      strict.commit(ConformanceProgram.CONFIG);
      assertThat(errorCode(strict.refused(insert(unset)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
    server.write(insert(unset));
    server.write(insert(member(1)), insert(member(2)));
    assertThat(refused(modify(group(1, of(1, 5) + of(2, 5)).replace("max_size: 4", ""))))
        .as("more than the program's largest group")
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    server.write(modify(unset), insert(group(2, "")));
    server.write(modify(group(2, of(1, 1)).replace("max_size: 4", "")));
    assertThat(server.read("action_profile_group { action_profile_id: $ecmp group_id: 2 }"))
        .as("unset leaves it as it was")
        .containsExactly(entity(group(2, of(1, 1))));
  }

  @Test
  void theSelectorsSizeBoundsAllGroupsTogether() {
    server.write(insert(member(1)));
    for (int id = 1; id <= 4; id++) {
      server.write(insert(group(id, of(1, 4))));
    }

    assertThat(refused(insert(group(5, of(1, 1))))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    server.write(modify(group(4, of(1, 3))), insert(group(5, of(1, 1))));
  }

  @Test
  void memberAndGroupIdsAreInScopesOfTheirOwn() {
    server.write(insert(member(5)), insert(group(5, of(5, 1))));

    assertThat(server.device.active().members("ingress.ecmp")).containsOnlyKeys(5);
    assertThat(server.device.active().groups("ingress.ecmp")).containsOnlyKeys(5);
  }

  @Test
  void anEntryMustReferToWhatExists() {
    assertThat(refused(insert(route("action_profile_member_id: 1"))))
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(insert(route("action_profile_group_id: 1"))))
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void theActionMustFitTheTablesImplementation() {
    String indirect =
        "table_entry { table_id: $indirect match { field_id: 1 exact { value: '\\x01' } } action {"
            + " %s } }";

    assertThat(
            refused(
                insert(
                    "table_entry { table_id: $exact match { field_id: 1 exact { value: '\\x01' } }"
                        + " action { action_profile_member_id: 1 } }")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(indirect.formatted(DROP)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(indirect.formatted("action_profile_group_id: 1"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(indirect.formatted("action_profile_action_set { }"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aOneShotReadsBackAsWrittenAndItsMembersAreNotShown() {
    String entry = oneShot(shot(1, 1, "") + shot(1, 2, "") + shot(3, 3, "watch_port: '\\x03'"));
    server.write(insert(entry));

    assertThat(server.read("table_entry { table_id: $routes }")).containsExactly(entity(entry));
    assertThat(server.read(entry)).as("named by the whole of it").containsExactly(entity(entry));
    assertThat(server.read("action_profile_member { }", "action_profile_group { }")).isEmpty();
    assertThat(server.device.active().members("ingress.ecmp")).hasSize(3);
    assertThat(server.device.active().groups("ingress.ecmp").values())
        .singleElement()
        .satisfies(members ->
            assertThat(members).extracting(WeightedMember::weight).containsExactly(1, 2, 3));
    assertThat(server.device.active().entries("ingress.routes"))
        .singleElement()
        .satisfies(e -> assertThat(e.target()).isInstanceOf(EntryTarget.Group.class));
  }

  @Test
  void changingAndDeletingAOneShotLeavesNothingBehind() {
    server.write(insert(oneShot(shot(1, 1, "") + shot(2, 1, ""))));
    server.write(modify(oneShot(shot(4, 1, ""))));
    assertThat(server.device.active().members("ingress.ecmp")).hasSize(1);
    assertThat(server.device.active().groups("ingress.ecmp")).hasSize(1);

    server.write(delete(route("")));
    assertThat(server.device.active().members("ingress.ecmp")).isEmpty();
    assertThat(server.device.active().groups("ingress.ecmp")).isEmpty();
    server.write(insert(member(1)));
  }

  @Test
  void aOneShotThatFillsTheSelectorCanBeReplacedByOneOfItsSize() {
    String second = oneShot(shot(1, 8, "")).replace("\\x0a\\x00", "\\x0b\\x00");
    server.write(insert(oneShot(shot(1, 8, ""))), insert(second));

    server.write(modify(oneShot(shot(2, 8, ""))));

    assertThat(server.read("table_entry { table_id: $routes }"))
        .containsExactlyInAnyOrder(entity(oneShot(shot(2, 8, ""))), entity(second));
  }

  @Test
  void oneShotsAndGroupsAreNotMixed() {
    server.write(insert(member(1)));
    assertThat(refused(insert(oneShot(shot(1, 1, ""))))).isEqualTo(Status.Code.INVALID_ARGUMENT);

    server.write(delete(member(1)), insert(oneShot(shot(1, 1, ""))));
    assertThat(refused(insert(member(1)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(group(1, "")))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aRefusedOneShotLeavesNothingBehind() {
    assertThat(refused(insert(oneShot(shot(1, 1, "") + shot(1, 0, "")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);

    server.write(insert(member(1)));
    assertThat(server.device.active().members("ingress.ecmp")).containsOnlyKeys(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 9})
  void aOneShotsWeightIsFromOneToTheGroupSize(int weight) {
    assertThat(refused(insert(oneShot(shot(1, weight, "")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void sizesCountMembersWhereTheSelectorSaysSo() {
    String entry =
        "table_entry { table_id: $weighted match { field_id: 1 exact { value: '\\x01' } } action {"
            + " action_profile_action_set { %s } } }";

    server.write(insert(entry.formatted(shot(1, 10, "") + shot(2, 10, ""))));
    assertThat(refused(modify(entry.formatted(shot(1, 11, "")))))
        .as("max_member_weight is 10")
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(modify(entry.formatted(shot(1, 1, "") + shot(2, 1, "") + shot(3, 1, "")))))
        .as("max_group_size is 2")
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(
            refused(
                modify(
                    entry
                        .formatted(shot(1, 2, "") + "size_semantics: SUM_OF_WEIGHTS")
                        .replace("weight: 2", "weight: 3"))))
        .as("overridden: weights count")
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aWeightThatTheDataPlaneCannotHoldIsExhausted() {
    assertThat(
            refused(
                insert(
                    oneShot(shot(1, 65536, ""))
                        .replace("$routes", "$weighted")
                        .replace(
                            "lpm { value: '\\x0a\\x00\\x00\\x00' prefix_len: 8 }",
                            "exact { value: '\\x01' }"))))
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  @Test
  void weightsMayBeDisallowed() {
    String entry =
        "table_entry { table_id: $unweighted match { field_id: 1 exact { value: '\\x01' } } action"
            + " { action_profile_action_set { %s } } }";

    assertThat(refused(insert(entry.formatted(shot(1, 1, "")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    server.write(insert(entry.formatted(shot(1, 0, "") + shot(2, 0, ""))));
    assertThat(
            server.device.active().groups("ingress.unweighted_selector").values().iterator().next())
        .extracting(WeightedMember::weight)
        .containsExactly(1, 1);
  }

  @Test
  void theSelectionModeIsTheSelectorsOwn() {
    server.write(insert(oneShot(shot(1, 1, "") + "action_selection_mode: HASH")));
    assertThat(refused(modify(oneShot(shot(1, 1, "") + "action_selection_mode: RANDOM"))))
        .isEqualTo(Status.Code.UNIMPLEMENTED);
  }

  @Test
  void aWatchedPortMustExist() {
    assertThat(refused(insert(oneShot(shot(1, 1, "watch_port: '\\x63'")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    server.write(insert(member(1)));
    assertThat(refused(insert(group(1, "members { member_id: 1 weight: 1 watch_port: '\\x63' }"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aMemberIsLeftOutWhileItsWatchedPortIsDown() {
    server.write(insert(member(1)), insert(member(2)));
    server.write(
        insert(group(1, of(1, 1) + "members { member_id: 2 weight: 1 watch_port: '\\x03' }")));

    server.device.downPorts.add(3);
    server.device.events().portChanged(3);
    assertThat(server.device.active().groups("ingress.ecmp").get(1))
        .containsExactly(new WeightedMember(1, 1));
    assertThat(
            server
                .read("action_profile_group { }")
                .getFirst()
                .getActionProfileGroup()
                .getMembersCount())
        .as("what was written stays")
        .isEqualTo(2);

    server.device.downPorts.clear();
    server.device.events().portChanged(3);
    assertThat(server.device.active().groups("ingress.ecmp").get(1)).hasSize(2);
  }

  @Test
  void aOneShotsActionIsLeftOutWhileItsWatchedPortIsDown() {
    server.device.downPorts.add(3);
    server.write(insert(oneShot(shot(1, 1, "") + shot(3, 1, "watch_port: '\\x03'"))));
    assertThat(server.device.active().groups("ingress.ecmp").values().iterator().next()).hasSize(1);

    server.device.downPorts.clear();
    server.device.events().portChanged(3);
    assertThat(server.device.active().groups("ingress.ecmp").values().iterator().next()).hasSize(2);
  }
}
