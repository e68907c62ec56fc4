package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.forwarding.Reconciler;
import io.smartt.controller.forwarding.Reconciler.ReconcileReport;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.softswitch.TestPrograms;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.p4.v1.CounterData;

/** Tests of {@link Reconciler} with an embedded switch: what else than tables a user may fill. */
class ReconciledSwitchTest {
  private static final String ENTRY =
      "table_entry { table_id: $MyIngress.arguments"
          + " match { field_id: 1 exact { value: \"\\x07\" } }"
          + " action { action { action_id: $MyIngress.nothing } } }";
  private static final String OWN_RATE =
      "direct_meter_entry { table_entry { table_id: $MyIngress.arguments"
          + " match { field_id: 1 exact { value: \"\\x00\\x07\" } }"
          + " action { action { action_id: $MyIngress.nothing } } }"
          + " config { cir: 10 cburst: 2 pir: 20 pburst: 4 } }";
  private static final String RATE =
      "meter_entry { meter_id: $MyIngress.rates index { index: 2 }"
          + " config { cir: %d cburst: 2 pir: 200 pburst: 4 } }";
  private static final String GROUP =
      "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: %d"
          + " replicas { port: \"\\x00\\x02\" instance: 1 } replicas { egress_port: 1 } } }";
  private static final String SESSION =
      "packet_replication_engine_entry { clone_session_entry { session_id: 5"
          + " replicas { egress_port: %d } packet_length_bytes: 64 } }";
  private static final String EVERY =
      "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 0 } }";

  private final RealSwitch device = new RealSwitch();
  private final P4RuntimeClient client = device.client();
  private final Reconciler reconciler =
      new Reconciler(new ProgrammedSwitch(client, P4InfoIndex.of(RealSwitch.p4Info())));

  @AfterEach
  void stop() {
    client.close();
    device.close();
  }

  private static DesiredState desired(String... entities) {
    return new DesiredState(
        Set.of("MyIngress.arguments"),
        Set.of(),
        Stream.of(entities)
            .<P4Entity>map(one -> new P4Entity.Given(RealSwitch.entity(one), "all.txtpb"))
            .toList());
  }

  private static DesiredState all(int rate, int group, int port) {
    return desired(
        OWN_RATE, RATE.formatted(rate), GROUP.formatted(group), SESSION.formatted(port), ENTRY);
  }

  @Test
  void aSecondRunWritesNothingAndAThirdWhatIsChanged() {
    // The meters are always there.
    assertThat(reconciler.reconcile(all(100, 7, 3))).isEqualTo(new ReconcileReport(3, 2, 0, 0));
    assertThat(reconciler.reconcile(all(100, 7, 3))).isEqualTo(new ReconcileReport(0, 0, 0, 5));
    assertThat(reconciler.reconcile(all(150, 7, 2))).isEqualTo(new ReconcileReport(0, 2, 0, 3));
    assertThat(device.read("meter_entry { meter_id: $MyIngress.rates index { index: 2 } }"))
        .containsExactly(RealSwitch.entity(RATE.formatted(150)));
  }

  @Test
  void groupsThatAreNotWantedAnyMoreGo() {
    var _ = reconciler.reconcile(all(100, 7, 3));

    assertThat(reconciler.reconcile(all(100, 8, 3))).isEqualTo(new ReconcileReport(1, 0, 1, 4));
    assertThat(device.read(EVERY)).hasSize(1);
    assertThat(reconciler.changes(all(100, 9, 3)))
        .containsExactlyInAnyOrder("+ multicast group 9", "- multicast group 8");
  }

  @Test
  void aSwitchThatForgotAllGetsAllAgain() {
    var _ = reconciler.reconcile(all(100, 7, 3));
    client.setPipelineConfig(
        new PipelineConfig(
                P4InfoIndex.of(RealSwitch.p4Info()),
                ByteString.copyFrom(TestPrograms.json(TestPrograms.FEATURES)))
            .toMessage());

    assertThat(reconciler.reconcile(all(100, 7, 3))).isEqualTo(new ReconcileReport(3, 2, 0, 0));
    assertThat(device.read(EVERY)).hasSize(1);
  }

  /** The program's own entry 0xf0 stays, though the table is the user's now. */
  @Test
  void aCounterBeginsWithTheUsersValueAndCountsOn() {
    String key =
        " { table_id: $MyIngress.operations match { field_id: 1 exact { value: \"\\x01\" } } ";
    String count = "direct_counter_entry { table_entry" + key + "}";
    DesiredState counting =
        new DesiredState(
            Set.of("MyIngress.operations"),
            Set.of(),
            Stream.of(
                    "table_entry" + key + "action { action { action_id: $MyIngress.drop } } }",
                    count + " data { packet_count: 7 byte_count: 70 } }")
                .<P4Entity>map(one -> new P4Entity.Given(RealSwitch.entity(one), ""))
                .toList());

    assertThat(reconciler.reconcile(counting)).isEqualTo(new ReconcileReport(1, 1, 0, 0));
    device.send(1, "01000000000000");
    assertThat(reconciler.reconcile(counting)).isEqualTo(new ReconcileReport(0, 0, 0, 2));
    assertThat(device.read(count + " }").getFirst().getDirectCounterEntry().getData())
        .isEqualTo(CounterData.newBuilder().setPacketCount(8).setByteCount(77).build());
  }

  /** The plan's reads are of cells and of tables. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "meter_entry { meter_id: $MyIngress.rates }"
            + " | MyIngress.rates: the meter's entry has no index",
        "table_entry { table_id: $MyIngress.arguments meter_config { cir: 1 } }"
            + " | MyIngress.arguments: an entry has no meter_config or counter_data here;",
        "direct_counter_entry { table_entry { table_id: $MyIngress.operations } }"
            + " | MyIngress.operations: the entry has no data",
        "digest_entry { digest_id: 1 } | ; no run has a reader of digests",
        "register_entry { register_id: 7 } | no register with id",
      })
  void whatCannotBeCompared(String entity, String message) {
    P4InfoIndex info = P4InfoIndex.of(RealSwitch.p4Info());

    assertThatThrownBy(() -> ForwardingPlanner.requireFree(RealSwitch.entity(entity), info))
        .hasMessageContaining(message);
  }

  @Test
  void groupsOfOthersStayWhereNoneIsWanted() {
    var _ = reconciler.reconcile(desired(ENTRY, GROUP.formatted(7)));

    assertThat(reconciler.reconcile(desired(ENTRY, SESSION.formatted(1))).deleted()).isZero();
    assertThat(device.read(EVERY)).hasSize(1);
  }
}
