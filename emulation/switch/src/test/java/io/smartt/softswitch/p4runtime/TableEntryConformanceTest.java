package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.delete;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.v1.Error;

/** Table entries, P4Runtime section 9.1. */
class TableEntryConformanceTest {
  private static final String DROP = " action { action { action_id: $drop } } ";
  private static final String NO_ACTION = " action { action { action_id: $NoAction } } ";

  private final ServerUnderTest server = ServerUnderTest.ready();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String acl(String match) {
    return "table_entry { table_id: $acl priority: 10 " + match + DROP + "}";
  }

  private static String exact(String rest) {
    return "table_entry { table_id: $exact match { field_id: 1 exact { value: '\\x01' } } "
        + rest
        + "}";
  }

  private static String key(String table, int key, String rest) {
    return "table_entry { table_id: $%s match { field_id: 1 exact { value: '\\x%02x' } } %s }"
        .formatted(table, key, rest);
  }

  @Test
  void everyMatchKindReadsBackAsWritten() {
    String entry =
        acl(
            "match { field_id: 1 ternary { value: '\\x0a' mask: '\\xff' } }"
                + " match { field_id: 2 range { low: '\\x50' high: '\\x01\\xbb' } }"
                + " match { field_id: 3 optional { value: '\\x2e' } }"
                + " match { field_id: 4 lpm { value: '\\x0a\\x00\\x00\\x00' prefix_len: 8 } }");
    server.write(insert(entry));

    assertThat(server.read("table_entry { table_id: $acl }")).containsExactly(entity(entry));
  }

  @Test
  void paddedBytesAreAcceptedAndReadBackShortest() {
    server.write(
        insert(
            "table_entry { table_id: $exact match { field_id: 1 exact { value:"
                + " '\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01' } } action { action { action_id:"
                + " $forward params { param_id: 1 value: '\\x00\\x02' } params { param_id: 2 value:"
                + " '\\x00' } } } }"));

    assertThat(server.read("table_entry { table_id: $exact }"))
        .containsExactly(
            entity(
                exact(
                    "action { action { action_id: $forward params { param_id: 1 value: '\\x02' }"
                        + " params { param_id: 2 value: '\\x00' } } }")));
  }

  @Test
  void anEntryOfDontCaresOnlyHasNoMatch() {
    server.write(insert(acl("")));

    assertThat(server.read("table_entry { table_id: $acl }").getFirst().getTableEntry())
        .satisfies(entry -> assertThat(entry.getMatchList()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match { field_id: 1 ternary { value: '\\x00' mask: '\\x00' } }",
        "match { field_id: 2 range { low: '\\x00' high: '\\xff\\xff' } }",
        "match { field_id: 4 lpm { value: '\\x00' prefix_len: 0 } }",
        "match { field_id: 1 ternary { value: '\\x0b' mask: '\\x0a' } }",
        "match { field_id: 2 range { low: '\\x02' high: '\\x01' } }",
        "match { field_id: 4 lpm { value: '\\x0a\\x00\\x00\\x01' prefix_len: 8 } }",
        "match { field_id: 4 lpm { value: '\\x0a' prefix_len: 33 } }",
        "match { field_id: 4 lpm { value: '\\x0a' prefix_len: -1 } }",
        "match { field_id: 9 lpm { value: '\\x0a' prefix_len: 8 } }",
        "match { field_id: 4 exact { value: '\\x0a' } }",
        "match { field_id: 4 }",
        "match { field_id: 3 optional { value: '\\x01' } } match { field_id: 3 optional { value:"
            + " '\\x01' } }"
      })
  void aMatchThatBreaksItsKindsRuleIsInvalid(String match) {
    assertThat(errorCode(server.refused(insert(acl(match)))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void anExactFieldMayNotBeLeftOut() {
    Error error = server.refused(insert("table_entry { table_id: $exact " + DROP + "}"));

    assertThat(errorCode(error)).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(error.getMessage())
        .isEqualTo(
            "table 'ingress.exact': field 'hdr.ethernet.dst' is missing; an exact field must be"
                + " given");
  }

  @Test
  void aValueThatIsTooWideIsOutOfRange() {
    Error error =
        server.refused(insert(acl("match { field_id: 3 optional { value: '\\x01\\x00' } }")));

    assertThat(errorCode(error)).isEqualTo(Status.Code.OUT_OF_RANGE);
    assertThat(error.getMessage())
        .isEqualTo(
            "table 'ingress.acl': field 'hdr.ipv4.tos' value 0x100 needs 9 bits, the field has 8");
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void ternaryRangeAndOptionalTablesNeedAPriority(int priority) {
    Error error =
        server.refused(insert("table_entry { table_id: $acl priority: " + priority + DROP + "}"));

    assertThat(errorCode(error)).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(error.getMessage())
        .isEqualTo(
            "table 'ingress.acl' has ternary, range or optional fields: priority %d must be above 0"
                .formatted(priority));
  }

  @Test
  void exactAndLpmTablesTakeNoPriority() {
    assertThat(errorCode(server.refused(insert(exact("priority: 1" + DROP)))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void oneMatchMayStandAtSeveralPriorities() {
    server.write(
        insert("table_entry { table_id: $acl priority: 1" + DROP + "}"),
        insert("table_entry { table_id: $acl priority: 2" + DROP + "}"));
    server.write(delete("table_entry { table_id: $acl priority: 1 }"));

    assertThat(server.read("table_entry { table_id: $acl }")).hasSize(1);
  }

  @Test
  void aKeylessTableTakesNoEntries() {
    assertThat(
            errorCode(server.refused(insert("table_entry { table_id: $keyless" + NO_ACTION + "}"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void anUnknownTableIsInvalidAndTheTablesAreListed() {
    Error error = server.refused(insert("table_entry { table_id: 5 }"));

    assertThat(errorCode(error)).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(error.getMessage())
        .startsWith("no table has id 0x00000005; the program has 'ingress.exact' (0x02000001)");
  }

  @Test
  void isConstIsNotForControllersToSet() {
    assertThat(errorCode(server.refused(insert(exact("is_const: true" + DROP)))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void anInsertNeedsAnAction() {
    assertThat(errorCode(server.refused(insert(exact("")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aModifyWithoutActionKeepsIt() {
    server.write(insert(exact(DROP)));
    server.write(modify(exact("metadata: 'm'")));

    assertThat(server.read("table_entry { table_id: $exact }"))
        .containsExactly(entity(exact(DROP + "metadata: 'm'")));
  }

  @Test
  void anActionOfAnotherTableIsInvalidAndNamed() {
    Error error = server.refused(insert(acl("").replace("$drop", "$set_mark")));

    assertThat(errorCode(error)).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(error.getMessage())
        .isEqualTo(
            "table 'ingress.acl': action 'ingress.set_mark' is none of its actions; accepted are"
                + " 'ingress.forward' (0x01000001), 'ingress.drop' (0x01000002), 'NoAction'"
                + " (0x01000003)");
  }

  @Test
  void anActionOutOfItsScopeIsDenied() {
    Error inEntry = server.refused(insert(exact(NO_ACTION)));
    Error asDefault =
        server.refused(
            modify("table_entry { table_id: $exact is_default_action: true" + DROP + "}"));

    assertThat(errorCode(inEntry)).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(inEntry.getMessage())
        .isEqualTo("table 'ingress.exact': action 'NoAction' may only be used as default action");
    assertThat(errorCode(asDefault)).isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "params { param_id: 1 value: '\\x01' }",
        "params { param_id: 1 value: '\\x01' } params { param_id: 2 value: '\\x01' } params {"
            + " param_id: 3 value: '\\x01' }",
        "params { param_id: 1 value: '\\x01' } params { param_id: 1 value: '\\x01' } params {"
            + " param_id: 2 value: '\\x01' }"
      })
  void parametersMustBeExactlyThoseOfTheAction(String params) {
    assertThat(
            errorCode(
                server.refused(
                    insert(exact("action { action { action_id: $forward " + params + " } }")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aParameterThatIsTooWideNamesActionAndParameter() {
    Error error =
        server.refused(
            insert(
                exact(
                    "action { action { action_id: $forward params { param_id: 1 value: '\\x02\\x00'"
                        + " } params { param_id: 2 value: '\\x01' } } }")));

    assertThat(errorCode(error)).isEqualTo(Status.Code.OUT_OF_RANGE);
    assertThat(error.getMessage())
        .isEqualTo(
            "table 'ingress.exact': action 'ingress.forward': parameter 'port' value 0x200 needs 10"
                + " bits, the parameter has 9");
  }

  @Test
  void theDefaultEntryIsModifiedAndReset() {
    String marked =
        "table_entry { table_id: $keyless is_default_action: true metadata: 'm' action { action {"
            + " action_id: $set_mark params { param_id: 1 value: '\\x05' } } } }";
    server.write(modify(marked));
    assertThat(server.read("table_entry { table_id: $keyless is_default_action: true }"))
        .containsExactly(entity(marked));

    server.write(modify("table_entry { table_id: $keyless is_default_action: true }"));
    assertThat(server.read("table_entry { table_id: $keyless is_default_action: true }"))
        .containsExactly(
            entity(
                "table_entry { table_id: $keyless is_default_action: true action { action {"
                    + " action_id: $set_mark params { param_id: 1 value: '\\x00' } } } }"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "priority: 1",
        "match { field_id: 1 exact { value: '\\x01' } }",
        "idle_timeout_ns: 1",
        "time_since_last_hit { }"
      })
  void theDefaultEntryHasNoKeyAndNoTimeout(String part) {
    assertThat(
            errorCode(
                server.refused(
                    modify(
                        "table_entry { table_id: $exact is_default_action: true "
                            + part
                            + NO_ACTION
                            + "}"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void theDefaultEntryIsNeitherInsertedNorDeleted() {
    String entry = "table_entry { table_id: $exact is_default_action: true" + NO_ACTION + "}";

    assertThat(errorCode(server.refused(insert(entry)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(errorCode(server.refused(delete(entry)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aConstantDefaultActionIsDenied() {
    Error error =
        server.refused(
            modify("table_entry { table_id: $constant is_default_action: true" + NO_ACTION + "}"));

    assertThat(errorCode(error)).isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void theDefaultEntryOfAnIndirectTableIsTheProgramsAlone() {
    assertThat(
            errorCode(
                server.refused(
                    modify(
                        "table_entry { table_id: $indirect is_default_action: true" + DROP + "}"))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void aConstantTableIsDeniedButForItsDirectResources() {
    assertThat(errorCode(server.refused(insert(key("constant", 5, NO_ACTION)))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(errorCode(server.refused(delete(key("constant", 1, "")))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(errorCode(server.refused(modify(key("constant", 1, NO_ACTION)))))
        .as("even the action that it has")
        .isEqualTo(Status.Code.PERMISSION_DENIED);

    server.write(modify(key("constant", 1, "counter_data { packet_count: 3 byte_count: 4 }")));
    assertThat(server.read("table_entry { table_id: $constant counter_data { } }").getFirst())
        .isEqualTo(
            entity(
                key(
                    "constant",
                    1,
                    NO_ACTION + "is_const: true counter_data { packet_count: 3 byte_count: 4 }")));
  }

  @Test
  void aPreinitialisedTableProtectsItsConstantEntriesOnly() {
    assertThat(errorCode(server.refused(modify(key("initial", 1, NO_ACTION)))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(errorCode(server.refused(delete(key("initial", 1, "")))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);

    server.write(delete(key("initial", 2, "")), insert(key("initial", 3, NO_ACTION)));
    assertThat(server.read("table_entry { table_id: $initial }"))
        .containsExactly(
            entity(key("initial", 1, NO_ACTION + "is_const: true")),
            entity(key("initial", 3, NO_ACTION)));
  }

  @Test
  void anUnsetCounterIsZeroOnInsertAndKeptOnModify() {
    server.write(insert(acl("counter_data { packet_count: 5 byte_count: 500 }")));
    server.write(modify(acl("metadata: 'x'")));
    assertThat(counter()).contains(new PacketByteCount(5, 500));

    server.write(modify(acl("counter_data { }")));
    assertThat(counter()).contains(PacketByteCount.ZERO);
  }

  private Optional<PacketByteCount> counter() {
    FakePipeline pipeline = server.device.active();
    return pipeline.entries("ingress.acl").stream().map(pipeline::directCounter).findFirst();
  }

  @Test
  void whatABatchSetOnAnEntryThatItRemovesIsGone() {
    String entry = acl("counter_data { packet_count: 5 } meter_config { cir: 1 pir: 2 }");
    server.write(insert(entry), delete(entry), insert(acl("")));

    assertThat(counter()).contains(PacketByteCount.ZERO);
    assertThat(server.device.active().applied.getLast())
        .extracting(change -> change.getClass().getSimpleName())
        .containsExactly(
            "PutEntry", "WriteDirectCounter", "ConfigureDirectMeter", "RemoveEntry", "PutEntry");
  }

  @Test
  void counterDataOfATableWithoutCounterIsInvalid() {
    assertThat(errorCode(server.refused(insert(exact(DROP + "counter_data { }")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void anUnsetMeterConfigOnModifyGoesBackToGreen() {
    server.write(insert(acl("meter_config { cir: 1 cburst: 2 pir: 3 pburst: 4 }")));
    assertThat(
            server
                .read("table_entry { table_id: $acl meter_config { } }")
                .getFirst()
                .getTableEntry()
                .getMeterConfig())
        .isEqualTo(
            entity("table_entry { meter_config { cir: 1 cburst: 2 pir: 3 pburst: 4 } }")
                .getTableEntry()
                .getMeterConfig());
    assertThat(server.device.active().meters)
        .containsEntry("ingress.acl", Optional.of(new PipelineControl.MeterConfig(1, 2, 3, 4, 0)));

    server.write(modify(acl("")));
    assertThat(
            server
                .read("table_entry { table_id: $acl meter_config { } }")
                .getFirst()
                .getTableEntry()
                .hasMeterConfig())
        .isFalse();
    assertThat(server.device.active().meters).containsEntry("ingress.acl", Optional.empty());
  }

  @Test
  void directResourcesAreReadOnlyWhenAskedFor() {
    server.write(insert(acl("counter_data { packet_count: 1 } meter_config { cir: 1 pir: 1 }")));
    org.p4.v1.TableEntry entry =
        server.read("table_entry { table_id: $acl }").getFirst().getTableEntry();

    assertThat(entry.hasCounterData()).isFalse();
    assertThat(entry.hasMeterConfig()).isFalse();
    assertThat(entry.hasTimeSinceLastHit()).isFalse();
  }

  @Test
  void anIdleTimeoutIsKeptWhereTheTableHasIt() {
    server.write(insert(acl("idle_timeout_ns: 5000000")));

    assertThat(server.device.active().entries("ingress.acl"))
        .extracting(TableEntry::idleTimeoutNs)
        .containsExactly(5_000_000L);
    assertThat(server.read("table_entry { table_id: $acl time_since_last_hit { } }").getFirst())
        .isEqualTo(entity(acl("idle_timeout_ns: 5000000 time_since_last_hit { elapsed_ns: 77 }")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"idle_timeout_ns: 1", "time_since_last_hit { }"})
  void anIdleTimeoutIsInvalidWhereTheTableHasNone(String part) {
    assertThat(errorCode(server.refused(insert(exact(DROP + part)))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void timeSinceLastHitCannotBeWritten() {
    assertThat(errorCode(server.refused(insert(acl("time_since_last_hit { }")))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void opaqueMetadataOfAnyBytesReadsBack() {
    String entry =
        exact(DROP + "metadata: '\\x00\\xff\\x80\\xc3' controller_metadata: 18446744073709551615");
    server.write(insert(entry));

    assertThat(server.read("table_entry { table_id: $exact }")).containsExactly(entity(entry));
  }

  @Test
  void argumentsReachThePipelineInDeclarationOrder() {
    server.write(
        insert(
            exact(
                "action { action { action_id: $forward params { param_id: 2 value: '\\x07' } params"
                    + " { param_id: 1 value: '\\x03' } } }")));

    assertThat(server.device.active().entries("ingress.exact"))
        .extracting(TableEntry::target)
        .containsExactly(
            new EntryTarget.ActionCall(
                "ingress.forward",
                List.of(
                    io.smartt.p4.pipeline.Bits.of(3, 9), io.smartt.p4.pipeline.Bits.of(7, 48))));
  }
}
