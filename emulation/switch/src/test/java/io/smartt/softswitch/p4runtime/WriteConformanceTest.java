package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.delete;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.DEVICE;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.ELECTION;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.code;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.smartt.p4.pipeline.PipelineControl.Change;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.v1.Error;
import org.p4.v1.Role;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;
import org.p4.v1.WriteRequest.Atomicity;

/** Rows W1 to W7: the Write call, P4Runtime section 11. */
class WriteConformanceTest {
  private static final String MATCHING_ONE = "match { field_id: 1 exact { value: '\\x01' } }";
  private static final String DROP = "action { action { action_id: $drop } }";

  private final ServerUnderTest server = ServerUnderTest.ready();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String exact(int key) {
    return "table_entry { table_id: $exact match { field_id: 1 exact { value: '\\x%02x' } } action { action { action_id: $drop } } }"
        .formatted(key);
  }

  private static String mark(int key, int mark) {
    return ("table_entry { table_id: $exact match { field_id: 1 exact { value: '\\x%02x' } } action"
            + " { action { action_id: $set_mark params { param_id: 1 value: '\\x%02x' } } } }")
        .formatted(key, mark);
  }

  private List<String> keys() {
    return server.read("table_entry { table_id: $exact }").stream()
        .map(e -> e.getTableEntry().getMatch(0).getExact().getValue())
        .map(bytes -> Integer.toString(bytes.byteAt(0)))
        .toList();
  }

  @Test
  void w1UnknownDeviceThenUnknownRoleThenNotPrimaryThenNoPipeline() {
    WriteRequest.Builder nobody = WriteRequest.newBuilder();
    assertThat(code(() -> server.write(nobody.clone().setDeviceId(9))))
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(code(() -> server.write(nobody.clone().setDeviceId(2).setRole("nobody's"))))
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(code(() -> server.write(nobody.clone().setDeviceId(2))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    server.controller().arbitrate(2, 1);
    assertThat(
            code(() ->
                server.write(nobody.clone().setDeviceId(2).setElectionId(TestController.id(1)))))
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void w1TheElectionIdOfAnotherRoleIsNotThePrimarys() {
    server.controller().arbitrate(DEVICE, "r", 99);

    assertThat(code(() -> server.write(server.writeRequest().setElectionId(TestController.id(99)))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void w2InsertOfWhatExistsLeavesItAlone() {
    server.write(insert(mark(1, 7)));
    Error error = server.refused(insert(mark(1, 8)));

    assertThat(errorCode(error)).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(error.getMessage())
        .isEqualTo("table 'ingress.exact' already has the entry hdr.ethernet.dst = 0x1");
    assertThat(server.read("table_entry { table_id: $exact }"))
        .containsExactly(ConformanceProgram.entity(mark(1, 7)));
  }

  @Test
  void w2AFullTableIsExhausted() {
    server.write(insert(exact(1)), insert(exact(2)), insert(exact(3)), insert(exact(4)));
    Error error = server.refused(insert(exact(5)));

    assertThat(errorCode(error)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(error.getMessage()).isEqualTo("table 'ingress.exact' is full with 4 entries");
    server.write(delete(exact(1)), insert(exact(5)));
  }

  @Test
  void w2ModifyAndDeleteOfWhatIsMissing() {
    assertThat(errorCode(server.refused(modify(exact(1))))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(errorCode(server.refused(delete(exact(1))))).isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void w2DeleteLooksAtTheKeyOnly() {
    server.write(insert(exact(1)));
    server.write(
        delete(
            "table_entry { table_id: $exact "
                + MATCHING_ONE
                + " action { action { action_id: 12345 } } idle_timeout_ns: 5 metadata: 'x' }"));

    assertThat(keys()).isEmpty();
  }

  @Test
  void w2AnUpdateWithoutTypeOrEntityIsMalformed() {
    assertThat(errorCode(server.refused(insert(exact(1)).toBuilder().clearType().build())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(errorCode(server.refused(Update.newBuilder().setType(Update.Type.INSERT).build())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void w3ModifyReplacesEverything() {
    server.write(
        insert(
            "table_entry { table_id: $exact "
                + MATCHING_ONE
                + DROP
                + " metadata: '\\xff\\x00' controller_metadata: 9 }"));
    server.write(modify(mark(1, 3)));

    assertThat(server.read("table_entry { table_id: $exact }"))
        .containsExactly(ConformanceProgram.entity(mark(1, 3)));
  }

  @Test
  void w4ContinueOnErrorAttemptsEveryUpdate() {
    List<Error> errors =
        server.errors(server.writeRequest(insert(exact(1)), insert(exact(1)), insert(exact(2))));

    assertThat(errors)
        .extracting(ServerUnderTest::errorCode)
        .containsExactly(Status.Code.OK, Status.Code.ALREADY_EXISTS, Status.Code.OK);
    assertThat(keys()).containsExactly("1", "2");
  }

  @Test
  void w4RollbackOnErrorWritesAllOrNothing() {
    server.write(insert(mark(9, 1)));
    List<Error> errors =
        server.errors(
            server
                .writeRequest(
                    delete(mark(9, 1)),
                    insert(exact(1)),
                    insert(exact(1)),
                    modify(
                        "table_entry { table_id: $keyless is_default_action: true action { action {"
                            + " action_id: $NoAction } } }"))
                .setAtomicity(Atomicity.ROLLBACK_ON_ERROR));

    assertThat(errors)
        .extracting(ServerUnderTest::errorCode)
        .containsExactly(
            Status.Code.ABORTED,
            Status.Code.ABORTED,
            Status.Code.ALREADY_EXISTS,
            Status.Code.ABORTED);
    assertThat(errors.getFirst().getMessage()).isEqualTo("nothing was written: update 2 failed");
    assertThat(server.read("table_entry { table_id: $exact }"))
        .containsExactly(ConformanceProgram.entity(mark(9, 1)));
    assertThat(server.device.active().entries("ingress.exact")).hasSize(1);
  }

  @Test
  void w4DataplaneAtomicReachesThePipelineInOneStep() {
    int before = server.device.active().applied.size();
    server.write(
        server
            .writeRequest(
                insert(exact(1)),
                insert(exact(2)),
                modify(
                    "counter_entry { counter_id: $marks index { index: 1 } data { packet_count: 1 }"
                        + " }"))
            .setAtomicity(Atomicity.DATAPLANE_ATOMIC));

    List<List<Change>> applied = server.device.active().applied;
    assertThat(applied).hasSize(before + 1);
    assertThat(applied.getLast()).hasSize(3);
  }

  @Test
  void w4DataplaneAtomicThatCannotBeIsUnimplemented() {
    StatusRuntimeException failure =
        ServerUnderTest.status(() ->
            server.write(
                server
                    .writeRequest(
                        insert(exact(1)),
                        insert(
                            "packet_replication_engine_entry { multicast_group_entry {"
                                + " multicast_group_id: 1 } }"))
                    .setAtomicity(Atomicity.DATAPLANE_ATOMIC)));

    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(keys()).isEmpty();
  }

  @Test
  void w4WhatThePipelineRefusesIsThatUpdatesErrorAndTheRestIsWritten() {
    server.device.active().refuses =
        change ->
            change instanceof Change.PutEntry(var entry) && entry.toString().contains("value=2,");
    List<Error> errors =
        server.errors(server.writeRequest(insert(exact(1)), insert(exact(2)), insert(exact(3))));

    assertThat(errors)
        .extracting(ServerUnderTest::errorCode)
        .containsExactly(Status.Code.OK, Status.Code.INVALID_ARGUMENT, Status.Code.OK);
    assertThat(keys()).containsExactly("1", "3");
    assertThat(server.device.active().entries("ingress.exact")).hasSize(2);
  }

  @Test
  void w5AFailedUpdateGivesUnknownWithOneErrorForEachUpdate() {
    StatusRuntimeException failure =
        ServerUnderTest.status(
            () -> server.write(insert(exact(1)), modify(exact(2)), delete(exact(3))));

    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNKNOWN);
    assertThat(failure.getStatus().getDescription()).isEqualTo("2 of 3 updates failed");
    com.google.rpc.Status status = StatusProto.fromThrowable(failure);
    assertThat(status).isNotNull();
    assertThat(status.getCode()).isEqualTo(Status.Code.UNKNOWN.value());
    assertThat(status.getMessage()).isEqualTo("2 of 3 updates failed");
    List<Error> errors = ServerUnderTest.errors(failure);
    assertThat(errors).hasSize(3);
    assertThat(errors.getFirst()).isEqualTo(Error.getDefaultInstance());
  }

  @Test
  void w5AFailureOfTheWholeCallHasNoDetails() {
    StatusRuntimeException failure =
        ServerUnderTest.status(() ->
            server.write(
                server.writeRequest(insert(exact(1))).setElectionId(TestController.id(1))));

    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(failure.getStatus().getDescription())
        .isEqualTo(
            "device 1, default role: election id 1 is not the primary's; the primary has election"
                + " id 10");
    assertThat(StatusProto.fromThrowable(failure).getDetailsList()).isEmpty();
  }

  /**
   * C-core clients accept 16 KiB of metadata, not the 8192 + 1000 * 120 B that the spec advises.
   */
  @Test
  void w5ThousandErrorsStayWithinWhatAnyClientAccepts() {
    Update[] updates = new Update[1000];
    java.util.Arrays.fill(updates, modify(exact(1)));
    StatusRuntimeException failure = ServerUnderTest.status(() -> server.write(updates));

    int bytes = StatusProto.fromThrowable(failure).getSerializedSize();
    assertThat(ServerUnderTest.errors(failure)).hasSizeBetween(10, 999);
    assertThat(failure).hasMessageContaining("1000");
    assertThat(bytes * 4 / 3).isLessThan(8192);
  }

  @Test
  void w6WhatAWriteDidIsInThePipelineWhenItReturns() {
    server.write(insert(exact(1)));

    assertThat(server.device.active().entries("ingress.exact")).hasSize(1);
  }

  @Test
  void w6ConcurrentWritesOfOneEntryHaveOneWinner() throws InterruptedException {
    int writers = 8;
    List<Boolean> won = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
    List<Thread> threads = new java.util.ArrayList<>();
    for (int i = 0; i < writers; i++) {
      int mark = i;
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  server.write(insert(mark(1, mark)));
                  won.add(true);
                } catch (StatusRuntimeException e) {
                  won.add(false);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(won).hasSize(writers).containsOnlyOnce(true);
    assertThat(keys()).containsExactly("1");
  }

  @Test
  void w7AnUpdateOutsideTheRoleIsDeniedAndTheRestIsWritten() {
    Struct config =
        Struct.newBuilder()
            .putFields(
                "entities",
                Value.newBuilder()
                    .setListValue(
                        ListValue.newBuilder()
                            .addValues(Value.newBuilder().setStringValue("ingress.exact")))
                    .build())
            .build();
    server
        .controller()
        .send(
            TestController.arbitration(DEVICE, 1)
                .setRole(Role.newBuilder().setName("r").setConfig(Any.pack(config))));
    List<Error> errors =
        server.errors(
            server
                .writeRequest(
                    insert(exact(1)),
                    modify("counter_entry { counter_id: $marks data { } }"),
                    insert(
                        "packet_replication_engine_entry { multicast_group_entry {"
                            + " multicast_group_id: 1 } }"))
                .setRole("r")
                .setElectionId(TestController.id(1)));

    assertThat(errors)
        .extracting(ServerUnderTest::errorCode)
        .containsExactly(
            Status.Code.OK, Status.Code.PERMISSION_DENIED, Status.Code.PERMISSION_DENIED);
    assertThat(errors.get(1).getMessage()).isEqualTo("'ingress.marks' does not belong to the role");
    assertThat(ELECTION).isNotEqualTo(1);
  }
}
