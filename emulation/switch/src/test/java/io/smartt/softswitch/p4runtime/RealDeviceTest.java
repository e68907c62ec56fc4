package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger.PacketBalance;
import io.smartt.softswitch.p4runtime.RealSwitch.Sent;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.DigestList;
import org.p4.v1.DigestListAck;
import org.p4.v1.IdleTimeoutNotification;
import org.p4.v1.PacketIn;
import org.p4.v1.PacketMetadata;
import org.p4.v1.PacketOut;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.TableEntry;

/**
 * P4Runtime end to end: what controllers write changes what happens to real packets of a real
 * program, and what packets do reaches controllers. Packets are {@code code argument passes
 * instance rid qid} and a payload.
 */
class RealDeviceTest {
  private final RealSwitch sw = new RealSwitch();

  @AfterEach
  void stop() {
    sw.close();
    assertThat(sw.device.balance().unaccounted()).as("%s", sw.device.balance()).isZero();
  }

  private OptionalLong dropped(int port, DropReason reason) {
    return sw.device.drops(port).of(reason);
  }

  private static String packet(int code, int argument, String payload) {
    return "%02x%02x00000000%s".formatted(code, argument, payload);
  }

  private static StreamMessageRequest packetOut(int port, String payloadHex) {
    PacketOut.Builder packet =
        PacketOut.newBuilder()
            .setPayload(ByteString.fromHex(payloadHex))
            .addMetadata(metadata(1, port))
            .addMetadata(metadata(2, 0));
    return StreamMessageRequest.newBuilder().setPacket(packet).build();
  }

  private static PacketMetadata metadata(int id, int value) {
    return PacketMetadata.newBuilder()
        .setMetadataId(id)
        .setValue(ByteString.copyFrom(new byte[] {(byte) value}))
        .build();
  }

  @Test
  void initialEntriesForwardAndTheDefaultDrops() {
    assertThat(sw.send(1, packet(0xf0, 0, "aa"))).containsExactly(new Sent(2, "f00000000000aa"));
    assertThat(sw.send(1, packet(0x55, 0, "aa"))).isEmpty();
    assertThat(sw.device.counters().droppedByProgram()).isEqualTo(1);
  }

  @Test
  void packetInCarriesTheHeaderAsMetadata() {
    sw.operation(1, "to_controller", 9);

    assertThat(sw.send(3, packet(1, 0, "beef"))).isEmpty();

    PacketIn in = sw.controller.next().getPacket();
    assertThat(in.getMetadataList()).containsExactly(metadata(1, 3), metadata(2, 9));
    assertThat(in.getPayload()).isEqualTo(ByteString.fromHex("010000000000beef"));
  }

  @Test
  void packetOutLeavesByThePortOfItsMetadataWithoutTheHeader() {
    sw.controller.send(packetOut(4, packet(0x77, 5, "cafe")));

    assertThat(sw.sent()).containsExactly(new Sent(4, "770500000000cafe"));
  }

  @Test
  void digestsAreSentInListsAndAgainOnlyAfterTheirAcknowledgement() {
    sw.insert(
        "digest_entry { digest_id: $learned_t config { max_timeout_ns: 20000000 max_list_size: 2"
            + " ack_timeout_ns: 1000000000 } }");
    sw.operation(2, "learn", 1);

    sw.send(3, packet(2, 0x21, ""));
    sw.send(3, packet(2, 0x21, ""));
    assertThat(sw.controller.drain()).as("one of two, and the time is not up").isEmpty();
    sw.tick(20);
    DigestList first = sw.controller.next().getDigest();
    sw.send(3, packet(2, 0x21, ""));
    sw.tick(20);
    assertThat(sw.controller.drain()).as("not acknowledged yet").isEmpty();
    sw.controller.send(
        StreamMessageRequest.newBuilder()
            .setDigestAck(
                DigestListAck.newBuilder()
                    .setDigestId(first.getDigestId())
                    .setListId(first.getListId()))
            .build());
    sw.send(3, packet(2, 0x21, ""));
    sw.send(4, packet(2, 0x21, ""));
    DigestList second = sw.controller.next().getDigest();

    assertThat(first.getDigestId()).isEqualTo(RealSwitch.id("learned_t"));
    assertThat(first.getTimestamp())
        .as("since the Epoch")
        .isEqualTo(RealSwitch.START_UNIX_NS + 20_000_000);
    assertThat(first.getDataList()).hasSize(1);
    assertThat(first.getData(0).getStruct().getMembers(0).getBitstring())
        .isEqualTo(ByteString.fromHex("21"));
    assertThat(first.getData(0).getStruct().getMembers(1).getBitstring())
        .isEqualTo(ByteString.fromHex("03"));
    assertThat(second.getDataList()).as("the list is full").hasSize(2);
  }

  @Test
  void anEntryThatNoPacketHitsIsReportedOnceInEachTimeout() {
    String entry =
        RealSwitch.operationEntry(3, "forward", 2)
            .replace("table_id", "idle_timeout_ns: 100000000 metadata: \"m\" table_id");
    sw.insert(entry);

    sw.tick(90);
    sw.send(1, packet(3, 0, ""));
    sw.tick(90);
    assertThat(sw.controller.drain()).as("a packet hit it 90 ms ago").isEmpty();
    sw.tick(10);
    IdleTimeoutNotification notice = sw.controller.next().getIdleTimeoutNotification();
    sw.tick(99);
    assertThat(sw.controller.drain()).as("notified 99 ms ago").isEmpty();
    sw.tick(1);
    IdleTimeoutNotification again = sw.controller.next().getIdleTimeoutNotification();
    sw.delete(entry);
    sw.tick(200);

    assertThat(notice.getTimestamp())
        .as("since the Epoch")
        .isEqualTo(RealSwitch.START_UNIX_NS + 190_000_000);
    assertThat(notice.getTableEntryCount()).isEqualTo(1);
    TableEntry told = notice.getTableEntry(0);
    assertThat(told.getIdleTimeoutNs()).isEqualTo(100_000_000);
    assertThat(told.getMetadata()).isEqualTo(ByteString.copyFromUtf8("m"));
    assertThat(told.getMatch(0).getExact().getValue()).isEqualTo(ByteString.fromHex("03"));
    assertThat(again.getTableEntry(0)).isEqualTo(told);
    assertThat(sw.controller.drain()).as("the entry is gone").isEmpty();
  }

  @Test
  void timeSinceTheLastHitIsRead() {
    sw.insert(
        RealSwitch.operationEntry(3, "forward", 2)
            .replace("table_id", "idle_timeout_ns: 900000000 table_id"));
    sw.tick(40);
    sw.send(1, packet(3, 0, ""));
    sw.tick(25);

    TableEntry entry =
        sw.read("table_entry { table_id: $MyIngress.operations time_since_last_hit {} }").stream()
            .map(org.p4.v1.Entity::getTableEntry)
            .filter(found -> found.getIdleTimeoutNs() > 0)
            .findFirst()
            .orElseThrow();

    assertThat(entry.getTimeSinceLastHit().getElapsedNs()).isEqualTo(25_000_000);
  }

  @Test
  void aTwoRateMeterTurnsRedAboveThePeakAndGreenAgainWithTime() {
    sw.operation(4, "rated", 1, 2);
    // 10 B packets: the peak bucket of 20 B lets two through at once.
    sw.modify(
        "meter_entry { meter_id: $MyIngress.rates index { index: 2 }"
            + " config { cir: 1000 cburst: 10 pir: 2000 pburst: 20 } }");
    String ten = packet(4, 0, "00000000");

    int together = sw.send(2, ten).size() + sw.send(2, ten).size() + sw.send(2, ten).size();
    sw.tick(4);
    int after4Ms = sw.send(2, ten).size();
    sw.tick(1);
    int after5Ms = sw.send(2, ten).size();

    assertThat(together).isEqualTo(2);
    assertThat(after4Ms).as("4 ms at 2000 B/s are 8 B").isZero();
    assertThat(after5Ms).as("5 ms are 10 B").isEqualTo(1);
  }

  @Test
  void aDirectMeterCountsThePacketsOfItsEntry() {
    sw.operation(5, "forward", 1);
    sw.insert(
        "table_entry { table_id: $MyIngress.arguments match { field_id: 1 exact { value: \"\\x42\""
            + " } } action { action { action_id: $MyIngress.own_forward params { param_id: 1 value:"
            + " \"\\x03\" } } } meter_config { cir: 1 cburst: 1 pir: 1 pburst: 1 } }");

    List<Sent> first = sw.send(1, packet(5, 0x42, ""));
    List<Sent> second = sw.send(1, packet(5, 0x42, ""));
    List<Sent> unmetered = sw.send(1, packet(5, 0x43, ""));

    assertThat(first).extracting(Sent::port).containsExactly(3);
    assertThat(second).isEmpty();
    assertThat(unmetered).extracting(Sent::port).containsExactly(1);
  }

  @Test
  void multicastCopiesCarryPortAndInstance() {
    sw.operation(6, "flood", 8);
    sw.insert(
        "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 8"
            + " replicas { port: \"\\x01\" instance: 11 } replicas { port: \"\\x04\" instance: 12 }"
            + " } }");

    assertThat(sw.send(2, packet(6, 0, "ee")))
        .containsExactly(new Sent(1, "060000050b00ee"), new Sent(4, "060000050c00ee"));
  }

  /** The sequences of BMv2's {@code test_pre.cpp}. */
  @Test
  void groupsAndSessionsThatChangeCopyAsTheyAreNow() {
    String group = "{ multicast_group_entry { multicast_group_id: 10 %s } }";
    String session = "{ clone_session_entry { session_id: 10 %s } }";
    sw.operation(6, "flood", 10);
    sw.operation(7, "copy_of_ingress", 4, 10);
    for (String entry : List.of(group, session)) {
      String wanted = "packet_replication_engine_entry " + entry;
      String packet = packet(entry.equals(group) ? 6 : 7, 0, "");
      List<Integer> original = entry.equals(group) ? List.of() : List.of(4);
      String two =
          "replicas { egress_port: 1 instance: 1 } replicas { egress_port: 2 instance: 2 }";
      sw.insert(wanted.formatted(two));
      assertThat(sw.send(0, packet)).extracting(Sent::port).contains(1, 2).doesNotContain(3);
      sw.modify(wanted.formatted(two + " replicas { egress_port: 3 instance: 1 }"));
      assertThat(sw.send(0, packet)).extracting(Sent::port).contains(1, 2, 3);
      sw.modify(wanted.formatted(two));
      assertThat(sw.send(0, packet)).extracting(Sent::port).contains(1, 2).doesNotContain(3);
      sw.delete(wanted.formatted(""));
      assertThat(sw.send(0, packet)).extracting(Sent::port).isEqualTo(original);
    }
  }

  @Test
  void anIngressCloneHasThePacketAsReceivedCutShortInItsOwnQueue() {
    sw.operation(7, "copy_of_ingress", 1, 33);
    sw.insert(
        "packet_replication_engine_entry { clone_session_entry { session_id: 33 class_of_service: 2"
            + " packet_length_bytes: 8 replicas { port: \"\\x03\" instance: 6 } } }");

    // The clone's passes are the label of its field list, its instance type is 1.
    assertThat(sw.send(2, packet(7, 0, "01020304")))
        .containsExactly(new Sent(1, "07000000000001020304"), new Sent(3, "0700070106020102"));
    assertThat(sw.device.trafficManager().counters(3, 2).dequeued().packets()).isEqualTo(1);
  }

  @Test
  void anEgressCloneGoesThroughEgressAgain() {
    sw.operation(8, "forward", 1);
    sw.lastWords(8, "copy_of_egress", 34);
    sw.insert(
        "packet_replication_engine_entry { clone_session_entry { session_id: 34"
            + " replicas { port: \"\\x04\" instance: 1 } } }");

    assertThat(sw.send(2, packet(8, 0, "aa")))
        .containsExactly(new Sent(1, "08000000000" + "0aa"), new Sent(4, "080000020100aa"));
  }

  @Test
  void aCloneIntoASessionThatIsGoneMakesNothing() {
    sw.operation(7, "copy_of_ingress", 1, 35);
    String session =
        "packet_replication_engine_entry { clone_session_entry { session_id: 35"
            + " replicas { port: \"\\x04\" instance: 1 } } }";
    sw.insert(session);
    sw.delete(session);

    assertThat(sw.send(2, packet(7, 0, ""))).extracting(Sent::port).containsExactly(1);
    assertThat(dropped(2, DropReason.NO_PORT)).as("the clone").hasValue(1);
  }

  @Test
  void aPacketForAGroupThatIsNotThereIsDroppedForWantOfAPort() {
    sw.operation(6, "flood", 9);

    assertThat(sw.send(2, packet(6, 0, ""))).isEmpty();
    assertThat(dropped(2, DropReason.NO_PORT)).hasValue(1);
    assertThat(dropped(2, DropReason.PROGRAM)).hasValue(0);
  }

  @Test
  void ofEachPortTheProgramsDropsAreCountedOnceInIngressAndOnceInEgress() {
    sw.operation(12, "forward", 1);
    sw.lastWords(12, "stop");

    sw.send(3, packet(0x55, 0, ""));
    sw.send(2, packet(12, 0, ""));

    assertThat(dropped(3, DropReason.PROGRAM)).as("in ingress, at the way in").hasValue(1);
    assertThat(dropped(1, DropReason.PROGRAM)).as("in egress, at the way out").hasValue(1);
    assertThat(dropped(2, DropReason.PROGRAM)).hasValue(0);
  }

  @Test
  void whatWaitedForAProgramThatIsGoneIsThePrograms() {
    sw.operation(20, "forward", 1);
    sw.queue(2, packet(20, 0, ""));
    sw.queue(2, packet(20, 0, ""));

    sw.install();

    assertThat(sw.sent()).isEmpty();
    assertThat(dropped(1, DropReason.PROGRAM)).hasValue(2);
  }

  @Test
  void countersThatAreClearedBeginWithWhatWaits() {
    sw.operation(20, "forward", 1);
    sw.queue(2, packet(20, 0, ""));

    sw.device.clearCounters();

    assertThat(sw.sent()).hasSize(1);
    assertThat(sw.device.balance()).isEqualTo(new PacketBalance(1, 0, 0, 0, 1, 0, 0));
  }

  @Test
  void aResubmittedPacketKeepsItsFieldListAndLeavesAsNormal() {
    sw.operation(9, "again", 1);

    assertThat(sw.send(2, packet(9, 0, "aa"))).containsExactly(new Sent(1, "090003000000aa"));
    assertThat(
            sw.read(
                    "direct_counter_entry { table_entry { table_id: $MyIngress.operations match {"
                        + " field_id: 1 exact { value: \"\\x09\" } } } }")
                .getFirst()
                .getDirectCounterEntry()
                .getData()
                .getPacketCount())
        .isEqualTo(4);
  }

  @Test
  void aRecirculatedPacketGoesThroughIngressAsItWasDeparsed() {
    sw.operation(10, "forward", 1);
    sw.lastWords(10, "round_again");

    // Two passes more, counted in the packet; unicast is NORMAL again in egress.
    assertThat(sw.send(2, packet(10, 0, "aa"))).containsExactly(new Sent(1, "0a0002000000aa"));
  }

  @Test
  void truncateCutsAndEgressMayDrop() {
    sw.operation(11, "forward", 1);
    sw.lastWords(11, "shorten", 7);
    sw.operation(12, "forward", 1);
    sw.lastWords(12, "stop");

    assertThat(sw.send(2, packet(11, 0, "aabbcc"))).containsExactly(new Sent(1, "0b0000000000aa"));
    assertThat(sw.send(2, packet(12, 0, "aabbcc"))).isEmpty();
  }

  @Test
  void higherQueuesGoFirstAndAPriorityWithoutQueueDrops() {
    sw.operation(13, "forward_in_queue", 1, 0);
    sw.operation(14, "forward_in_queue", 1, 2);
    sw.operation(15, "forward_in_queue", 1, 3);

    sw.queue(2, packet(13, 0, ""));
    sw.queue(2, packet(14, 0, ""));
    sw.queue(2, packet(15, 0, ""));

    assertThat(sw.sent()).containsExactly(new Sent(1, "0e0000000002"), new Sent(1, "0d0000000000"));
    assertThat(sw.device.counters().noSuchQueue()).isEqualTo(1);
    assertThat(dropped(1, DropReason.NO_PORT)).as("no such queue").hasValue(1);
  }

  @Test
  void aPortThatIsNotThereAndAFailedAssertionDrop() {
    sw.operation(16, "forward", 77);
    sw.operation(17, "must_be_even", 1);

    assertThat(sw.send(2, packet(16, 0, ""))).isEmpty();
    assertThat(sw.send(2, packet(17, 1, ""))).isEmpty();
    assertThat(sw.send(2, packet(17, 2, ""))).hasSize(1);
    assertThat(sw.device.counters().noSuchPort()).isEqualTo(1);
    assertThat(sw.device.counters().droppedByProgram()).isEqualTo(1);
  }

  @Test
  void logMessagesCarryTheirArguments() {
    sw.operation(18, "say", 1);

    sw.send(3, packet(18, 0x2a, ""));

    assertThat(sw.log).containsExactly("argument 42 on port 3");
  }

  @Test
  void portZeroIsAPort() {
    sw.operation(19, "forward", 0);

    assertThat(sw.send(2, packet(19, 0, ""))).extracting(Sent::port).containsExactly(0);
  }

  @Test
  void anotherProgramForgetsWhatWaitedAndWhatWasWritten() {
    sw.operation(20, "forward", 1);
    sw.queue(2, packet(20, 0, ""));

    sw.install();

    assertThat(sw.sent()).isEmpty();
    assertThat(sw.send(2, packet(20, 0, ""))).isEmpty();
  }

  @Test
  void withAnotherDropPortTheUsualOneMayBeUsed() {
    try (RealSwitch other = new RealSwitch(3)) {
      assertThat(other.send(1, packet(0x55, 0, ""))).isEmpty();
      assertThat(other.device.counters().droppedByProgram()).isEqualTo(1);
      other.operation(21, "forward", 3);
      other.operation(22, "forward", 2);
      other.lastWords(22, "stop");

      assertThat(other.send(1, packet(21, 0, ""))).as("dropped by its port").isEmpty();
      assertThat(other.send(1, packet(22, 0, ""))).as("dropped in egress").isEmpty();
      assertThat(other.device.counters().droppedByProgram()).isEqualTo(3);
      assertThat(other.device.counters().noSuchPort()).isZero();
    }
  }
}
