package io.smartt.controller.p4runtime;

import module java.base;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;

/**
 * The stream that holds a controller's place in the election for as long as it is open. It has no
 * thread; answers come in on the channel's.
 */
final class ArbitrationStream implements AutoCloseable {
  private final SwitchId switchId;
  private final ElectionId electionId;
  private final Duration deadline;
  private final CompletableFuture<MasterArbitrationUpdate> firstAnswer = new CompletableFuture<>();
  private final CompletableFuture<Status> ended = new CompletableFuture<>();
  private final StreamObserver<StreamMessageRequest> requests;
  private volatile boolean primary;

  ArbitrationStream(
      P4RuntimeGrpc.P4RuntimeStub stub,
      SwitchId switchId,
      ElectionId electionId,
      Duration deadline) {
    this.switchId = switchId;
    this.electionId = electionId;
    this.deadline = deadline;
    requests = stub.streamChannel(new Answers());
  }

  /** Bids, and waits for the switch's word on it. */
  void becomePrimary() {
    requests.onNext(
        StreamMessageRequest.newBuilder()
            .setArbitration(
                MasterArbitrationUpdate.newBuilder()
                    .setDeviceId(switchId.deviceId())
                    .setElectionId(electionId.toMessage()))
            .build());
    MasterArbitrationUpdate answer = await();
    if (!isOk(answer)) {
      close();
      throw new P4RuntimeClient.NotPrimaryException(
          switchId,
          electionId,
          ElectionId.of(answer.getElectionId()),
          answer.getStatus().getMessage());
    }
  }

  private MasterArbitrationUpdate await() {
    try {
      return firstAnswer.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      close();
      throw new P4RuntimeException(
          switchId,
          Status.Code.DEADLINE_EXCEEDED,
          "no answer to arbitration within " + deadline.toMillis() + " ms");
    } catch (ExecutionException e) {
      Status status = Status.fromThrowable(e);
      throw new P4RuntimeException(switchId, "arbitration", status, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new P4RuntimeException(switchId, Status.Code.CANCELLED, "arbitration interrupted");
    }
  }

  /** Returns whether the switch's last word was that we are, on a stream that still stands. */
  boolean isPrimary() {
    return primary;
  }

  /** Half-closes, and waits for the switch to have seen it. */
  @Override
  public void close() {
    primary = false;
    if (ended.isDone()) {
      return;
    }
    requests.onCompleted();
    try {
      ended.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      requests.onError(Status.CANCELLED.withDescription("client closed").asRuntimeException());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isOk(MasterArbitrationUpdate update) {
    return update.getStatus().getCode() == Status.Code.OK.value();
  }

  private final class Answers implements StreamObserver<StreamMessageResponse> {
    @Override
    public void onNext(StreamMessageResponse response) {
      if (response.hasArbitration()) {
        primary = isOk(response.getArbitration());
        firstAnswer.complete(response.getArbitration());
      }
    }

    @Override
    public void onError(Throwable error) {
      end(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      end(Status.CANCELLED.withDescription("the switch closed the stream"));
    }

    private void end(Status status) {
      primary = false;
      firstAnswer.completeExceptionally(status.asRuntimeException());
      ended.complete(status);
    }
  }
}
