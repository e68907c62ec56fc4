package io.smartt.p4.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.hash.Crc;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What {@code router.p4} does: longest prefix, ECMP by action selector, checksum, counters. */
class RouterTest {
  private static final String PROFILE = "ingress.ecmp";
  private static final String TABLE = "ingress.routes";

  /** A header whose checksum, 0xb861, is an example found in many textbooks. */
  private static final String IP = "45000073000040004011" + "b861" + "c0a80001" + "c0a800c7";

  private final Device device = new Device("router");
  private final PipelineControl control = device.pipeline.control();

  private static Change member(int id, int port) {
    return new Change.PutMember(
        PROFILE,
        id,
        new EntryTarget.ActionCall(
            "ingress.to_port", List.of(Bits.of(port, 9), Bits.of(0x020000000000L + port, 48))));
  }

  private static Change group(int id, WeightedMember... members) {
    return new Change.PutGroup(PROFILE, id, List.of(members));
  }

  private static TableEntry route(long prefix, int length, EntryTarget target) {
    return TableEntry.of(
        TABLE, List.of(new MatchValue.Lpm(Bits.of(prefix, 32), length)), 0, target);
  }

  private static Change put(TableEntry entry) {
    return new Change.PutEntry(entry);
  }

  private static String packet(int sourcePort) {
    return "0200000000aa" + "0200000000bb" + "0800" + IP + "%04x12b9".formatted(sourcePort) + "ff";
  }

  private long portOf(int sourcePort) {
    return device.ingress(packet(sourcePort)).get(StandardMetadata.EGRESS_SPEC);
  }

  @Test
  void aRoutedPacketHasNewAddressesLessTtlAndANewChecksum() {
    control.apply(List.of(member(1, 5), put(route(0xc0a80000L, 16, new EntryTarget.Member(1)))));

    PacketContext context = device.ingress(packet(1));

    assertThat(context.get(StandardMetadata.EGRESS_SPEC)).isEqualTo(5);
    assertThat(device.finish(context))
        .isEqualTo(
            "020000000005"
                + "0200000000aa"
                + "0800"
                // TTL one less, checksum 0x100 more.
                + "4500007300004000"
                + "3f11"
                + "b961"
                + "c0a80001"
                + "c0a800c7"
                + "000112b9"
                + "ff");
  }

  @Test
  void aPacketWithoutRouteIsDropped() {
    assertThat(portOf(1)).isEqualTo(device.pipeline.dropPort());
  }

  @Test
  void theMemberOfAGroupIsTheHashModuloTheirNumber() {
    control.apply(
        List.of(
            member(1, 1),
            member(2, 2),
            member(3, 3),
            group(7, new WeightedMember(1, 1), new WeightedMember(2, 1), new WeightedMember(3, 1)),
            put(route(0, 0, new EntryTarget.Group(7)))));
    Set<Long> seen = new TreeSet<>();
    for (int source = 0; source < 50; source++) {
      byte[] tuple =
          HexFormat.of().parseHex("c0a80001" + "c0a800c7" + "11" + "%04x12b9".formatted(source));
      long expected = 1 + Crc.crc16().hash(tuple, tuple.length) % 3;

      assertThat(portOf(source)).isEqualTo(expected);
      seen.add(expected);
    }
    assertThat(seen).containsExactly(1L, 2L, 3L);
  }

  @Test
  void weightsGiveShares() {
    control.apply(
        List.of(
            member(1, 1),
            member(2, 2),
            group(7, new WeightedMember(1, 3), new WeightedMember(2, 1)),
            put(route(0, 0, new EntryTarget.Group(7)))));
    int first = 0;
    for (int source = 0; source < 4000; source++) {
      first += portOf(source) == 1 ? 1 : 0;
    }

    assertThat(first).isBetween(2900, 3100);
  }

  @Test
  void changesOfMembersAndGroupsReachTheEntriesThatUseThem() {
    control.apply(
        List.of(
            member(1, 1),
            group(7, new WeightedMember(1, 1)),
            put(route(0, 0, new EntryTarget.Group(7)))));
    assertThat(portOf(9)).isEqualTo(1);

    control.apply(List.of(member(1, 4)));
    assertThat(portOf(9)).isEqualTo(4);
    control.apply(List.of(member(2, 6), group(7, new WeightedMember(2, 1))));
    assertThat(portOf(9)).isEqualTo(6);
    control.apply(List.of(group(7)));
    assertThat(portOf(9)).as("an empty group does nothing").isZero();
    assertThat(control.members(PROFILE)).containsOnlyKeys(1, 2);
  }

  @Test
  void slotsOfRemovedMembersAreUsedAgainOnlyWhenNothingRefersToThem() {
    control.apply(List.of(member(1, 1), put(route(0, 0, new EntryTarget.Member(1)))));
    control.apply(List.of(new Change.RemoveMember(PROFILE, 1), member(2, 2)));
    assertThat(portOf(9)).as("the member is gone").isZero();

    control.apply(List.of(put(route(0, 0, new EntryTarget.Member(2))), member(3, 3)));
    assertThat(portOf(9)).isEqualTo(2);
  }

  @Test
  void unknownMembersAndGroupsAreRefused() {
    refused(put(route(0, 0, new EntryTarget.Member(1))), "has no member 1");
    refused(put(route(0, 0, new EntryTarget.Group(1))), "has no group 1");
    refused(group(1, new WeightedMember(4, 1)), "has no member 4");
    control.apply(List.of(member(4, 1)));
    refused(group(1, new WeightedMember(4, 0)), "weight 0");
    refused(
        put(route(0, 0, new EntryTarget.ActionCall("ingress.discard", List.of()))),
        "members or groups");
  }

  private void refused(Change change, String message) {
    assertThatThrownBy(() -> control.apply(List.of(change)))
        .isInstanceOf(InvalidChangeException.class)
        .hasMessageContaining(message);
  }

  @Test
  void directCountersCountHitsAndOutliveAChange() {
    TableEntry entry = route(0, 0, new EntryTarget.Member(1));
    control.apply(List.of(member(1, 1), member(2, 2), put(entry)));
    device.pass(packet(1));
    control.apply(List.of(put(route(0, 0, new EntryTarget.Member(2)))));
    device.pass(packet(2));

    assertThat(control.directCounter(entry)).isEqualTo(new PacketByteCount(2, 78));
    control.apply(
        List.of(
            new Change.WriteDirectCounter(
                entry.table(), entry.key(), entry.priority(), PacketByteCount.ZERO)));
    assertThat(control.directCounter(entry)).isEqualTo(PacketByteCount.ZERO);
  }

  @Test
  void entriesRememberWhenTheyWereLastHit() {
    TableEntry entry = route(0, 0, new EntryTarget.Member(1));
    control.apply(List.of(member(1, 1), put(entry)));
    assertThat(control.lastHitPs(entry)).isEqualTo(Long.MIN_VALUE);
    device.nowPs = 42;
    device.pass(packet(1));

    assertThat(control.lastHitPs(entry)).isEqualTo(42);
  }

  @Test
  void aHundredThousandRoutesInBatchesAreAllThere() {
    List<Change> batch = new ArrayList<>();
    control.apply(List.of(member(1, 1)));
    for (int i = 0; i < 100_000; i++) {
      batch.add(put(route((long) i << 12, 24, new EntryTarget.Member(1))));
      if (batch.size() == 1000) {
        control.apply(batch);
        batch.clear();
      }
    }

    assertThat(control.entries(TABLE)).hasSize(100_000);
  }
}
