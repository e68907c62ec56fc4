package org.p4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.config.v1.P4Info;
import org.p4.v1.CapabilitiesResponse;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.ReadRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.TableEntry;
import org.p4.v1.Uint128;
import org.p4.v1.WriteRequest;

/**
 * Messages and their bytes. The bytes are what {@code protoc --encode} makes of the same text with
 * the .proto files of p4lang/p4runtime's tag v1.5.0.
 */
class WireFormatTest {
  @ParameterizedTest
  @MethodSource("messages")
  void bytesAreThoseOfP4Runtime150(Message type, String text, String hex)
      throws TextFormat.ParseException, InvalidProtocolBufferException {
    Message.Builder message = type.newBuilderForType();
    TextFormat.merge(text, message);
    byte[] bytes = HexFormat.of().parseHex(hex);

    assertThat(HexFormat.of().formatHex(message.build().toByteArray())).isEqualTo(hex);
    assertThat(type.newBuilderForType().mergeFrom(bytes).build()).isEqualTo(message.build());
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        argumentSet(
            "write of a table entry",
            WriteRequest.getDefaultInstance(),
            """
            device_id: 7 election_id { low: 3 } role: "r" atomicity: DATAPLANE_ATOMIC updates
            { type: INSERT entity { table_entry { table_id: 37375156 match { field_id: 1 lpm {
            value: "\\n\\000\\001\\000" prefix_len: 24 } } action { action { action_id:
            28792405 params { param_id: 1 value: "\\002\\000\\000\\000\\000\\001" } params {
            param_id: 2 value: "\\001" } } } } } }
            """,
            "08071a021003223508011231122f08b499e911120c080122080a040a00010010181a1a0a1808d5ac"
                + "dd0d220a10011a06020000000001220510021a01012802320172"),
        argumentSet(
            "arbitration",
            StreamMessageRequest.getDefaultInstance(),
            """
            arbitration { device_id: 1 role { name: "main" } election_id { high: 1 low: 2 }
            status { code: 6 message: "no" } }
            """,
            "0a18080112061a046d61696e1a04080110022206080612026e6f"),
        argumentSet(
            "Uint128",
            Uint128.getDefaultInstance(),
            """
            high: 1 low: 18446744073709551615
            """,
            "080110ffffffffffffffffff01"),
        argumentSet(
            "counter cell",
            Entity.getDefaultInstance(),
            """
            counter_entry { counter_id: 301989889 index { index: 0 } data { byte_count: 1500
            packet_count: 1 } }
            """,
            "3a0f08818080900112001a0508dc0b1001"),
        argumentSet(
            "action profile group",
            Entity.getDefaultInstance(),
            """
            action_profile_group { action_profile_id: 285212673 group_id: 5 members {
            member_id: 1 weight: 2 watch_port: "\\003" } members { member_id: 2 weight: 1 }
            max_size: 8 }
            """,
            "221908818080880110051a07080110022201031a04080210012008"),
        argumentSet(
            "table entry with everything",
            TableEntry.getDefaultInstance(),
            """
            table_id: 1 priority: 10 is_default_action: true idle_timeout_ns: 1000
            time_since_last_hit { elapsed_ns: 5 } metadata: "m" is_const: true match {
            field_id: 1 exact { value: "a" } } match { field_id: 2 ternary { value: "\\001"
            mask: "\\003" } } match { field_id: 3 range { low: "\\001" high: "\\t" } } match {
            field_id: 4 optional { value: "\\004" } } meter_config { cir: 1 cburst: 2 pir: 3
            pburst: 4 eburst: 5 } counter_data { packet_count: 9 } meter_counter_data { green
            { byte_count: 1 } yellow { byte_count: 2 } red { byte_count: 3 } } action {
            action_profile_action_set { action_profile_actions { action { action_id: 3 }
            weight: 4 watch_port: "\\005" } action_selection_mode: RANDOM size_semantics:
            SUM_OF_MEMBERS } }
            """,
            "08011207080112030a0161120a08021a060a0101120103120a080332060a0101120109120708043a"
                + "030a01041a11220f0a090a020803100422010510021802200a320a080110021803200428053a0210"
                + "09400148e807520208055a016d620c0a020801120208021a0208036801"),
        argumentSet(
            "read of several kinds",
            ReadRequest.getDefaultInstance(),
            """
            device_id: 1 role: "r" entities { register_entry { register_id: 369098753 index {
            index: 4 } data { bitstring: "\\001" } } } entities { action_profile_member {
            action_profile_id: 1 member_id: 2 action { action_id: 3 } } } entities {
            direct_counter_entry { table_entry { table_id: 1 } } } entities { value_set_entry
            { value_set_id: 2 members { match { field_id: 1 exact { value: "a" } } } } }
            entities { digest_entry { digest_id: 3 config { max_timeout_ns: 1 max_list_size: 2
            ack_timeout_ns: 3 } } }
            """,
            "080112115a0f08818080b001120208041a030a0101120a1a08080110021a020803120642040a0208"
                + "01120f520d080212090a07080112030a0161120c620a080312060801100218031a0172"),
        argumentSet(
            "multicast group with backup",
            PacketReplicationEngineEntry.getDefaultInstance(),
            """
            multicast_group_entry { multicast_group_id: 1 replicas { port: "\\001" instance: 2
            backup_replicas { port: "\\003" instance: 4 } } metadata: "x" }
            """,
            "0a130801120c10021a010122050a010310041a0178"),
        argumentSet(
            "clone session",
            PacketReplicationEngineEntry.getDefaultInstance(),
            """
            clone_session_entry { session_id: 1 replicas { egress_port: 3 instance: 1 }
            class_of_service: 2 packet_length_bytes: 128 }
            """,
            "120d08011204080310011802208001"),
        argumentSet(
            "pipeline config",
            SetForwardingPipelineConfigRequest.getDefaultInstance(),
            """
            device_id: 1 role: "r" election_id { low: 1 } action: RECONCILE_AND_COMMIT config
            { p4info { pkg_info { arch: "v1model" } } p4_device_config: "{}" cookie { cookie:
            42 } }
            """,
            "08011a02100120052a150a0b0a092a0776316d6f64656c12027b7d1a02082a320172"),
        argumentSet(
            "error",
            Error.getDefaultInstance(),
            """
            canonical_code: 6 message: "exists" space: "s" code: 1
            """,
            "080612066578697374731a01732001"),
        argumentSet(
            "stream error",
            StreamMessageResponse.getDefaultInstance(),
            """
            error { canonical_code: 3 message: "m" packet_out { packet_out { payload: "p"
            metadata { metadata_id: 1 value: "\\001" } } } }
            """,
            "3213080312016d2a0c0a0a0a017012050801120101"),
        argumentSet(
            "digest list",
            StreamMessageResponse.getDefaultInstance(),
            """
            digest { digest_id: 1 list_id: 2 data { struct { members { bitstring: "\\001" }
            members { enum_value: "\\002" } } } timestamp: 3 }
            """,
            "1a14080110021a0c2a0a0a030a01010a036201022003"),
        argumentSet(
            "capabilities",
            CapabilitiesResponse.getDefaultInstance(),
            """
            p4runtime_api_version: "1.5.0" experimental { type_url: "t" }
            """,
            "0a05312e352e30ba3e030a0174"),
        argumentSet(
            "P4Info",
            P4Info.getDefaultInstance(),
            """
            tables { preamble { id: 33554433 name: "a.t" alias: "t" } match_fields { id: 1
            name: "f" bitwidth: 9 match_type: OPTIONAL type_name { name: "n" } } action_refs {
            id: 1 scope: DEFAULT_ONLY } const_default_action_id: 1 implementation_id: 2
            direct_resource_ids: 3 direct_resource_ids: 4 size: 1024 idle_timeout_behavior:
            NOTIFY_CONTROL is_const_table: true has_initial_entries: true } action_profiles {
            with_selector: true size: 8 max_group_size: 4 sum_of_members { max_member_weight:
            2 } weights_disallowed: true } registers { type_spec { bitstring { bit { bitwidth:
            19 } } } size: 512 } type_info { new_types { key: "port_t" value { translated_type
            { uri: "u" sdn_string { } } } } }
            """,
            "12360a0d08818080101203612e741a0174120e08011201662009280642030a016e1a040801180220"
                + "0130023a020304408008480150015801220c1801200828043a02080240015a0b12060a040a020813"
                + "188004c20c133a110a06706f72745f74120712050a01751a00"));
  }
}
