package io.smartt.controller.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.smartt.controller.fake.FakeSwitch;
import io.smartt.controller.forwarding.Attachment.HostPort;
import io.smartt.controller.forwarding.Attachment.SwitchPort;
import io.smartt.controller.forwarding.DesiredState;
import io.smartt.controller.forwarding.DscpPlan;
import io.smartt.controller.forwarding.FabricHost;
import io.smartt.controller.forwarding.FabricLink;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricSwitch;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.p4runtime.WriteFailedException;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchSession;
import io.smartt.controller.target.SwitchTarget;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.stratum.BfPipelineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/** A Tofino behind a P4Runtime server with Stratum's limits. */
class StratumSwitchTest {
  private static final int TRIM_BYTES = 64;

  private final P4InfoIndex info = info();
  private final ChassisPlan chassis =
      new ChassisPlan(
          "leaf1",
          List.of(
              new TofinoQueue(
                  TofinoPort.parse("132@1/1"), 50_000_000_000L, 80_000, 16_000, 64_000)),
          80,
          20_000,
          List.of(68),
          new PortLine(true, PortLine.Autoneg.ON));
  private final TnaEntries tna = new TnaEntries(info, chassis, DscpPlan.DEFAULT, TRIM_BYTES);
  private final DesiredState routes =
      new ForwardingPlanner(
              new FabricModel(
                  List.of(new FabricSwitch(1, "leaf1", 0)),
                  List.of(new FabricHost("h1", 0x0a000001, 0x020000000001L)),
                  List.of(new FabricLink(new SwitchPort(0, 132), new HostPort(0))),
                  Map.of(),
                  DscpPlan.DEFAULT),
              info,
              1)
          .plan(0);
  private final FakeSwitch device = new FakeSwitch();
  private Optional<Server> server = Optional.empty();

  private static P4InfoIndex info() {
    try (InputStream in =
        Objects.requireNonNull(StratumSwitchTest.class.getResourceAsStream("tna.p4info.txtpb"))) {
      return P4InfoIndex.of(P4InfoReader.parse(in.readAllBytes(), "tna.p4info.txtpb"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void start() throws IOException {
    device.refuse(StratumSwitchTest::limits);
    server =
        Optional.of(
            Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(device)
                .build()
                .start());
  }

  @AfterEach
  void stop() {
    server.ifPresent(Server::shutdownNow);
  }

  /**
   * What Stratum's Tofino back end refuses of clone sessions (bfrt_pre_manager.cc:262) and cannot
   * do at all.
   */
  private static Optional<Error> limits(Update update) {
    Entity entity = update.getEntity();
    if (entity.hasRegisterEntry()) {
      return error(Code.UNIMPLEMENTED, "registers are not supported");
    }
    if (!entity.getPacketReplicationEngineEntry().hasCloneSessionEntry()) {
      return Optional.empty();
    }
    CloneSessionEntry session = entity.getPacketReplicationEngineEntry().getCloneSessionEntry();
    if (session.getReplicasCount() != 1) {
      return error(Code.INVALID_ARGUMENT, "must contain exactly one replica");
    }
    if (session.getReplicas(0).getInstance() != 0) {
      return error(Code.INVALID_ARGUMENT, "Instances on Replicas are not supported");
    }
    return session.getClassOfService() >= 8
        ? error(Code.INVALID_ARGUMENT, "class of service must be smaller than 8")
        : Optional.empty();
  }

  private static Optional<Error> error(Code code, String message) {
    return Optional.of(
        Error.newBuilder().setCanonicalCode(code.getNumber()).setMessage(message).build());
  }

  private SwitchSession connect() {
    PipelineConfig program =
        new PipelineConfig(
            info,
            BfPipelineConfig.newBuilder()
                .setP4Name("smartt_tna")
                .addProfiles(
                    BfPipelineConfig.Profile.newBuilder()
                        .setProfileName("pipe")
                        .setBinary(ByteString.copyFromUtf8("tofino.bin")))
                .build()
                .toByteString());
    return new SwitchProgrammer(ElectionId.of(1), Duration.ofSeconds(20))
        .connect(
            SwitchTarget.at(
                "localhost:" + server.orElseThrow().getPort(),
                Optional.empty(),
                new SwitchId("leaf1", 1),
                program));
  }

  @Test
  void aTofinoIsLoadedProgrammedAndThenLeftAlone() {
    DesiredState desired = tna.with(routes);
    try (SwitchSession session = connect()) {
      assertThat(session.programLoaded()).isTrue();
      assertThat(session.reconcile(desired).written()).isEqualTo(desired.entities().size());
      session
          .programmed()
          .write(
              List.of(
                  Update.newBuilder()
                      .setType(Update.Type.INSERT)
                      .setEntity(tna.truncatingSession())
                      .build()));
    }
    try (SwitchSession session = connect()) {
      assertThat(session.programLoaded()).isFalse();
      assertThat(session.reconcile(desired).written()).isZero();
    }
  }

  @Test
  @SuppressWarnings("deprecation") // Stratum reads this field
  void theMirrorSessionCutsAndSendsRoundAgain() {
    CloneSessionEntry session =
        tna.truncatingSession().getPacketReplicationEngineEntry().getCloneSessionEntry();
    // 64 of the packet, 2 of the header before it, 4 of the check sequence behind it.
    assertThat(session.getPacketLengthBytes()).isEqualTo(70);
    assertThat(session.getReplicas(0).getEgressPort()).isEqualTo(68);
    assertThat(session.getReplicas(0).getInstance()).isZero();
  }

  @Test
  void aSessionWithTwoReplicasIsRefused() {
    PacketReplicationEngineEntry.Builder wrong =
        tna.truncatingSession().getPacketReplicationEngineEntry().toBuilder();
    wrong.getCloneSessionEntryBuilder().addReplicas(Replica.newBuilder().setInstance(2));
    assertRefused(wrong, "must contain exactly one replica");
  }

  @Test
  void aSessionWithAnInstanceIsRefused() {
    PacketReplicationEngineEntry.Builder wrong =
        tna.truncatingSession().getPacketReplicationEngineEntry().toBuilder();
    wrong.getCloneSessionEntryBuilder().getReplicasBuilder(0).setInstance(1);
    assertRefused(wrong, "Instances on Replicas are not supported");
  }

  private void assertRefused(PacketReplicationEngineEntry.Builder wrong, String why) {
    try (SwitchSession session = connect()) {
      List<Update> updates =
          List.of(
              Update.newBuilder()
                  .setType(Update.Type.INSERT)
                  .setEntity(Entity.newBuilder().setPacketReplicationEngineEntry(wrong))
                  .build());
      assertThatThrownBy(() -> session.programmed().write(updates))
          .isInstanceOf(WriteFailedException.class)
          .hasMessageContaining(why);
    }
  }

  @Test
  void redMarksNothingUpToKminAndAllFromKmax() {
    // 16,000 and 64,000 bytes are 200 and 800 cells of 80; eight steps of 75 between them.
    List<P4Entity> red = tna.red(chassis.queues().getFirst());
    assertThat(red).hasSize(9);
    assertThat(red.getFirst().toString()).contains("201").contains("275");
    assertThat(red.getLast().toString()).contains("800").contains("524287");
  }
}
