package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.delete;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.DEVICE;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.ELECTION;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Status;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.DigestList;
import org.p4.v1.DigestListAck;
import org.p4.v1.IdleTimeoutNotification;
import org.p4.v1.P4Data;
import org.p4.v1.P4StructLike;
import org.p4.v1.PacketIn;
import org.p4.v1.PacketMetadata;
import org.p4.v1.PacketOut;
import org.p4.v1.Role;
import org.p4.v1.StreamError;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;

/** Packets, digests, idle timeouts and stream errors, P4Runtime sections 9.6, 9.8 and 16. */
class StreamConformanceTest {
  private static final long MS = 1_000_000;

  private final ServerUnderTest server = new ServerUnderTest();
  private final TestController primary = server.primary();

  StreamConformanceTest() {
    server.commit(ConformanceProgram.CONFIG);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static PacketMetadata metadata(int id, int value) {
    return PacketMetadata.newBuilder()
        .setMetadataId(id)
        .setValue(ByteString.copyFrom(new byte[] {(byte) (value >> 8), (byte) value}))
        .build();
  }

  private static StreamMessageRequest packetOut(PacketMetadata... metadata) {
    return StreamMessageRequest.newBuilder()
        .setPacket(
            PacketOut.newBuilder()
                .setPayload(ByteString.copyFromUtf8("hi"))
                .addAllMetadata(List.of(metadata)))
        .build();
  }

  @Test
  void aPacketOutBecomesAFrameWithItsHeaderInFront() {
    primary.send(packetOut(metadata(1, 0x101), metadata(2, 0)));

    assertThat(server.device.packetsOut)
        .singleElement()
        .isEqualTo(new byte[] {(byte) 0x80, (byte) 0x80, 'h', 'i'});
    assertThat(primary.drain()).isEmpty();
  }

  @Test
  void aPacketOutWithWrongMetadataIsDroppedAndReported() {
    List<StreamMessageRequest> wrong =
        List.of(
            packetOut(metadata(1, 1)),
            packetOut(metadata(1, 1), metadata(2, 0), metadata(7, 0)),
            packetOut(metadata(1, 1), metadata(1, 1), metadata(2, 0)));
    for (StreamMessageRequest request : wrong) {
      primary.send(request);
      StreamError error = primary.next().getError();
      assertThat(error.getCanonicalCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
      assertThat(error.getPacketOut().getPacketOut()).isEqualTo(request.getPacket());
    }
    primary.send(packetOut(metadata(1, 0x200), metadata(2, 0)));
    assertThat(primary.next().getError().getMessage())
        .isEqualTo(
            "packet_out: metadata 'egress_port' value 0x200 needs 10 bits, the metadata has 9");
    assertThat(server.device.packetsOut).isEmpty();
  }

  @Test
  void aPacketOutOfABackupIsDroppedAndReported() {
    TestController backup = server.controller().arbitrate(DEVICE, 1);
    backup.drain();
    backup.send(packetOut(metadata(1, 1), metadata(2, 0)));

    assertThat(backup.next().getError().getCanonicalCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED.value());
    assertThat(server.device.packetsOut).isEmpty();
  }

  @Test
  void aPacketOutBeforeArbitrationIsDroppedAndReported() {
    TestController stranger = server.controller();
    stranger.send(packetOut());

    assertThat(stranger.next().getError().getCanonicalCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED.value());
    assertThat(stranger.ended()).isEmpty();
  }

  @Test
  void aPacketInGoesToThePrimaryWithItsMetadata() {
    TestController backup = server.controller().arbitrate(DEVICE, 1);
    backup.drain();
    server.device.events().packetIn(new byte[] {(byte) 0x80, (byte) 0x80, 'h', 'i'});

    PacketIn packet = primary.next().getPacket();
    assertThat(packet.getPayload()).isEqualTo(ByteString.copyFromUtf8("hi"));
    assertThat(packet.getMetadataList())
        .containsExactly(
            metadata(1, 0x101),
            PacketMetadata.newBuilder()
                .setMetadataId(2)
                .setValue(ByteString.copyFrom(new byte[1]))
                .build());
    assertThat(backup.drain()).isEmpty();
  }

  @Test
  void aPacketInWithoutAnyPrimaryOrTooShortForItsHeaderIsDropped() {
    assertThat(server.device.events().packetIn(new byte[1])).isFalse();
    assertThat(primary.drain()).isEmpty();
    assertThat(server.device.events().packetIn(new byte[8])).isTrue();
    primary.close();
    assertThat(server.device.events().packetIn(new byte[8])).isFalse();
    assertThat(server.device.events().lost())
        .hasToString("2 packet-ins, 0 digest lists, 0 idle notices, 0 stream errors");
  }

  @Test
  void aRoleMayBeKeptFromPacketsBothWays() {
    Struct config =
        Struct.newBuilder()
            .putFields("packet_in", Value.newBuilder().setBoolValue(false).build())
            .putFields("packet_out", Value.newBuilder().setBoolValue(false).build())
            .build();
    TestController role =
        server
            .controller()
            .send(
                TestController.arbitration(DEVICE, 1)
                    .setRole(Role.newBuilder().setName("r").setConfig(Any.pack(config))));
    role.drain();
    server.device.events().packetIn(new byte[4]);
    assertThat(role.drain()).isEmpty();
    assertThat(primary.next().hasPacket()).isTrue();

    role.send(packetOut(metadata(1, 1), metadata(2, 0)));
    assertThat(role.next().getError().getCanonicalCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED.value());
  }

  @Test
  void messagesThatAreNotUnderstoodAreReported() {
    primary.send(StreamMessageRequest.getDefaultInstance());
    assertThat(primary.next().getError().getCanonicalCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT.value());
    primary.send(
        StreamMessageRequest.newBuilder().setOther(Any.pack(Struct.getDefaultInstance())).build());
    StreamError error = primary.next().getError();
    assertThat(error.getCanonicalCode()).isEqualTo(Status.Code.UNIMPLEMENTED.value());
    assertThat(error.getDetailsCase()).isEqualTo(StreamError.DetailsCase.OTHER);
  }

  @Test
  void valueSetsAreReplacedByModify() {
    String one =
        "value_set_entry { value_set_id: $tunnel_types members { match { field_id: 1 exact { value:"
            + " '\\x22\\xf3' } } } }";
    server.write(modify(one));
    assertThat(server.read("value_set_entry { }")).containsExactly(entity(one));

    String member = "members { match { field_id: 1 exact { value: '\\x%02x' } } } ";
    String set = "value_set_entry { value_set_id: $tunnel_types %s }";
    assertThat(errorCode(server.refused(insert(one)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(errorCode(server.refused(delete(one)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(
            errorCode(
                server.refused(modify(set.formatted(member.formatted(1) + member.formatted(1))))))
        .isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(
            errorCode(
                server.refused(
                    modify(
                        set.formatted(
                            member.formatted(1) + member.formatted(2) + member.formatted(3))))))
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(server.read("value_set_entry { }")).containsExactly(entity(one));

    server.write(modify(set.formatted("")));
    assertThat(server.read("value_set_entry { }")).containsExactly(entity(set.formatted("")));
  }

  private static String digest(String config) {
    return "digest_entry { digest_id: $learn_t config { " + config + " } }";
  }

  private void learn(int source, long nowNs) {
    server.device.events().digest("learn_t", List.of(Bits.of(source, 48), Bits.of(1, 9)), nowNs);
  }

  private List<DigestList> digests() {
    return primary.drain().stream().map(StreamMessageResponse::getDigest).toList();
  }

  @Test
  void aDigestIsSentOnlyWhileConfigured() {
    assertThat(errorCode(server.refused(modify(digest(""))))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(errorCode(server.refused(delete(digest(""))))).isEqualTo(Status.Code.NOT_FOUND);
    learn(1, 0);
    assertThat(digests()).isEmpty();

    server.write(insert(digest("max_list_size: 1")));
    assertThat(errorCode(server.refused(insert(digest(""))))).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(server.read("digest_entry { }")).containsExactly(entity(digest("max_list_size: 1")));
    learn(1, 5);
    DigestList list = digests().getFirst();
    assertThat(list.getTimestamp()).isEqualTo(5);
    assertThat(list.getDataList())
        .containsExactly(
            P4Data.newBuilder()
                .setStruct(
                    P4StructLike.newBuilder()
                        .addMembers(
                            P4Data.newBuilder().setBitstring(ByteString.copyFrom(new byte[] {1})))
                        .addMembers(
                            P4Data.newBuilder().setBitstring(ByteString.copyFrom(new byte[] {1}))))
                .build());

    server.write(delete(digest("")));
    learn(2, 6);
    assertThat(digests()).isEmpty();
  }

  @Test
  void digestsAreBundledUntilTheListIsFullOfDistinctOnes() {
    server.write(insert(digest("max_list_size: 3 max_timeout_ns: 1000000000")));
    learn(1, 0);
    learn(1, 0);
    learn(2, 0);
    assertThat(digests()).isEmpty();
    learn(3, 0);

    assertThat(digests())
        .singleElement()
        .satisfies(list -> assertThat(list.getDataCount()).isEqualTo(3));
  }

  @Test
  void digestsAreSentWhenTheFirstHasWaitedLongEnough() {
    server.write(insert(digest("max_list_size: 10 max_timeout_ns: 5000000")));
    learn(1, 10 * MS);
    learn(2, 14 * MS);
    server.device.events().digestTick(15 * MS - 1);
    assertThat(digests()).isEmpty();
    server.device.events().digestTick(15 * MS);

    assertThat(digests())
        .singleElement()
        .satisfies(list -> assertThat(list.getDataCount()).isEqualTo(2));
  }

  @Test
  void whatWasSentIsKeptBackUntilAcknowledgedOrTimedOut() {
    server.write(insert(digest("max_list_size: 1 ack_timeout_ns: 5000000")));
    learn(1, 0);
    DigestList first = digests().getFirst();
    learn(1, MS);
    assertThat(digests()).as("not acknowledged").isEmpty();

    primary.send(
        StreamMessageRequest.newBuilder()
            .setDigestAck(
                DigestListAck.newBuilder()
                    .setDigestId(first.getDigestId())
                    .setListId(first.getListId()))
            .build());
    learn(1, 2 * MS);
    DigestList second = digests().getFirst();
    assertThat(second.getListId()).isNotEqualTo(first.getListId());
    learn(1, 7 * MS - 1);
    assertThat(digests()).isEmpty();
    learn(1, 7 * MS);
    assertThat(digests()).as("the acknowledgement timed out").hasSize(1);
  }

  @Test
  void whatAnEarlierProgramLearntIsForgotten() {
    server.write(insert(digest("max_list_size: 2 max_timeout_ns: 5000000")));
    learn(1, 0);
    server.commit(ConformanceProgram.CONFIG);
    server.write(insert(digest("max_list_size: 2 max_timeout_ns: 5000000")));
    learn(2, 0);
    assertThat(digests()).isEmpty();
    learn(3, 0);

    assertThat(digests())
        .singleElement()
        .satisfies(list -> assertThat(list.getDataCount()).isEqualTo(2));
  }

  @Test
  void anAcknowledgementOfAnUnknownDigestIsReported() {
    primary.send(
        StreamMessageRequest.newBuilder()
            .setDigestAck(DigestListAck.newBuilder().setDigestId(3))
            .build());

    StreamError error = primary.next().getError();
    assertThat(error.getCanonicalCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
    assertThat(error.getDigestListAck().getDigestListAck().getDigestId()).isEqualTo(3);
  }

  @Test
  void idleEntriesAreReportedToThePrimaryWithKeyMetadataAndTimeout() {
    String entry =
        "table_entry { table_id: $acl priority: 4 match { field_id: 3 optional { value: '\\x01' } }"
            + " metadata: 'm' controller_metadata: 5 idle_timeout_ns: 1000 %s }";
    server.write(insert(entry.formatted("action { action { action_id: $drop } }")));
    List<TableEntry> entries = server.device.active().entries("ingress.acl");
    server.device.events().idle(entries, 99);
    server.device.events().idle(List.of(), 100);

    IdleTimeoutNotification notice = primary.next().getIdleTimeoutNotification();
    assertThat(notice.getTimestamp()).isEqualTo(99);
    assertThat(notice.getTableEntryList())
        .containsExactly(entity(entry.formatted("")).getTableEntry());
    assertThat(primary.drain()).as("never an empty notice").isEmpty();
    assertThat(ELECTION).isPositive();
  }
}
