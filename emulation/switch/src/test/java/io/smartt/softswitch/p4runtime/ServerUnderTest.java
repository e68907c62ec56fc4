package io.smartt.softswitch.p4runtime;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.ReadRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest.Action;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * A server with devices 1 and 2 behind an in-process channel. Everything runs on the caller's
 * thread, so what a call causes has happened when it returns.
 */
final class ServerUnderTest implements AutoCloseable {
  static final long DEVICE = 1;
  static final long ELECTION = 10;

  private static final PipelineProgram NO_PACKETS =
      (_, _) -> {
        throw new UnsupportedOperationException("the fake carries no packets");
      };

  final FakeDevice device = new FakeDevice(DEVICE);
  final FakeDevice other = new FakeDevice(2);

  private final Server server;
  private final ManagedChannel channel;

  ServerUnderTest() {
    this(P4RuntimeSettings.lenient());
  }

  ServerUnderTest(P4RuntimeSettings settings) {
    String name = "p4runtime-" + System.identityHashCode(this);
    P4RuntimeService service =
        new P4RuntimeService(List.of(device, other), ServerUnderTest::load, settings);
    try {
      server =
          InProcessServerBuilder.forName(name).directExecutor().addService(service).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
  }

  static PipelineProgram load(byte[] json) {
    if (new String(json, StandardCharsets.UTF_8).contains("broken")) {
      throw new IllegalArgumentException("line 3: no such action");
    }
    return NO_PACKETS;
  }

  /** With a primary and the conformance program. */
  static ServerUnderTest ready() {
    ServerUnderTest server = new ServerUnderTest();
    server.primary();
    server.commit(ConformanceProgram.CONFIG);
    return server;
  }

  ManagedChannel channel() {
    return channel;
  }

  P4RuntimeGrpc.P4RuntimeBlockingStub stub() {
    return P4RuntimeGrpc.newBlockingStub(channel);
  }

  TestController controller() {
    return new TestController(P4RuntimeGrpc.newStub(channel));
  }

  /** A controller that is primary with {@link #ELECTION}. */
  TestController primary() {
    TestController controller = controller().arbitrate(DEVICE, ELECTION);
    controller.drain();
    return controller;
  }

  void commit(ForwardingPipelineConfig config) {
    set(Action.VERIFY_AND_COMMIT, config);
  }

  void set(Action action, ForwardingPipelineConfig config) {
    send(set(action).setConfig(config));
  }

  void send(SetForwardingPipelineConfigRequest.Builder request) {
    var _ = stub().setForwardingPipelineConfig(request.build());
  }

  SetForwardingPipelineConfigRequest.Builder set(Action action) {
    return SetForwardingPipelineConfigRequest.newBuilder()
        .setDeviceId(DEVICE)
        .setElectionId(TestController.id(ELECTION))
        .setAction(action);
  }

  WriteRequest.Builder writeRequest(Update... updates) {
    return WriteRequest.newBuilder()
        .setDeviceId(DEVICE)
        .setElectionId(TestController.id(ELECTION))
        .addAllUpdates(List.of(updates));
  }

  /** Writes; everything must go well. */
  void write(Update... updates) {
    write(writeRequest(updates));
  }

  void write(WriteRequest.Builder request) {
    var _ = stub().write(request.build());
  }

  /** Writes one update that must be refused; its error. */
  Error refused(Update update) {
    return errors(writeRequest(update)).getFirst();
  }

  /** Writes something of which a part must be refused; one error for each update. */
  List<Error> errors(WriteRequest.Builder request) {
    return errors(status(() -> write(request)));
  }

  static List<Error> errors(StatusRuntimeException failure) {
    com.google.rpc.Status status = StatusProto.fromThrowable(failure);
    if (status == null || status.getDetailsCount() == 0) {
      throw new AssertionError("no details", failure);
    }
    List<Error> errors = new ArrayList<>();
    for (Any detail : status.getDetailsList()) {
      try {
        errors.add(detail.unpack(Error.class));
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError(e);
      }
    }
    return errors;
  }

  /** The failure of a call that must fail. */
  static StatusRuntimeException status(Runnable call) {
    try {
      call.run();
    } catch (StatusRuntimeException e) {
      return e;
    }
    throw new AssertionError("the call went well");
  }

  static Status.Code code(Runnable call) {
    return status(call).getStatus().getCode();
  }

  static Status.Code errorCode(Error error) {
    return Status.fromCodeValue(error.getCanonicalCode()).getCode();
  }

  List<Entity> read(String... requests) {
    ReadRequest.Builder request = ReadRequest.newBuilder().setDeviceId(DEVICE);
    for (String text : requests) {
      request.addEntities(ConformanceProgram.entity(text));
    }
    return read(request);
  }

  List<Entity> read(ReadRequest.Builder request) {
    List<Entity> entities = new ArrayList<>();
    stub()
        .read(request.build())
        .forEachRemaining(response -> entities.addAll(response.getEntitiesList()));
    return entities;
  }

  /** A read of one request that must be refused; its error. */
  Error readRefused(String request) {
    return errors(status(() -> read(request))).getFirst();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}
