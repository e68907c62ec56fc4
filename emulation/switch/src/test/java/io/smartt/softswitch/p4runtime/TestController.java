package io.smartt.softswitch.p4runtime;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.Role;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.Uint128;

/** One stream of a controller; keeps what it receives. */
final class TestController implements StreamObserver<StreamMessageResponse> {
  private final StreamObserver<StreamMessageRequest> requests;
  private final BlockingQueue<StreamMessageResponse> received = new LinkedBlockingQueue<>();
  private volatile Optional<Status> ended = Optional.empty();

  TestController(P4RuntimeGrpc.P4RuntimeStub stub) {
    requests = stub.streamChannel(this);
  }

  static Uint128 id(long low) {
    return Uint128.newBuilder().setLow(low).build();
  }

  static MasterArbitrationUpdate.Builder arbitration(long device, long electionId) {
    return MasterArbitrationUpdate.newBuilder().setDeviceId(device).setElectionId(id(electionId));
  }

  TestController arbitrate(long device, long electionId) {
    return send(arbitration(device, electionId));
  }

  TestController arbitrate(long device, String role, long electionId) {
    return send(arbitration(device, electionId).setRole(Role.newBuilder().setName(role)));
  }

  TestController send(MasterArbitrationUpdate.Builder arbitration) {
    send(StreamMessageRequest.newBuilder().setArbitration(arbitration).build());
    return this;
  }

  void send(StreamMessageRequest request) {
    requests.onNext(request);
  }

  void close() {
    requests.onCompleted();
  }

  void breakOff() {
    requests.onError(Status.CANCELLED.asException());
  }

  /** The next message, which must come. */
  StreamMessageResponse next() {
    try {
      return Optional.ofNullable(received.poll(20, TimeUnit.SECONDS)).orElseThrow();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  MasterArbitrationUpdate nextArbitration() {
    StreamMessageResponse message = next();
    if (!message.hasArbitration()) {
      throw new AssertionError("no arbitration: " + message);
    }
    return message.getArbitration();
  }

  /** The status code of the next arbitration message. */
  int nextStatus() {
    return nextArbitration().getStatus().getCode();
  }

  List<StreamMessageResponse> drain() {
    List<StreamMessageResponse> all = new java.util.ArrayList<>();
    received.drainTo(all);
    return all;
  }

  /** How the server ended the stream. */
  Optional<Status> ended() {
    return ended;
  }

  @Override
  public void onNext(StreamMessageResponse message) {
    received.add(message);
  }

  @Override
  public void onError(Throwable cause) {
    ended = Optional.of(Status.fromThrowable(cause));
  }

  @Override
  public void onCompleted() {
    ended = Optional.of(Status.OK);
  }
}
