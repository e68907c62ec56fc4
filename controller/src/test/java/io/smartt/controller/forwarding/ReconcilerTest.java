package io.smartt.controller.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.smartt.controller.fake.FakeSwitch;
import io.smartt.controller.fake.InProcessSwitch;
import io.smartt.controller.fake.SmarttProgramInfo;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.forwarding.Reconciler.ReconcileReport;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/** Tests of {@link Reconciler}. */
class ReconcilerTest {
  private final InProcessSwitch fake = new InProcessSwitch();
  private final FakeSwitch device = fake.service();
  private final P4InfoIndex info = SmarttProgramInfo.load();
  private final P4RuntimeClient client =
      P4RuntimeClient.connect(
          fake.channel(), new SwitchId("leaf1", 2), ElectionId.of(1), Duration.ofSeconds(20));
  private final Reconciler reconciler = new Reconciler(new ProgrammedSwitch(client, info));

  private final FabricModel model = TestFabrics.leafSpine(4, 4, 4);
  private final DesiredState desired = plan(model);

  @AfterEach
  void stop() {
    client.close();
    fake.close();
  }

  @Test
  void anEmptySwitchIsFilledAndASecondRunWritesNothing() {
    // 8 members, 1 group, 5 routes, 3 classes, 8 trim limits, 8 RED profiles; the salt is a
    // default.
    assertThat(reconciler.reconcile(desired)).isEqualTo(new ReconcileReport(33, 1, 0, 0));
    int writes = device.writes().size();

    assertThat(reconciler.reconcile(desired)).isEqualTo(new ReconcileReport(0, 0, 0, 34));
    assertThat(writes).isEqualTo(34);
    assertThat(device.writes()).hasSize(34);
  }

  @Test
  void onlyWhatDriftedIsWritten() throws TextFormat.ParseException {
    var _ = reconciler.reconcile(desired);
    Entity lost =
        device.entities().stream()
            .filter(e -> e.getTableEntry().getTableId() == info.tables().named("trim_limit").id())
            .findFirst()
            .orElseThrow();
    device.lose(lost);
    device.put(
        parse(
            "table_entry { table_id: 47526495 match { field_id: 1 exact { value: \"\\n\" } } action"
                + " { action { action_id: 19455687 } } }"));
    device.put(
        parse(
            "table_entry { table_id: 43030458 match { field_id: 1 lpm { value: \"\\013\\000\\000"
                + "\\000\" prefix_len: 8 } } action { action_profile_member_id: 1 } }"));
    int before = device.writes().size();

    assertThat(reconciler.reconcile(desired)).isEqualTo(new ReconcileReport(1, 1, 1, 32));
    assertThat(device.writes().subList(before, before + 3))
        .extracting(Update::getType)
        .containsExactlyInAnyOrder(Update.Type.INSERT, Update.Type.MODIFY, Update.Type.DELETE);
  }

  /** smartt.p4's table of classes stands here for one that the controller does not fill. */
  @Test
  void theUsersEntriesAreWrittenKeptAndTakenAway() throws TextFormat.ParseException {
    Entity own =
        parse(
            "table_entry { table_id: %d match { field_id: 1 exact { value: \"\\x3f\" } }"
                    .formatted(info.tables().named("traffic_class").id())
                + " action { action { action_id: %d params { param_id: 1 value: \"\\001\" } } } }"
                    .formatted(info.actions().named("data_class").id()));
    List<FabricModel.FabricSwitch> switches =
        model.switches().stream()
            .map(sw ->
                new FabricModel.FabricSwitch(
                    sw.deviceId(),
                    sw.name(),
                    sw.saltSeed(),
                    List.of(new P4Entity.Given(own, "all.txtpb"))))
            .toList();
    DesiredState with =
        plan(new FabricModel(switches, model.hosts(), model.links(), model.queues(), model.dscp()));
    var _ = reconciler.reconcile(desired);

    assertThat(reconciler.reconcile(with)).isEqualTo(new ReconcileReport(1, 0, 0, 34));
    assertThat(device.entities()).contains(own);
    assertThat(reconciler.reconcile(with)).isEqualTo(new ReconcileReport(0, 0, 0, 35));
    assertThat(reconciler.reconcile(desired)).isEqualTo(new ReconcileReport(0, 0, 1, 34));
    assertThat(device.entities()).doesNotContain(own);
  }

  /** Packets change it: it is written to a switch that holds nothing yet, and left alone then. */
  @Test
  void aRegisterIsGivenItsFirstValueOnly() throws TextFormat.ParseException {
    int id = info.registers().all().getFirst().id();
    String cell = "register_entry { register_id: " + id + " index { index: 3 } data { ";
    Entity own = parse(cell + "bitstring: \"\\005\" } }");
    List<P4Entity> entities = new ArrayList<>(desired.entities());
    entities.add(new P4Entity.Given(own, "all.txtpb"));
    device.put(parse(cell + "bitstring: \"\\000\" } }"));
    DesiredState with = new DesiredState(desired.tables(), desired.profiles(), entities);

    assertThat(reconciler.reconcile(with)).isEqualTo(new ReconcileReport(33, 2, 0, 0));
    assertThat(device.entities()).contains(own);
    Entity counted = parse(cell + "bitstring: \"\\006\" } }");
    device.put(counted);
    assertThat(reconciler.reconcile(with)).isEqualTo(new ReconcileReport(0, 0, 0, 35));
    assertThat(device.entities()).contains(counted).doesNotContain(own);
  }

  @Test
  void bytesOfAHeaderStayAsTheyAre() throws TextFormat.ParseException {
    String header =
        "register_entry { data { header { is_valid: true bitstrings: \"\\000\\001\" } } }";

    assertThat(Reconciler.canonical(parse(header))).isEqualTo(parse(header));
  }

  @Test
  void aLinkThatFailsAndComesBackLeavesNothingBehind() {
    var _ = reconciler.reconcile(desired);
    Set<Entity> before = new HashSet<>(device.entities());
    FabricModel broken =
        TestFabrics.without(
            model, new FabricModel.FabricLink(new SwitchPort(0, 4), new SwitchPort(4, 0), 0, 0));

    // One group of three more, for the way to leaf 0; the way there is one more route.
    ReconcileReport failed = reconciler.reconcile(plan(broken));
    assertThat(failed.inserted()).isGreaterThanOrEqualTo(2);
    assertThat(failed.written()).isLessThanOrEqualTo(5);
    ReconcileReport repaired = reconciler.reconcile(desired);

    assertThat(repaired.deleted()).isEqualTo(failed.inserted());
    assertThat(new HashSet<>(device.entities())).isEqualTo(before);
  }

  @Test
  void groupsAndMembersGoAfterWhatRefersToThem() {
    var _ = reconciler.reconcile(desired);

    // The fake refuses to delete what is in use.
    DesiredState nothing = new DesiredState(desired.tables(), desired.profiles(), List.of());
    assertThat(reconciler.reconcile(nothing)).isEqualTo(new ReconcileReport(0, 0, 33, 0));
  }

  @Test
  void paddedBytesAndOtherOrdersAreTheSame() {
    var _ = reconciler.reconcile(desired);
    for (Entity entity : device.entities()) {
      Entity.Builder spelt = entity.toBuilder();
      if (entity.hasActionProfileGroup()) {
        spelt
            .getActionProfileGroupBuilder()
            .clearMembers()
            .addAllMembers(entity.getActionProfileGroup().getMembersList().reversed())
            .setMaxSize(16);
      } else if (entity.hasActionProfileMember()) {
        spelt
            .getActionProfileMemberBuilder()
            .getActionBuilder()
            .getParamsBuilder(0)
            .setValue(
                ByteString.copyFrom(new byte[1])
                    .concat(entity.getActionProfileMember().getAction().getParams(0).getValue()));
      } else if (entity.getTableEntry().getMatchCount() > 0) {
        spelt.getTableEntryBuilder().getCounterDataBuilder().setPacketCount(7);
      }
      device.put(spelt.build());
    }

    assertThat(reconciler.reconcile(desired).written()).isZero();
  }

  @Test
  void otherTablesAndEntriesOfTheProgramAreLeftAlone() throws TextFormat.ParseException {
    Entity other = parse("table_entry { table_id: 99 action { action { action_id: 1 } } }");
    Entity constant =
        parse(
            "table_entry { table_id: 47526495 match { field_id: 1 exact { value: \"\\001\" } }"
                + " action { action { action_id: 19455687 } } is_const: true }");
    device.put(other);
    device.put(constant);

    assertThat(reconciler.reconcile(desired).deleted()).isZero();
    assertThat(device.entities()).contains(other, constant);
  }

  @Test
  void aRefusedEntryIsNamedAndTheNextRunGoesOn() {
    device.refuse(update ->
        update.getEntity().getTableEntry().getTableId() == info.tables().named("red_profile").id()
            ? Optional.of(FakeSwitch.error(Code.RESOURCE_EXHAUSTED_VALUE, "full"))
            : Optional.empty());

    assertThatThrownBy(() -> reconciler.reconcile(desired))
        .isInstanceOf(WriteFailedException.class)
        .hasMessageContaining(
            "INSERT egress.red_profile[standard_metadata.egress_port=0,"
                + " standard_metadata.priority=0] -> egress.mark_between(kmin=80000, kmax=320000):"
                + " RESOURCE_EXHAUSTED: full");

    device.refuse(update -> Optional.empty());
    assertThat(reconciler.reconcile(desired)).isEqualTo(new ReconcileReport(8, 0, 0, 26));
  }

  @Test
  void aSwitchThatOnlyPretendsIsFoundOut() {
    DesiredState classes =
        new DesiredState(
            desired.tables(),
            Set.of(),
            desired.entities().stream()
                .filter(e -> e.toString().contains("traffic_class"))
                .toList());
    device.forgetWrites();

    assertThatThrownBy(() -> reconciler.reconcile(classes))
        .isInstanceOf(Reconciler.VerificationFailedException.class)
        .hasMessageStartingWith(
            "switch leaf1 (device 2): read back after writing, 3 entities differ:\n  missing"
                + " ingress.traffic_class[hdr.ipv4.dscp=10] -> ingress.data_class(queue=0)\n");
  }

  @Test
  void oneIdentityWantedTwiceIsRefused() {
    DesiredState twice =
        new DesiredState(
            desired.tables(),
            desired.profiles(),
            List.of(desired.entities().getFirst(), desired.entities().getFirst()));

    assertThatThrownBy(() -> reconciler.reconcile(twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is wanted twice with one identity");
  }

  private DesiredState plan(FabricModel fabric) {
    return new ForwardingPlanner(fabric, info, 42).plan(1);
  }

  private static Entity parse(String text) throws TextFormat.ParseException {
    return TextFormat.parse(text, Entity.class);
  }
}
