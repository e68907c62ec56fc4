package io.smartt.testbed.standin.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.InsecureServerCredentials;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.stratum.BfPipelineConfig;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.testbed.standin.stratum.StratumServer.PipelineListener;
import io.smartt.testbed.standin.stratum.StratumServer.StratumFault;
import io.smartt.testbed.stratum.ChassisPlan;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import io.smartt.testbed.stratum.ChassisText;
import io.smartt.testbed.stratum.TnaEntries;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/** Our controller against Stratum's rules. */
@Timeout(120)
class StratumServerTest {
  private static final P4InfoIndex INFO =
      P4InfoIndex.of(P4InfoReader.parse(StandInProgram.info(), StandInProgram.P4INFO));
  private static final ChassisPlan CHASSIS =
      new ChassisPlan(
          "leaf1",
          List.of(
              new ChassisPlan.TofinoQueue(
                  TofinoPort.parse("132@1/1"),
                  50_000_000_000L,
                  50_000_000_000L,
                  80_000,
                  16_000,
                  64_000,
                  1)),
          80,
          20_000,
          List.of(196),
          new ChassisPlan.PortLine(true, ChassisPlan.PortLine.Autoneg.ON));

  private final TnaEntries tna = new TnaEntries(INFO, CHASSIS, DscpPlan.DEFAULT, 64);
  private final DesiredState desired =
      tna.with(
          new ForwardingPlanner(
                  new FabricModel(
                      List.of(new FabricModel.FabricSwitch(1, "leaf1", 0, List.of())),
                      List.of(new FabricModel.FabricHost("h1", 0x0a000001, 0x020000000001L)),
                      List.of(
                          new FabricModel.FabricLink(
                              new SwitchPort(0, 132), new HostPort(0), 0, 0)),
                      Map.of(),
                      DscpPlan.DEFAULT),
                  INFO,
                  1)
              .plan(0));
  private final List<ForwardingPipelineConfig> saved = new ArrayList<>();
  private Optional<StratumServer> server = Optional.empty();

  private StratumServer start(String... faults) {
    try {
      StratumServer started =
          new StratumServer(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              InsecureServerCredentials.create(),
              new StratumServer.Contents(
                  1,
                  Optional.empty(),
                  saved::add,
                  PipelineListener.NONE,
                  Arrays.stream(faults).map(StratumFault::parse).toList(),
                  1_000),
              line -> {});
      server = Optional.of(started);
      return started;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterEach
  void stop() {
    server.ifPresent(StratumServer::close);
  }

  private SwitchSession connect() {
    BfPipelineConfig.Profile.Builder pipe =
        BfPipelineConfig.Profile.newBuilder()
            .setProfileName("pipe")
            .setContext(ByteString.copyFromUtf8("context.json"))
            .setBinary(ByteString.copyFromUtf8("tofino.bin"));
    return connect(
        BfPipelineConfig.newBuilder()
            .setP4Name("smartt_tna")
            .setBfruntimeInfo(ByteString.copyFromUtf8("bfrt.json"))
            .addProfiles(pipe)
            .build());
  }

  private SwitchSession connect(BfPipelineConfig program) {
    return new SwitchProgrammer(ElectionId.of(1), Duration.ofSeconds(60))
        .connect(
            SwitchProgrammer.SwitchTarget.at(
                "localhost:" + server.orElseThrow().port(),
                Optional.empty(),
                new SwitchId("leaf1", 1),
                new PipelineConfig(INFO, program.toByteString())));
  }

  private static Update insert(Entity entity) {
    return Update.newBuilder().setType(Update.Type.INSERT).setEntity(entity).build();
  }

  @Test
  void aTofinoIsLoadedProgrammedAndThenLeftAlone() {
    var _ = start();
    try (SwitchSession session = connect()) {
      assertThat(session.programLoaded()).isTrue();
      assertThat(session.reconcile(desired).written()).isEqualTo(desired.entities().size());
      session
          .programmed()
          .write(tna.truncatingSessions().stream().map(StratumServerTest::insert).toList());
      assertThat(session.programmed().counters("egress.trims")).hasSize(512);
    }
    try (SwitchSession session = connect()) {
      assertThat(session.programLoaded()).isFalse();
      assertThat(session.reconcile(desired).written()).isZero();
    }
    assertThat(saved).hasSize(1);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refusal("bfrt_pre_manager.cc:262", e -> session(e).addReplicasBuilder()),
        refusal("bfrt_pre_manager.cc:272", e -> session(e).getReplicasBuilder(0).setInstance(1)),
        refusal("bfrt_pre_manager.cc:265", e -> session(e).setClassOfService(8)),
        refusal("bfrt_pre_manager.cc:253", e -> session(e).setSessionId(1016)),
        refusal("bfrt_pre_manager.cc:256", e -> session(e).setPacketLengthBytes(65_536)),
        refusal(
            "Unsupported entity type", e -> e.getDirectMeterEntryBuilder().getTableEntryBuilder()),
        refusal(
            "Watch ports are not supported",
            e -> member(e).setWeight(1).setWatchPort(ByteString.copyFrom(new byte[] {1}))),
        refusal("weights greater than 1", e -> member(e).setWeight(2)),
        refusal("Zero member weights", e -> member(e).setWeight(0)),
        refusal(
            "max_group_size: 0",
            e ->
                e.getActionProfileGroupBuilder()
                    .setActionProfileId(INFO.actionProfiles().named("ingress.ecmp").id())
                    .setGroupId(7)),
        refusal(
            "Zero priority for ternary/range",
            e -> e.getTableEntryBuilder().setTableId(table("egress.red_profile"))),
        refusal(
            "Non-zero priority for exact/LPM",
            e ->
                e.getTableEntryBuilder().setTableId(table("ingress.traffic_class")).setPriority(1)),
        refusal(
            "bfrt_table_manager.cc:195",
            e ->
                e.getTableEntryBuilder()
                    .setTableId(table("ingress.ipv4_lpm"))
                    .addMatchBuilder()
                    .setFieldId(1)
                    .getLpmBuilder()
                    .setValue(ByteString.copyFrom(new byte[1]))),
        refusal(
            "bfrt_table_manager.cc:364",
            e ->
                e.getTableEntryBuilder()
                    .setTableId(table("ingress.ecmp_salt"))
                    .setIsDefaultAction(true)),
        refusal(
            "Unsupported action type",
            e ->
                e.getTableEntryBuilder()
                    .setTableId(table("ingress.ipv4_lpm"))
                    .getActionBuilder()
                    .getActionProfileActionSetBuilder()));
  }

  private static Arguments refusal(String words, Consumer<Entity.Builder> entity) {
    return Arguments.of(words, entity);
  }

  private static int table(String name) {
    return INFO.tables().named(name).id();
  }

  private static org.p4.v1.CloneSessionEntry.Builder session(Entity.Builder entity) {
    entity.mergeFrom(
        new TnaEntries(INFO, CHASSIS, DscpPlan.DEFAULT, 64).truncatingSessions().getFirst());
    return entity.getPacketReplicationEngineEntryBuilder().getCloneSessionEntryBuilder();
  }

  private static org.p4.v1.ActionProfileGroup.Member.Builder member(Entity.Builder entity) {
    return entity
        .getActionProfileGroupBuilder()
        .setActionProfileId(INFO.actionProfiles().named("ingress.ecmp").id())
        .setGroupId(7)
        .setMaxSize(32)
        .addMembersBuilder();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatStratumRefusesIsRefusedInItsWords(String words, Consumer<Entity.Builder> change) {
    var _ = start();
    Entity.Builder wrong = Entity.newBuilder();
    change.accept(wrong);
    try (SwitchSession session = connect()) {
      assertThat(session.programmed().client().write(List.of(insert(wrong.build()))))
          .singleElement()
          .satisfies(error -> assertThat(error.getMessage()).contains(words));
    }
  }

  @Test
  void aTableTakesWhatItsP4InfoSays() {
    var _ = start();
    List<Update> updates = new ArrayList<>();
    for (int dscp = 0; dscp < 64; dscp++) {
      updates.add(insert(trafficClass(dscp)));
    }
    try (SwitchSession session = connect()) {
      assertThat(session.programmed().client().write(updates)).isEmpty();
      assertThat(session.programmed().client().write(List.of(insert(trafficClass(3)))))
          .singleElement()
          .satisfies(error -> assertThat(error.getMessage()).contains("Already exists"));
    }
  }

  private static Entity trafficClass(int dscp) {
    Entity.Builder entity = Entity.newBuilder();
    entity
        .getTableEntryBuilder()
        .setTableId(table("ingress.traffic_class"))
        .addMatchBuilder()
        .setFieldId(1)
        .getExactBuilder()
        .setValue(ByteString.copyFrom(new byte[] {(byte) dscp}));
    entity
        .getTableEntryBuilder()
        .getActionBuilder()
        .getActionBuilder()
        .setActionId(INFO.actions().named("ingress.control_class").id());
    return entity.build();
  }

  @Test
  void aProgramWithoutItsFilesIsRefused() {
    var _ = start();
    assertThatThrownBy(() -> connect(BfPipelineConfig.newBuilder().setP4Name("x").build()))
        .isInstanceOf(P4RuntimeException.class)
        .hasMessageContaining("bf_sde_wrapper.cc:1830");
  }

  @Test
  void aRefusedTableFailsTheApplyByName() {
    var _ = start("refuse-table=egress.red_profile");
    try (SwitchSession session = connect()) {
      assertThatThrownBy(() -> session.reconcile(desired))
          .isInstanceOf(WriteFailedException.class)
          .hasMessageContaining("egress.red_profile")
          .hasMessageContaining("Unexpected error");
    }
  }

  @Test
  void aLostWriteIsMadeByTheNextApply() {
    var _ = start("drop-connection@2", "slow-write=60s@3");
    try (SwitchSession session = connect()) {
      assertThatThrownBy(() -> session.reconcile(desired))
          .isInstanceOf(P4RuntimeException.class)
          .hasMessageContaining("Connection reset");
    }
    try (SwitchSession session = connect()) {
      assertThat(session.programLoaded()).isFalse();
      assertThat(session.reconcile(desired).written()).isPositive();
      assertThat(session.reconcile(desired).written()).isZero();
    }
  }

  @Test
  void aRestartKeepsTheProgramAndLosesTheEntries() {
    var _ = start("restart=1ms@2");
    try (SwitchSession session = connect()) {
      assertThatThrownBy(() -> session.reconcile(desired))
          .isInstanceOf(P4RuntimeException.class)
          .hasMessageContaining("Connection reset");
    }
    try (SwitchSession session = connect()) {
      assertThat(session.programLoaded()).isFalse();
      assertThat(session.reconcile(desired).written()).isEqualTo(desired.entities().size());
    }
  }

  @Test
  void theChassisConfigurationOfAPlanIsTaken() {
    ChassisConfig config = ChassisConfig.verified(ChassisText.of(CHASSIS));
    assertThat(config.nodeId()).isEqualTo(1);
    assertThat(config.ports()).containsEntry(132, new ChassisConfig.Port(50_000_000_000L, true));
    assertThat(config.dropTargets()).containsExactly(new ChassisConfig.DropTarget(196, 1));
    assertThat(config.queues().getOrDefault(132, List.of()))
        .containsExactly(
            new ChassisConfig.QueueMapping(0, 0, 1_000),
            new ChassisConfig.QueueMapping(1, 7, 2_000));
  }

  @Test
  void aChassisConfigurationThatStratumRefusesIsRefused() {
    String text = ChassisText.of(CHASSIS);
    assertThatThrownBy(() -> ChassisConfig.verified(text.replace("slot: 1", "slot: 0")))
        .hasMessageContaining("bf_chassis_manager.cc:663");
    assertThatThrownBy(() -> ChassisConfig.verified(text.replace("BAREFOOT_TOFINO", "TOMAHAWK3")))
        .hasMessageContaining("Unsupported platform: PLT_GENERIC_TOMAHAWK3");
    assertThatThrownBy(
            () -> ChassisConfig.verified(text.replace("BAREFOOT_TOFINO", "BAREFOOT_OTHER")))
        .hasMessageContaining("PLT_GENERIC_BAREFOOT_OTHER");
    assertThatThrownBy(() -> ChassisConfig.verified(text.replace("50000000000", "20000000000")))
        .hasMessageContaining("Unsupported port speed");
    assertThatThrownBy(() -> ChassisConfig.verified("nodes {\n id 1 }"))
        .hasMessageContaining("2:5: Expected");
  }
}
