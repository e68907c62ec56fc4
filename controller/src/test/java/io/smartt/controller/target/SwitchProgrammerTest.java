package io.smartt.controller.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.smartt.controller.fake.FakeSwitch;
import io.smartt.controller.fake.InProcessSwitch;
import io.smartt.controller.fake.SmarttProgramInfo;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.forwarding.Reconciler.ReconcileReport;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient.NotPrimaryException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.p4.info.P4InfoIndex;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link SwitchProgrammer} and the targets. */
class SwitchProgrammerTest {
  private final SwitchId leaf = new SwitchId("leaf1", 1);
  private final P4InfoIndex info = SmarttProgramInfo.load();
  private final PipelineConfig smartt =
      new PipelineConfig(info, ByteString.copyFrom(SmarttProgramInfo.deviceConfig()));
  private final SwitchProgrammer programmer =
      new SwitchProgrammer(ElectionId.of(1), Duration.ofSeconds(20));
  private final DesiredState desired =
      new ForwardingPlanner(
              new FabricModel(
                  List.of(new FabricModel.FabricSwitch(1, "leaf1", 0, List.of())),
                  List.of(new FabricModel.FabricHost("h0", 0x0a000001, 0x020000000001L)),
                  List.of(new FabricModel.FabricLink(new SwitchPort(0, 0), new HostPort(0), 0, 0)),
                  Map.of(),
                  DscpPlan.DEFAULT),
              info,
              42)
          .plan(0);
  private final InProcessSwitch fake = new InProcessSwitch();

  private SwitchProgrammer.SwitchTarget at(String address) {
    return SwitchProgrammer.SwitchTarget.at(address, Optional.empty(), leaf, smartt);
  }

  @AfterEach
  void stop() {
    fake.close();
  }

  @Test
  void anEmbeddedSwitchIsLoadedOnceAndReconciled() {
    SwitchProgrammer.SwitchTarget target =
        SwitchProgrammer.SwitchTarget.over(fake.channel(), leaf, smartt);

    try (SwitchSession session = programmer.connect(target)) {
      assertThat(session.programLoaded()).isTrue();
      assertThat(session.reconcile(desired)).isEqualTo(new ReconcileReport(5, 1, 0, 0));
    }
    try (SwitchSession session = programmer.connect(target)) {
      assertThat(session.programLoaded()).isFalse();
      assertThat(session.reconcile(desired)).isEqualTo(new ReconcileReport(0, 0, 0, 6));
    }
    assertThat(fake.service().pipelinePushes()).isEqualTo(1);
    assertThat(fake.service().openStreams()).isZero();
    assertThat(fake.channel().isShutdown()).isFalse();
  }

  @Test
  void anotherDeviceConfigIsLoaded() {
    PipelineConfig other = new PipelineConfig(info, ByteString.copyFromUtf8("{}"));

    programmer.connect(SwitchProgrammer.SwitchTarget.over(fake.channel(), leaf, smartt)).close();
    try (SwitchSession session =
        programmer.connect(SwitchProgrammer.SwitchTarget.over(fake.channel(), leaf, other))) {
      assertThat(session.programLoaded()).isTrue();
    }
    assertThat(other.cookie()).isNotEqualTo(smartt.cookie());
    assertThat(new PipelineConfig(info, smartt.deviceConfig()).cookie()).isEqualTo(smartt.cookie());
  }

  @Test
  void aBmv2SwitchIsProgrammedOverTcpAndNothingStaysOpen() throws IOException {
    FakeSwitch service = new FakeSwitch();
    Server server =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(service)
            .build()
            .start();
    try {
      SwitchSession.SwitchConnection connection = at("127.0.0.1:" + server.getPort()).connect();
      connection.close();
      assertThat(((ManagedChannel) connection.channel()).isTerminated()).isTrue();

      try (SwitchSession session = programmer.connect(at("127.0.0.1:" + server.getPort()))) {
        assertThat(session.reconcile(desired)).isEqualTo(new ReconcileReport(5, 1, 0, 0));
      }
      assertThat(service.openStreams()).isZero();
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void whoLooksChangesNothing() {
    SwitchProgrammer.SwitchTarget target =
        SwitchProgrammer.SwitchTarget.over(fake.channel(), leaf, smartt);

    assertThat(programmer.observe(target)).isEmpty();
    assertThat(fake.service().pipelinePushes()).isZero();
    try (SwitchSession primary = programmer.connect(target);
        SwitchSession observer = programmer.observe(target).orElseThrow()) {
      assertThat(observer.changes(desired))
          .hasSize(6)
          .filteredOn(change -> change.startsWith("~ "))
          .singleElement()
          .asString()
          .contains("default");
      assertThatThrownBy(() -> observer.reconcile(desired))
          .isInstanceOf(P4RuntimeException.class)
          .hasMessageContaining("PERMISSION_DENIED");
      assertThat(primary.reconcile(desired)).isEqualTo(new ReconcileReport(5, 1, 0, 0));
      assertThat(observer.changes(desired)).isEmpty();
    }
    assertThat(fake.service().openStreams()).isZero();
  }

  @Test
  void aSwitchThatSomebodyElseHoldsIsNamed() {
    SwitchProgrammer.SwitchTarget target =
        SwitchProgrammer.SwitchTarget.over(fake.channel(), leaf, smartt);
    SwitchProgrammer stronger = new SwitchProgrammer(new ElectionId(1, 0), Duration.ofSeconds(20));

    try (SwitchSession session = stronger.connect(target)) {
      assertThatThrownBy(() -> programmer.connect(target))
          .isInstanceOf(NotPrimaryException.class)
          .hasMessageStartingWith("switch leaf1 (device 1): not the primary controller");
      assertThat(session.reconcile(desired).written()).isEqualTo(6);
    }
  }

  @Test
  void aSwitchThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> programmer.connect(at("127.0.0.1:1")))
        .isInstanceOf(P4RuntimeException.class)
        .hasMessageStartingWith("switch leaf1 (device 1): arbitration: UNAVAILABLE");
  }
}
