package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.p4runtime.RealSwitch.Sent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.p4.config.v1.Action;
import org.p4.config.v1.ControllerPacketMetadata;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.Table;
import org.p4.v1.Entity;
import org.p4.v1.PacketIn;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/**
 * {@code features.p4} as if ports were {@code port_id_t} and operations {@code op_t}, both
 * translated to strings: what p4c would write into its P4Info then.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SdnTranslationTest {
  private final RealSwitch sw = new RealSwitch(DropPort.DEFAULT, translated(), Map.of(4, "eth4"));

  @AfterEach
  void stop() {
    sw.close();
  }

  private static P4Info translated() {
    P4Info.Builder info = RealSwitch.p4Info().toBuilder();
    for (Table.Builder table : info.getTablesBuilderList()) {
      table.getMatchFieldsBuilderList().stream()
          .filter(field -> field.getName().equals("hdr.operation.code"))
          .forEach(field -> field.clearBitwidth().getTypeNameBuilder().setName("op_t"));
    }
    for (Action.Builder action : info.getActionsBuilderList()) {
      action.getParamsBuilderList().stream()
          .filter(param -> param.getName().equals("port"))
          .forEach(param -> param.clearBitwidth().getTypeNameBuilder().setName("port_id_t"));
    }
    for (ControllerPacketMetadata.Builder header : info.getControllerPacketMetadataBuilderList()) {
      header.getMetadataBuilderList().stream()
          .filter(field -> field.getName().endsWith("gress_port"))
          .forEach(field -> field.clearBitwidth().getTypeNameBuilder().setName("port_id_t"));
    }
    P4Info.Builder types = P4Info.newBuilder();
    merge(
        """
        type_info {
          structs { key: "learned_t" value {
            members { name: "argument" type_spec { bitstring { bit { bitwidth: 8 } } } }
            members { name: "port" type_spec { new_type { name: "port_id_t" } } } } }
          new_types { key: "port_id_t" value { translated_type { sdn_string { } } } }
          new_types { key: "op_t" value { translated_type { sdn_string { } }
            annotations: "@p4runtime_translation_mappings({ { \\"seven\\" , 7 } , { \\"\\" , 0x0 } , })" } }
        }
        """,
        types);
    return info.setTypeInfo(types.getTypeInfo()).build();
  }

  private static void merge(String text, com.google.protobuf.Message.Builder into) {
    try {
      TextFormat.merge(text, into);
    } catch (TextFormat.ParseException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static String entry(String operation, String action, String port) {
    return ("table_entry { table_id: $MyIngress.operations match { field_id: 1 exact { value:"
            + " \"%s\" } } action { action { action_id: $MyIngress.%s params { param_id: 1"
            + " value: \"%s\" } } } }")
        .formatted(operation, action, port);
  }

  private List<String> operations() {
    return sw.read("table_entry { table_id: $MyIngress.operations }").stream()
        .map(Entity::getTableEntry)
        .map(SdnTranslationTest::text)
        .toList();
  }

  private static String text(TableEntry entry) {
    return entry.getMatch(0).getExact().getValue().toStringUtf8()
        + "->"
        + entry.getAction().getAction().getParams(0).getValue().toStringUtf8();
  }

  private static void assertRefused(Runnable call, Status.Code code, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              Any detail =
                  Optional.ofNullable(StatusProto.fromThrowable(e)).orElseThrow().getDetails(0);
              org.p4.v1.Error error = error(detail);
              assertThat(error.getMessage()).contains(message);
              assertThat(error.getCanonicalCode()).isEqualTo(code.value());
            });
  }

  private static org.p4.v1.Error error(Any detail) {
    try {
      return detail.unpack(org.p4.v1.Error.class);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void namesGetValuesAndReadBack() {
    sw.insert(entry("first", "forward", "3"));
    sw.insert(entry("second", "forward", "eth4"));
    sw.insert(entry("seven", "forward", "0"));
    sw.insert(entry("", "forward", "1"));

    assertThat(operations())
        .containsExactly("240->2", "first->3", "second->eth4", "seven->0", "->1");
    assertThat(sw.send(1, "010000000000ff")).containsExactly(new Sent(3, "010000000000ff"));
    assertThat(sw.send(1, "020000000000ff")).containsExactly(new Sent(4, "020000000000ff"));
    assertThat(sw.send(1, "070000000000ff"))
        .as("pinned")
        .containsExactly(new Sent(0, "070000000000ff"));
    assertThat(sw.send(2, "000000000000ff"))
        .as("pinned")
        .containsExactly(new Sent(1, "000000000000ff"));
  }

  @Test
  void theControllerOfThisProjectWritesAndReadsThem() {
    P4InfoIndex info = P4InfoIndex.of(translated());
    try (P4RuntimeClient client = sw.client()) {
      ProgrammedSwitch programmed = new ProgrammedSwitch(client, info);
      P4Entity.Entry entry =
          EntryBuilder.of(info, "operations")
              .exact("code", FieldValue.named("first"))
              .action("forward", Map.of("port", FieldValue.named("eth4")))
              .entry();

      programmed.write(Update.Type.INSERT, List.of(entry));

      assertThat(operations()).containsExactly("240->2", "first->eth4");
      assertThat(programmed.entries("operations")).contains(entry.entry()).hasSize(2);
      assertThatThrownBy(() -> programmed.write(Update.Type.INSERT, List.of(entry)))
          .hasMessageContaining("code='first'] -> MyIngress.forward(port='eth4')");
      programmed.write(Update.Type.DELETE, List.of(entry));
      assertThat(operations()).containsExactly("240->2");
    }
  }

  @Test
  void modifiesReadsAndDeletesFindTheName() {
    sw.insert(entry("first", "forward", "3"));
    sw.modify(entry("first", "forward", "2"));

    String wanted =
        "table_entry { table_id: $MyIngress.operations match { field_id: 1 exact { value: \"%s\" }"
            + " } }";
    assertThat(sw.read(wanted.formatted("first"))).hasSize(1);
    assertThat(sw.read(wanted.formatted("other"))).isEmpty();
    assertRefused(
        () -> sw.delete(entry("other", "forward", "2")),
        Status.Code.NOT_FOUND,
        "no op_t is called 'other'");
    sw.delete(entry("first", "forward", "2"));
    assertThat(operations()).containsExactly("240->2");
  }

  @Test
  void portsHaveOneNameAndNoneIsMadeUp() {
    assertRefused(
        () -> sw.insert(entry("a", "forward", "Ethernet0")),
        Status.Code.INVALID_ARGUMENT,
        "no port is called 'Ethernet0'; accepted are ['eth4'] and port numbers of up to 9 bits");
    assertRefused(() -> sw.insert(entry("a", "forward", "4")), Status.Code.INVALID_ARGUMENT, "'4'");
    assertRefused(
        () -> sw.insert(entry("a", "forward", "512")), Status.Code.INVALID_ARGUMENT, "'512'");
    assertRefused(
        () -> sw.insert(entry("a", "forward", "01")), Status.Code.INVALID_ARGUMENT, "'01'");
  }

  @Test
  void packetInAndPacketOutNamePorts() {
    sw.insert(
        "table_entry { table_id: $MyIngress.operations match { field_id: 1 exact { value: \"up\" }"
            + " } action { action { action_id: $MyIngress.to_controller params { param_id: 1 value:"
            + " \"\\007\" } } } }");
    sw.send(4, "010000000000ff");

    PacketIn packet = sw.controller.next().getPacket();
    assertThat(packet.getMetadata(0).getValue().toStringUtf8()).isEqualTo("eth4");
    assertThat(packet.getMetadata(1).getValue()).isEqualTo(ByteString.fromHex("07"));

    StreamMessageRequest.Builder out = StreamMessageRequest.newBuilder();
    merge(
        "packet { payload: \"xyz\\000\\000\\000\" metadata { metadata_id: 1 value: \"eth4\" }"
            + " metadata { metadata_id: 2 value: \"\\000\" } }",
        out);
    sw.controller.send(out.build());
    assertThat(sw.sent()).containsExactly(new Sent(4, "78797a000000"));

    out.getPacketBuilder().getMetadataBuilder(0).setValue(ByteString.copyFromUtf8("nowhere"));
    sw.controller.send(out.build());
    assertThat(sw.controller.next().getError().getMessage()).contains("'nowhere'");
  }

  @Test
  void digestsNamePorts() {
    sw.insert("digest_entry { digest_id: $learned_t config { max_list_size: 1 } }");
    sw.insert(entry("l", "learn", "2"));

    sw.send(4, "01aa00000000");

    var data = sw.controller.next().getDigest().getData(0).getStruct();
    assertThat(data.getMembers(1).getBitstring().toStringUtf8()).isEqualTo("eth4");
    assertThat(data.getMembers(0).getBitstring()).isEqualTo(ByteString.fromHex("aa"));
  }

  @Test
  void replicasNamePorts() {
    String group =
        "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 5"
            + " replicas { port: \"eth4\" instance: 1 } replicas { port: \"3\" instance: 2 } } }";
    sw.insert(group);
    String session =
        "packet_replication_engine_entry { clone_session_entry { session_id: 6"
            + " replicas { port: \"eth4\" instance: 1 } } }";
    sw.insert(session);
    sw.insert(
        "table_entry { table_id: $MyIngress.operations match { field_id: 1 exact { value: \"m\" } }"
            + " action { action { action_id: $MyIngress.flood params { param_id: 1 value: \"\\005\""
            + " } } } }");

    assertThat(sw.send(1, "010000000000").stream().map(Sent::port)).containsExactly(3, 4);
    assertThat(
            sw.read(
                "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 5 }"
                    + " }"))
        .containsExactly(RealSwitch.entity(group));
    assertThat(sw.read("packet_replication_engine_entry { clone_session_entry { } }"))
        .containsExactly(RealSwitch.entity(session));
  }

  @Test
  void namesThatNoEntryHasAnyMoreMakeRoom() {
    // 8 bits: all but those of the mappings and of the program's own entry.
    for (int i = 0; i < 253; i++) {
      sw.insert(entry("op" + i, "forward", "2"));
    }
    assertRefused(
        () -> sw.insert(entry("more", "forward", "2")),
        Status.Code.RESOURCE_EXHAUSTED,
        "all 256 values of op_t have names");
    sw.delete(entry("op7", "forward", "2"));
    sw.insert(entry("more", "forward", "3"));

    assertThat(operations()).contains("more->3", "op6->2", "op252->2", "240->2").hasSize(254);
  }

  @Test
  void aNewPipelineKeepsTheNamesOrForgetsThem() {
    sw.insert(entry("first", "forward", "3"));
    sw.insert(entry("second", "forward", "eth4"));
    sw.delete(entry("first", "forward", "3"));

    sw.install(SetForwardingPipelineConfigRequest.Action.RECONCILE_AND_COMMIT);
    assertThat(operations()).containsExactly("240->2", "second->eth4");
    sw.install();
    assertThat(operations()).containsExactly("240->2");
  }
}
