package io.smartt.controller.p4runtime;

import module java.base;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest;
import org.p4.v1.GetForwardingPipelineConfigResponse;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.ReadRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * The calls of P4Runtime for one switch, in protocol messages. Each has a deadline, and fails with
 * a {@link P4RuntimeException} that names the switch. Closing ends the session; the channel is its
 * owner's. Thread safe.
 */
public final class P4RuntimeClient implements AutoCloseable {
  private final SwitchId switchId;
  private final ElectionId electionId;
  private final Duration deadline;
  private final P4RuntimeGrpc.P4RuntimeBlockingStub blocking;
  private final Optional<ArbitrationStream> stream;

  private P4RuntimeClient(
      Channel channel,
      SwitchId switchId,
      ElectionId electionId,
      Duration deadline,
      Optional<ArbitrationStream> stream) {
    this.switchId = switchId;
    this.electionId = electionId;
    this.deadline = deadline;
    this.stream = stream;
    blocking = P4RuntimeGrpc.newBlockingStub(channel);
  }

  /**
   * Opens a session as primary controller.
   *
   * @param deadline of each call
   * @throws NotPrimaryException where another controller has a higher election id
   */
  public static P4RuntimeClient connect(
      Channel channel, SwitchId switchId, ElectionId electionId, Duration deadline) {
    ArbitrationStream stream =
        new ArbitrationStream(P4RuntimeGrpc.newStub(channel), switchId, electionId, deadline);
    stream.becomePrimary();
    return new P4RuntimeClient(channel, switchId, electionId, deadline, Optional.of(stream));
  }

  /**
   * Opens a client that only reads, which needs no session: the primary controller stays primary. A
   * switch refuses what this client writes.
   *
   * @param deadline of each call
   */
  public static P4RuntimeClient observe(Channel channel, SwitchId switchId, Duration deadline) {
    return new P4RuntimeClient(channel, switchId, ElectionId.of(0), deadline, Optional.empty());
  }

  /** Returns the identity of the switch. */
  public SwitchId switchId() {
    return switchId;
  }

  /** Loads a program with empty tables (VERIFY_AND_COMMIT). */
  public void setPipelineConfig(ForwardingPipelineConfig config) {
    var _ =
        call(
            "SetForwardingPipelineConfig",
            () ->
                stub()
                    .setForwardingPipelineConfig(
                        SetForwardingPipelineConfigRequest.newBuilder()
                            .setDeviceId(switchId.deviceId())
                            .setElectionId(electionId.toMessage())
                            .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                            .setConfig(config)
                            .build()));
  }

  /** The program, or the part of it asked for; empty where the switch has none. */
  public Optional<ForwardingPipelineConfig> pipelineConfig(
      GetForwardingPipelineConfigRequest.ResponseType part) {
    GetForwardingPipelineConfigRequest request =
        GetForwardingPipelineConfigRequest.newBuilder()
            .setDeviceId(switchId.deviceId())
            .setResponseType(part)
            .build();
    try {
      GetForwardingPipelineConfigResponse response =
          call("GetForwardingPipelineConfig", () -> stub().getForwardingPipelineConfig(request));
      return response.hasConfig() ? Optional.of(response.getConfig()) : Optional.empty();
    } catch (P4RuntimeException e) {
      // BMv2 and others answer so where the protocol says to leave config unset.
      if (e.code() == Status.Code.FAILED_PRECONDITION) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Everything that matches the patterns.
   *
   * @param patterns entities with the ids and fields that matter
   */
  public List<Entity> read(List<Entity> patterns) {
    ReadRequest request =
        ReadRequest.newBuilder().setDeviceId(switchId.deviceId()).addAllEntities(patterns).build();
    return call(
        "Read",
        () -> {
          List<Entity> entities = new ArrayList<>();
          stub().read(request).forEachRemaining(part -> entities.addAll(part.getEntitiesList()));
          return entities;
        });
  }

  /**
   * Sends one batch. A switch may do its updates in any order (P4Runtime 12.1).
   *
   * @return an error for each update, code 0 where it was made; empty where all were
   */
  public List<Error> write(List<Update> updates) {
    WriteRequest request =
        WriteRequest.newBuilder()
            .setDeviceId(switchId.deviceId())
            .setElectionId(electionId.toMessage())
            .addAllUpdates(updates)
            .build();
    try {
      var _ = stub().write(request);
      return List.of();
    } catch (StatusRuntimeException e) {
      List<Error> errors = errorsOf(e);
      if (errors.isEmpty() || errors.size() != updates.size()) {
        throw P4RuntimeException.of(switchId, "Write", e);
      }
      return errors;
    }
  }

  private static List<Error> errorsOf(StatusRuntimeException e) {
    com.google.rpc.Status status = StatusProto.fromThrowable(e);
    if (status == null || e.getStatus().getCode() != Status.Code.UNKNOWN) {
      return List.of();
    }
    try {
      List<Error> errors = new ArrayList<>(status.getDetailsCount());
      for (Any detail : status.getDetailsList()) {
        errors.add(detail.unpack(Error.class));
      }
      return errors;
    } catch (InvalidProtocolBufferException notErrors) {
      return List.of();
    }
  }

  /** Gives up being primary; what was written stays. */
  @Override
  public void close() {
    stream.ifPresent(ArbitrationStream::close);
  }

  private <T> T call(String name, Supplier<T> rpc) {
    try {
      return rpc.get();
    } catch (StatusRuntimeException e) {
      throw P4RuntimeException.of(switchId, name, e);
    }
  }

  private P4RuntimeGrpc.P4RuntimeBlockingStub stub() {
    return blocking.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Another controller is primary, or has been with a higher election id (P4Runtime 5.3). */
  public static final class NotPrimaryException extends P4RuntimeException {
    NotPrimaryException(SwitchId switchId, ElectionId ours, ElectionId highest, String reason) {
      super(
          switchId,
          Status.Code.PERMISSION_DENIED,
          "not the primary controller with election id %s; the highest that the switch has seen is %s%s"
              .formatted(ours, highest, reason.isEmpty() ? "" : " (" + reason + ")"));
    }
  }

  /**
   * The stream that holds a controller's place in the election for as long as it is open. It has no
   * thread; answers come in on the channel's.
   */
  static final class ArbitrationStream implements AutoCloseable {
    private final SwitchId switchId;
    private final ElectionId electionId;
    private final Duration deadline;
    private final CompletableFuture<MasterArbitrationUpdate> firstAnswer =
        new CompletableFuture<>();
    private final CompletableFuture<Status> ended = new CompletableFuture<>();
    private final StreamObserver<StreamMessageRequest> requests;

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

    /** Half-closes, and waits for the switch to have seen it. */
    @Override
    public void close() {
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
        firstAnswer.completeExceptionally(status.asRuntimeException());
        ended.complete(status);
      }
    }
  }
}
