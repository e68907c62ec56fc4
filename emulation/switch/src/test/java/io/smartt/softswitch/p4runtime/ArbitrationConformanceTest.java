package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ServerUnderTest.DEVICE;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.code;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.rpc.Code;
import io.grpc.Status;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.Role;
import org.p4.v1.Uint128;
import org.p4.v1.WriteRequest;

/** Rows A1 to A13: arbitration, P4Runtime section 5. */
class ArbitrationConformanceTest {
  private static final int OK = Code.OK_VALUE;
  private static final int ALREADY_EXISTS = Code.ALREADY_EXISTS_VALUE;
  private static final int NOT_FOUND = Code.NOT_FOUND_VALUE;

  private final ServerUnderTest server = new ServerUnderTest();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a1EachDeviceAndRoleHasAPrimaryOfItsOwn() {
    TestController whole = server.controller().arbitrate(DEVICE, 5);
    TestController role = server.controller().arbitrate(DEVICE, "telemetry", 5);
    TestController otherDevice = server.controller().arbitrate(2, 5);

    assertThat(whole.nextStatus()).isEqualTo(OK);
    MasterArbitrationUpdate toRole = role.nextArbitration();
    assertThat(toRole.getStatus().getCode()).isEqualTo(OK);
    assertThat(toRole.getRole().getName()).isEqualTo("telemetry");
    assertThat(otherDevice.nextStatus()).isEqualTo(OK);
    assertThat(whole.drain()).isEmpty();
  }

  @Test
  void a1TheDefaultRoleIsNotNamedInAnswers() {
    MasterArbitrationUpdate answer = server.controller().arbitrate(DEVICE, 5).nextArbitration();

    assertThat(answer.hasRole()).isFalse();
    assertThat(answer.getDeviceId()).isEqualTo(DEVICE);
    assertThat(answer.getElectionId()).isEqualTo(TestController.id(5));
  }

  @Test
  void a2UnknownDeviceEndsTheStream() {
    TestController controller = server.controller().arbitrate(99, 1);

    assertThat(controller.ended().orElseThrow().getCode()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(controller.ended().orElseThrow().getDescription())
        .isEqualTo("no device has id 99; there is [1, 2]");
  }

  @Test
  void a3ElectionIdOfALiveControllerEndsTheStream() {
    TestController first = server.controller().arbitrate(DEVICE, 5);
    TestController second = server.controller().arbitrate(DEVICE, 5);

    assertThat(second.ended().orElseThrow().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(first.ended()).isEmpty();
    assertThat(first.nextStatus()).isEqualTo(OK);
  }

  @Test
  void a3ElectionIdOfALiveBackupEndsTheStreamOfWhoTakesIt() {
    server.controller().arbitrate(DEVICE, 5);
    server.controller().arbitrate(DEVICE, 3);
    TestController third = server.controller().arbitrate(DEVICE, 2).arbitrate(DEVICE, 3);

    assertThat(third.ended().orElseThrow().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void a3ElectionIdOfADepartedControllerMayBeUsed() {
    TestController first = server.controller().arbitrate(DEVICE, 5);
    first.close();

    assertThat(server.controller().arbitrate(DEVICE, 5).nextStatus()).isEqualTo(OK);
  }

  @Test
  void a4RoleConfigOutsideTheSchemeIsRefused() {
    TestController controller = server.controller();
    controller.send(
        TestController.arbitration(DEVICE, 1)
            .setRole(
                Role.newBuilder().setName("x").setConfig(Any.pack(Uint128.getDefaultInstance()))));

    assertThat(controller.ended().orElseThrow().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(controller.ended().orElseThrow().getDescription())
        .contains("google.protobuf.Struct with entities, packet_in and packet_out");
    assertThat(
            ServerUnderTest.status(() -> server.write(server.writeRequest().setRole("x")))
                .getStatus()
                .getCode())
        .as("a refused controller makes no role")
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void a4RoleConfigWithAnUnknownKeyIsRefused() {
    TestController controller = server.controller();
    controller.send(
        withConfig("x", 1, Struct.newBuilder().putFields("tables", value("a")).build()));

    assertThat(controller.ended().orElseThrow().getDescription())
        .isEqualTo("role.config has key 'tables'; accepted are entities, packet_in and packet_out");
  }

  @Test
  void a4AnAcceptedRoleConfigComesBackInAnswers() {
    Struct config = Struct.newBuilder().putFields("packet_in", flag(false)).build();
    TestController controller = server.controller().send(withConfig("x", 1, config));

    assertThat(controller.nextArbitration().getRole().getConfig()).isEqualTo(Any.pack(config));
  }

  @Test
  void a5TooManyStreamsAreRefused() {
    try (ServerUnderTest small = new ServerUnderTest(new P4RuntimeSettings(false, 2, 8))) {
      small.controller().arbitrate(DEVICE, 1);
      TestController second = small.controller().arbitrate(DEVICE, 2);
      TestController third = small.controller().arbitrate(DEVICE, 3);
      TestController otherRole = small.controller().arbitrate(DEVICE, "r", 1);

      assertThat(third.ended().orElseThrow().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(otherRole.ended()).isEmpty();
      second.close();
      assertThat(small.controller().arbitrate(DEVICE, 3).ended()).isEmpty();
    }
  }

  @Test
  void a6AnotherDeviceOnTheSameStreamEndsIt() {
    TestController controller = server.controller().arbitrate(DEVICE, 1).arbitrate(2, 1);

    assertThat(controller.ended().orElseThrow().getCode())
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void a6AnotherRoleOnTheSameStreamEndsIt() {
    TestController controller = server.controller().arbitrate(DEVICE, 1).arbitrate(DEVICE, "r", 1);

    assertThat(controller.ended().orElseThrow().getCode())
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void a6AStreamThatEndsByErrorGivesUpThePrimary() {
    TestController primary = server.controller().arbitrate(DEVICE, 5);
    TestController backup = server.controller().arbitrate(DEVICE, 3);
    backup.drain();
    primary.arbitrate(2, 5);

    assertThat(backup.nextStatus()).isEqualTo(NOT_FOUND);
  }

  @Test
  void a7NobodyIsPromotedWhenThePrimaryLeaves() {
    TestController primary = server.controller().arbitrate(DEVICE, 5);
    TestController backup = server.controller().arbitrate(DEVICE, 3);
    primary.close();

    assertThat(backup.nextStatus()).isEqualTo(ALREADY_EXISTS);
    assertThat(backup.nextStatus()).isEqualTo(NOT_FOUND);
    assertThat(code(() -> write(3))).isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void a7TheHighestElectionIdSurvivesDisconnects() {
    server.controller().arbitrate(DEVICE, 5).close();
    TestController lower = server.controller().arbitrate(DEVICE, 4);
    MasterArbitrationUpdate answer = lower.nextArbitration();

    assertThat(answer.getStatus().getCode()).isEqualTo(NOT_FOUND);
    assertThat(answer.getElectionId()).isEqualTo(TestController.id(5));
    assertThat(lower.arbitrate(DEVICE, 5).nextStatus()).isEqualTo(OK);
  }

  @Test
  void a7ElectionIdsAreUnsigned128Bits() {
    TestController low = server.controller().arbitrate(DEVICE, -1);
    TestController high =
        server
            .controller()
            .send(
                MasterArbitrationUpdate.newBuilder()
                    .setDeviceId(DEVICE)
                    .setElectionId(Uint128.newBuilder().setHigh(1)));

    assertThat(low.nextStatus()).isEqualTo(OK);
    assertThat(low.nextStatus()).isEqualTo(ALREADY_EXISTS);
    assertThat(high.nextStatus()).isEqualTo(OK);
  }

  @Test
  void a8AllBackupsLearnThatThePrimaryLeft() {
    TestController primary = server.controller().arbitrate(DEVICE, 5);
    TestController one = server.controller().arbitrate(DEVICE, 1);
    TestController two = server.controller().arbitrate(DEVICE, 2);
    one.drain();
    two.drain();
    primary.breakOff();

    for (TestController backup : List.of(one, two)) {
      MasterArbitrationUpdate notice = backup.nextArbitration();
      assertThat(notice.getStatus().getCode()).isEqualTo(NOT_FOUND);
      assertThat(notice.getElectionId()).isEqualTo(TestController.id(5));
    }
  }

  @Test
  void a9AnUnsetElectionIdIsNeverPrimary() {
    TestController controller =
        server.controller().send(MasterArbitrationUpdate.newBuilder().setDeviceId(DEVICE));
    MasterArbitrationUpdate answer = controller.nextArbitration();

    assertThat(answer.getStatus().getCode()).isEqualTo(NOT_FOUND);
    assertThat(answer.hasElectionId()).isFalse();
    assertThat(code(() -> server.write(WriteRequest.newBuilder().setDeviceId(DEVICE))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void a9ElectionIdZeroIsAValueAndCanBePrimary() {
    TestController controller = server.controller().arbitrate(DEVICE, 0);

    assertThat(controller.nextStatus()).isEqualTo(OK);
  }

  @Test
  void a9SeveralControllersMayLeaveTheElectionIdUnset() {
    server.controller().send(MasterArbitrationUpdate.newBuilder().setDeviceId(DEVICE));
    TestController second =
        server.controller().send(MasterArbitrationUpdate.newBuilder().setDeviceId(DEVICE));

    assertThat(second.ended()).isEmpty();
  }

  @Test
  void a10OthersAreToldThenWritesDrainThenTheNewPrimaryIsTold() throws InterruptedException {
    TestController old = server.primary();
    TestController backup = server.controller().arbitrate(DEVICE, 1);
    server.commit(ConformanceProgram.CONFIG);
    backup.drain();
    CountDownLatch applying = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    server.device.active().whileApplying =
        () -> {
          applying.countDown();
          await(go);
        };
    Thread writer =
        Thread.ofPlatform()
            .start(() ->
                server.write(
                    ConformanceProgram.modify(
                        "counter_entry { counter_id: $marks index { index: 0 } data { } }")));
    assertThat(applying.await(20, TimeUnit.SECONDS)).isTrue();

    TestController next = server.controller();
    Thread election =
        Thread.ofPlatform().start(() -> next.arbitrate(DEVICE, ServerUnderTest.ELECTION + 1));

    assertThat(backup.nextStatus()).isEqualTo(ALREADY_EXISTS);
    assertThat(old.nextStatus()).isEqualTo(ALREADY_EXISTS);
    assertThat(next.drain()).as("nothing before the write has ended").isEmpty();
    go.countDown();
    assertThat(next.nextStatus()).isEqualTo(OK);
    writer.join();
    election.join();
    assertThat(code(() -> write(ServerUnderTest.ELECTION)))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    write(ServerUnderTest.ELECTION + 1);
  }

  @Test
  void a10ThePrimarySendingItsIdAgainTellsEveryone() {
    TestController primary = server.controller().arbitrate(DEVICE, 5);
    TestController backup = server.controller().arbitrate(DEVICE, 1);
    primary.drain();
    backup.drain();
    primary.arbitrate(DEVICE, 5);

    assertThat(backup.nextStatus()).isEqualTo(ALREADY_EXISTS);
    assertThat(primary.nextStatus()).isEqualTo(OK);
  }

  @Test
  void a11ThePrimaryGetsOkAndABackupAlreadyExists() {
    TestController primary = server.controller().arbitrate(DEVICE, 5);
    TestController backup = server.controller().arbitrate(DEVICE, 4);

    assertThat(primary.nextStatus()).isEqualTo(OK);
    MasterArbitrationUpdate toBackup = backup.nextArbitration();
    assertThat(toBackup.getStatus().getCode()).isEqualTo(ALREADY_EXISTS);
    assertThat(toBackup.getElectionId()).isEqualTo(TestController.id(5));
    assertThat(primary.drain()).as("a new backup is nobody else's business").isEmpty();
  }

  @Test
  void a12APrimaryWithALowerIdStepsDownAndAllAreTold() {
    TestController primary = server.controller().arbitrate(DEVICE, 5);
    TestController backup = server.controller().arbitrate(DEVICE, 1);
    primary.drain();
    backup.drain();
    primary.arbitrate(DEVICE, 4);

    assertThat(primary.nextStatus()).isEqualTo(NOT_FOUND);
    assertThat(backup.nextStatus()).isEqualTo(NOT_FOUND);
    assertThat(code(() -> write(5))).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(code(() -> write(4))).isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void a13DeviceZeroIsServedUnlessStrict() {
    FakeDevice zero = new FakeDevice(0);

    assertThatThrownBy(() ->
            new P4RuntimeService(
                List.of(zero), ServerUnderTest::load, P4RuntimeSettings.strictly()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("device id 0");
    assertThat(
            new P4RuntimeService(List.of(zero), ServerUnderTest::load, P4RuntimeSettings.lenient()))
        .isInstanceOf(P4RuntimeGrpc.P4RuntimeImplBase.class);
  }

  @Test
  void theDeprecatedRoleIdIsRefusedRatherThanTakenForFullAccess() {
    @SuppressWarnings("deprecation")
    Role role = Role.newBuilder().setId(3).build();
    TestController controller =
        server.controller().send(TestController.arbitration(DEVICE, 1).setRole(role));

    assertThat(controller.ended().orElseThrow().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  private void write(long electionId) {
    server.write(
        WriteRequest.newBuilder().setDeviceId(DEVICE).setElectionId(TestController.id(electionId)));
  }

  private static MasterArbitrationUpdate.Builder withConfig(String role, long id, Struct config) {
    return TestController.arbitration(DEVICE, id)
        .setRole(Role.newBuilder().setName(role).setConfig(Any.pack(config)));
  }

  private static Value flag(boolean value) {
    return Value.newBuilder().setBoolValue(value).build();
  }

  private static Value value(String... names) {
    ListValue.Builder list = ListValue.newBuilder();
    for (String name : names) {
      list.addValues(Value.newBuilder().setStringValue(name));
    }
    return Value.newBuilder().setListValue(list).build();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
