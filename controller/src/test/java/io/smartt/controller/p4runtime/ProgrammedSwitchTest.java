package io.smartt.controller.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.grpc.Status;
import io.smartt.controller.fake.FakeSwitch;
import io.smartt.controller.fake.InProcessSwitch;
import io.smartt.controller.fake.SmarttProgramInfo;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/** Tests of {@link ProgrammedSwitch}. */
class ProgrammedSwitchTest {
  private final InProcessSwitch fake = new InProcessSwitch();
  private final P4InfoIndex info = SmarttProgramInfo.load();
  private final P4RuntimeClient client =
      P4RuntimeClient.connect(
          fake.channel(), new SwitchId("leaf1", 1), ElectionId.of(1), Duration.ofSeconds(20));
  private final ProgrammedSwitch leaf = new ProgrammedSwitch(client, info);

  @AfterEach
  void stop() {
    client.close();
    fake.close();
  }

  @Test
  void whatIsWrittenIsReadBack() {
    P4Entity.Member member = member(1);
    P4Entity.Group group = new P4Entity.Group("ecmp", 9, List.of(new WeightedMember(1, 1)));
    P4Entity.Entry entry =
        EntryBuilder.of(info, "ipv4_lpm")
            .lpm("dst_addr", FieldValue.parse("10.0.0.0"), 8)
            .group(9)
            .entry();
    P4Entity.DefaultEntry salt =
        EntryBuilder.of(info, "ecmp_salt")
            .action("set_salt", Map.of("salt", FieldValue.of(5)))
            .defaultEntry();

    leaf.write(Update.Type.INSERT, List.of(member));
    leaf.write(Update.Type.INSERT, List.of(group));
    leaf.write(Update.Type.INSERT, List.of(entry));
    leaf.write(Update.Type.MODIFY, List.of(salt));

    assertThat(leaf.entries("ipv4_lpm")).containsExactly(entry.entry());
    assertThat(leaf.members("ecmp")).containsExactly(Map.entry(1, member.action()));
    assertThat(leaf.groups("ecmp")).containsExactly(Map.entry(9, group.members()));
    assertThat(leaf.defaultAction("ecmp_salt")).contains(salt.action());
    assertThat(leaf.defaultAction("ipv4_lpm")).isEmpty();
  }

  @Test
  void aRefusedUpdateIsNamedWithTableFieldAndValue() {
    fake.service()
        .refuse(update ->
            update.getEntity().getTableEntry().getMatch(0).getExact().getValue().byteAt(0) == 3
                ? Optional.of(FakeSwitch.error(Code.RESOURCE_EXHAUSTED_VALUE, "table is full"))
                : Optional.empty());

    assertThatThrownBy(() -> leaf.write(Update.Type.INSERT, List.of(trimLimit(2), trimLimit(3))))
        .isInstanceOfSatisfying(
            WriteFailedException.class,
            e -> {
              assertThat(e.switchId().name()).isEqualTo("leaf1");
              assertThat(e.failures())
                  .containsExactly(
                      new WriteFailedException.WriteFailure(
                          Update.Type.INSERT,
                          "ingress.trim_limit[standard_metadata.egress_spec=3,"
                              + " standard_metadata.priority=0] ->"
                              + " ingress.trim_above(queue_bytes=100, trim_bytes=64,"
                              + " trimmed_dscp=48, trimmed_queue=1)",
                          Status.Code.RESOURCE_EXHAUSTED,
                          "table is full"));
            })
        .hasMessage(
            "switch leaf1 (device 1): 1 of 2 updates refused:\n"
                + "  INSERT ingress.trim_limit[standard_metadata.egress_spec=3,"
                + " standard_metadata.priority=0] -> ingress.trim_above(queue_bytes=100,"
                + " trim_bytes=64, trimmed_dscp=48, trimmed_queue=1): RESOURCE_EXHAUSTED: table is"
                + " full");
    assertThat(leaf.entries("trim_limit")).hasSize(1);
  }

  @Test
  void manyUpdatesGoInSeveralMessagesAndStopAtAFailure() {
    List<P4Entity> members =
        IntStream.rangeClosed(1, 600)
            .mapToObj(ProgrammedSwitchTest::member)
            .map(m -> (P4Entity) m)
            .toList();
    fake.service()
        .refuse(update ->
            update.getEntity().getActionProfileMember().getMemberId() == 300
                ? Optional.of(FakeSwitch.error(Code.INVALID_ARGUMENT_VALUE, "no"))
                : Optional.empty());

    assertThatThrownBy(() -> leaf.write(Update.Type.INSERT, members))
        .hasMessageContaining(
            "1 of 600 updates refused:\n"
                + "  INSERT ingress.ecmp member 300 -> ingress.to_port(port=300,"
                + " dst_mac=02:00:00:00:01:2c): INVALID_ARGUMENT: no");
    assertThat(fake.service().writes()).hasSize(2 * ProgrammedSwitch.BATCH);
  }

  @Test
  void countersAndRegistersAreReadByName() throws TextFormat.ParseException {
    put(
        "counter_entry { counter_id: 316401308 index { index: 3 } data { byte_count: 128"
            + " packet_count: 2 } }");
    put("counter_entry { counter_id: 316401308 index { index: 4 } data { } }");
    put(
        "register_entry { register_id: 375748934 index { index: 3 } data { bitstring: \"\\021\" }"
            + " }");

    assertThat(leaf.counter("trims", 3)).isEqualTo(new PacketByteCount(2, 128));
    assertThat(leaf.counters("trims"))
        .containsExactly(
            Map.entry(3, new PacketByteCount(2, 128)), Map.entry(4, PacketByteCount.ZERO));
    assertThat(leaf.register("occupancy", 3)).isEqualTo(Bits.of(17, 32));
    assertThat(leaf.registers("occupancy")).containsExactly(Map.entry(3, Bits.of(17, 32)));
    assertThatThrownBy(() -> leaf.counter("trims", 9))
        .hasMessageContaining("Read of trims[9] gave 0 cells");
  }

  private void put(String entity) throws TextFormat.ParseException {
    fake.service().put(TextFormat.parse(entity, Entity.class));
  }

  private static P4Entity.Member member(int id) {
    return new P4Entity.Member(
        "ingress.ecmp",
        id,
        new EntryTarget.ActionCall(
            "ingress.to_port", List.of(Bits.of(id % 512, 9), Bits.of(0x020000000000L + id, 48))));
  }

  private P4Entity.Entry trimLimit(int port) {
    return EntryBuilder.of(info, "trim_limit")
        .exact("egress_spec", port)
        .exact("priority", 0)
        .action(
            "trim_above",
            Map.of(
                "queue_bytes", FieldValue.of(100),
                "trim_bytes", FieldValue.of(64),
                "trimmed_dscp", FieldValue.of(48),
                "trimmed_queue", FieldValue.of(1)))
        .entry();
  }
}
