package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.smartt.softswitch.p4runtime.RealSwitch.Sent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.p4.v1.DigestListAck;
import org.p4.v1.Entity;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;

/**
 * The sequences of BMv2's tests of {@code simple_switch_grpc} (p4lang/behavioral-model 9674187f):
 * what is written, what packets then meet, and what comes back. The program is this project's.
 * Their groups and ternary and optional entries are in {@code ActionProfileConformanceTest} and
 * {@code TableEntryConformanceTest}.
 */
@Timeout(30)
class Bmv2GrpcTest {
  private static final String LEARN =
      "digest_entry { digest_id: $learned_t config { max_list_size: 1 ack_timeout_ns: %d } }";
  private static final String TWO =
      "replicas { egress_port: 1 instance: 1 } replicas { egress_port: 2 instance: 2 } ";
  private static final String THIRD = "replicas { egress_port: 3 instance: 1 }";

  private final RealSwitch sw = new RealSwitch();

  @AfterEach
  void stop() {
    sw.close();
  }

  private long digests() {
    return sw.controller.drain().stream().filter(StreamMessageResponse::hasDigest).count();
  }

  private long idleNotices() {
    return sw.controller.drain().stream()
        .filter(StreamMessageResponse::hasIdleTimeoutNotification)
        .count();
  }

  @Test
  void basicEntries() {
    String entry = RealSwitch.operationEntry(1, "forward", 2);
    sw.insert(entry);

    assertThat(sw.read(entry)).containsExactly(RealSwitch.entity(entry));
    assertThat(sw.read("table_entry { table_id: $MyIngress.operations }"))
        .contains(RealSwitch.entity(entry));
    sw.delete(entry);
    assertThat(sw.read(entry)).isEmpty();
  }

  @Test
  void basicDefaultEntry() {
    String entry =
        "table_entry { table_id: $MyIngress.arguments is_default_action: true action { action {"
            + " action_id: $MyIngress.%s } } }";
    String nothing = entry.formatted("nothing");
    String other = entry.formatted("own_forward params { param_id: 1 value: '\\x03' }");
    assertThat(sw.read(nothing)).containsExactly(RealSwitch.entity(nothing));

    sw.modify(other);
    assertThat(sw.read(other)).containsExactly(RealSwitch.entity(other));
  }

  @Test
  void counterHit() {
    String entry = RealSwitch.operationEntry(1, "forward", 2);
    sw.insert(entry);
    sw.send(1, "010000000000" + "abab");

    assertThat(sw.read("direct_counter_entry { " + entry + " }"))
        .extracting(found -> found.getDirectCounterEntry().getData().getByteCount())
        .containsExactly(8L);
    String counted = entry.replace("table_id", "counter_data { } table_id");
    assertThat(sw.read(counted))
        .extracting(found -> found.getTableEntry().getCounterData().getPacketCount())
        .containsExactly(1L);
  }

  @Test
  void meterReadDefault() {
    String entry =
        "table_entry { table_id: $MyIngress.arguments match { field_id: 1 exact { value: '\\x09' } }"
            + " action { action { action_id: $MyIngress.nothing } } meter_config { } }";
    sw.insert(entry.replace("meter_config { }", ""));
    assertThat(sw.read(entry)).hasSize(1).noneMatch(Bmv2GrpcTest::metered);

    sw.modify("direct_meter_entry { " + entry + " }");
    assertThat(sw.read(entry)).hasSize(1).noneMatch(Bmv2GrpcTest::metered);
  }

  private static boolean metered(Entity entity) {
    return entity.getTableEntry().hasMeterConfig();
  }

  @Test
  void digestAckAndDeleteDigest() {
    sw.operation(2, "learn", 1);
    sw.insert(LEARN.formatted(1_000_000_000));
    sw.send(1, "020000000000");
    var first = sw.controller.next().getDigest();
    sw.send(1, "020000000000");
    sw.tick(200);
    assertThat(digests()).as("not acknowledged").isZero();

    sw.controller.send(
        StreamMessageRequest.newBuilder()
            .setDigestAck(
                DigestListAck.newBuilder()
                    .setDigestId(first.getDigestId())
                    .setListId(first.getListId()))
            .build());
    sw.send(1, "020000000000");
    assertThat(digests()).as("acknowledged").isEqualTo(1);

    sw.modify(LEARN.formatted(0));
    sw.send(1, "020000000000");
    assertThat(digests()).as("nothing is kept back").isEqualTo(1);
    sw.delete(LEARN.formatted(0));
    sw.send(1, "020000000000");
    sw.tick(200);
    assertThat(digests()).as("deleted").isZero();
  }

  @Test
  void idleTimeoutModifyTtl() {
    String entry = RealSwitch.operationEntry(3, "forward", 2);
    sw.insert(entry.replace("table_id", "idle_timeout_ns: 30000000000 table_id"));
    sw.tick(2000);
    assertThat(idleNotices()).isZero();

    sw.modify(entry.replace("table_id", "idle_timeout_ns: 4000000000 table_id"));
    sw.tick(3990);
    assertThat(idleNotices()).as("the timer starts with the change").isZero();
    sw.tick(10);
    assertThat(idleNotices()).isEqualTo(1);
    sw.tick(4000);
    assertThat(idleNotices()).as("not hit for another timeout").isEqualTo(1);
  }

  @Test
  void multicastTwoRidsThreePorts() {
    String group =
        "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 10 %s } }";
    Sent one = new Sent(1, "060000050100");
    Sent two = new Sent(2, "060000050200");
    sw.operation(6, "flood", 10);
    sw.insert(group.formatted(TWO));
    assertThat(sw.send(4, "060000000000")).containsExactlyInAnyOrder(one, two);

    sw.modify(group.formatted(TWO + THIRD));
    assertThat(sw.send(4, "060000000000"))
        .containsExactlyInAnyOrder(one, two, new Sent(3, "060000050100"));
    sw.modify(group.formatted(TWO));
    assertThat(sw.send(4, "060000000000")).containsExactlyInAnyOrder(one, two);
    sw.delete(group.formatted(""));
    assertThat(sw.send(4, "060000000000")).isEmpty();
  }

  @Test
  void cloneSingletonAndMulticast() {
    String session =
        "packet_replication_engine_entry { clone_session_entry { session_id: 10 %s } }";
    sw.operation(7, "copy_of_ingress", 4, 10);
    sw.insert(session.formatted("replicas { egress_port: 1 instance: 1 }"));
    assertThat(sw.send(0, "070000000000")).extracting(Sent::port).containsExactlyInAnyOrder(4, 1);

    sw.modify(session.formatted(TWO));
    assertThat(sw.send(0, "070000000000"))
        .extracting(Sent::port)
        .containsExactlyInAnyOrder(4, 1, 2);
    sw.delete(session.formatted(""));
    assertThat(sw.send(0, "070000000000")).extracting(Sent::port).containsExactly(4);
  }

  @Test
  void packetIoSendAndReceive() {
    sw.operation(1, "to_controller", 9);
    sw.send(3, "010000000000beef");

    assertThat(sw.controller.next().getPacket().getPayload())
        .isEqualTo(ByteString.fromHex("010000000000beef"));
  }
}
