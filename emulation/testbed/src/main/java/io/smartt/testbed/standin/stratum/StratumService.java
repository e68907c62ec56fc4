package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.CapabilitiesResponse;
import org.p4.v1.Error;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest;
import org.p4.v1.GetForwardingPipelineConfigResponse;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.ReadRequest;
import org.p4.v1.ReadResponse;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.SetForwardingPipelineConfigResponse;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.WriteRequest;
import org.p4.v1.WriteResponse;

/** Stratum's P4Runtime calls (stratum/hal/lib/common/p4_service.cc). */
final class StratumService extends P4RuntimeGrpc.P4RuntimeImplBase {
  /** P4RUNTIME_VER (bazel/deps.bzl:13). */
  private static final String VERSION = "1.4.0-rc.5";

  private final long deviceId;
  private final Node node;
  private final Controllers controllers;
  private final FaultInjector mishaps;

  StratumService(long deviceId, Node node, Controllers controllers, FaultInjector mishaps) {
    this.deviceId = deviceId;
    this.node = node;
    this.controllers = controllers;
    this.mishaps = mishaps;
  }

  @Override
  public StreamObserver<StreamMessageRequest> streamChannel(
      StreamObserver<StreamMessageResponse> responses) {
    Controllers.Connection connection = new Controllers.Connection(responses);
    return new StreamObserver<>() {
      @Override
      public void onNext(StreamMessageRequest request) {
        try {
          mishaps.requirePower();
          take(request, connection, responses);
        } catch (StratumError e) {
          controllers.leave(connection);
          responses.onError(e.status().asRuntimeException());
        }
      }

      @Override
      public void onError(Throwable error) {
        controllers.leave(connection);
      }

      @Override
      public void onCompleted() {
        controllers.leave(connection);
        responses.onCompleted();
      }
    };
  }

  private void take(
      StreamMessageRequest request,
      Controllers.Connection connection,
      StreamObserver<StreamMessageResponse> responses) {
    switch (request.getUpdateCase()) {
      case ARBITRATION -> controllers.arbitrate(connection, request.getArbitration());
      case PACKET -> {
        StreamMessageResponse.Builder refusal = StreamMessageResponse.newBuilder();
        boolean primary = controllers.isPrimary(connection);
        refusal
            .getErrorBuilder()
            .setCanonicalCode((primary ? Code.UNIMPLEMENTED : Code.PERMISSION_DENIED).getNumber())
            .setMessage(primary ? "the stand-in sends no packets" : "Controller is not a master")
            .getPacketOutBuilder()
            .setPacketOut(request.getPacket());
        responses.onNext(refusal.build());
      }
      case DIGEST_ACK -> {
        // bfrt_node.cc:425: taken, and nothing done.
      }
      case OTHER, UPDATE_NOT_SET ->
          throw new StratumError(
              Code.INVALID_ARGUMENT, "Need to specify either arbitration, packet or digest ack.");
    }
  }

  @Override
  public void write(WriteRequest request, StreamObserver<WriteResponse> response) {
    mishaps.atWrite(
        request.getUpdatesCount() > 0,
        () ->
            answer(
                response,
                () -> {
                  if (request.getUpdatesCount() > 0) {
                    writeUpdates(request);
                  }
                  return WriteResponse.getDefaultInstance();
                }),
        refusal -> response.onError(refusal.status().asRuntimeException()));
  }

  private void writeUpdates(WriteRequest request) {
    requireDevice(request.getDeviceId());
    var _ = node.config();
    if (Controllers.isZero(request.getElectionId())) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Invalid election ID.");
    }
    controllers.requirePrimary(request.getRole(), request.getElectionId());
    StratumError.check(
        request.getAtomicity() == WriteRequest.Atomicity.CONTINUE_ON_ERROR,
        "bfrt_node.cc:191",
        "req.atomicity() == ::p4::v1::WriteRequest::CONTINUE_ON_ERROR",
        "Request atomicity " + request.getAtomicity() + " is not supported.");
    requireAll(
        node.write(request.getUpdatesList()).stream(), "One or more write operations failed.");
  }

  @Override
  public void read(ReadRequest request, StreamObserver<ReadResponse> response) {
    try {
      mishaps.requirePower();
      if (request.getEntitiesCount() > 0) {
        requireDevice(request.getDeviceId());
        var _ = node.config();
        List<Node.Answer> answers = node.read(request.getEntitiesList());
        for (Node.Answer answer : answers) {
          response.onNext(ReadResponse.newBuilder().addAllEntities(answer.found()).build());
        }
        requireAll(answers.stream().map(Node.Answer::error), "One or more read operations failed.");
      }
      response.onCompleted();
    } catch (StratumError e) {
      response.onError(e.status().asRuntimeException());
    } catch (io.grpc.StatusRuntimeException e) {
      response.onError(e);
    }
  }

  /** An error for each, behind UNKNOWN (p4_service.cc:195; error.cc has no code of its own). */
  private static void requireAll(Stream<Optional<StratumError>> results, String what) {
    List<Optional<StratumError>> all = results.toList();
    if (all.stream().allMatch(Optional::isEmpty)) {
      return;
    }
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder().setCode(Code.UNKNOWN_VALUE).setMessage(what);
    for (Optional<StratumError> result : all) {
      status.addDetails(
          Any.pack(result.map(StratumError::error).orElseGet(Error::getDefaultInstance)));
    }
    throw StatusProto.toStatusRuntimeException(status.build());
  }

  @Override
  public void setForwardingPipelineConfig(
      SetForwardingPipelineConfigRequest request,
      StreamObserver<SetForwardingPipelineConfigResponse> response) {
    answer(
        response,
        () -> {
          set(request);
          return SetForwardingPipelineConfigResponse.getDefaultInstance();
        });
  }

  private void set(SetForwardingPipelineConfigRequest request) {
    requireDevice(request.getDeviceId());
    if (Controllers.isZero(request.getElectionId())) {
      throw new StratumError(
          Code.INVALID_ARGUMENT, "Invalid election ID for node " + deviceId + ".");
    }
    controllers.requirePrimary(request.getRole(), request.getElectionId());
    switch (request.getAction()) {
      case VERIFY -> {
        var _ = node.verify(request.getConfig());
      }
      case VERIFY_AND_SAVE -> node.save(request.getConfig());
      case VERIFY_AND_COMMIT -> node.push(request.getConfig());
      case COMMIT -> node.commit();
      case RECONCILE_AND_COMMIT ->
          throw new StratumError(
              Code.UNIMPLEMENTED, "RECONCILE_AND_COMMIT action not supported yet");
      case UNSPECIFIED, UNRECOGNIZED ->
          throw new StratumError(
              Code.INVALID_ARGUMENT, "Invalid action passed for node " + deviceId + ".");
    }
  }

  @Override
  public void getForwardingPipelineConfig(
      GetForwardingPipelineConfigRequest request,
      StreamObserver<GetForwardingPipelineConfigResponse> response) {
    answer(
        response,
        () -> {
          requireDevice(request.getDeviceId());
          ForwardingPipelineConfig.Builder part = node.config().toBuilder();
          switch (request.getResponseType()) {
            case COOKIE_ONLY -> part.clearP4Info().clearP4DeviceConfig();
            case P4INFO_AND_COOKIE -> part.clearP4DeviceConfig();
            case DEVICE_CONFIG_AND_COOKIE -> part.clearP4Info();
            case ALL, UNRECOGNIZED -> {}
          }
          return GetForwardingPipelineConfigResponse.newBuilder().setConfig(part).build();
        });
  }

  @Override
  public void capabilities(
      CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> response) {
    answer(
        response, () -> CapabilitiesResponse.newBuilder().setP4RuntimeApiVersion(VERSION).build());
  }

  private void requireDevice(long id) {
    if (id == 0) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Invalid device ID.");
    }
    if (id != deviceId) {
      // p4_service.cc:827; a switch that has a program says it so.
      var _ = node.config();
      throw new StratumError(
          Code.FAILED_PRECONDITION,
          "Invalid node id or no valid forwarding pipeline config has been pushed for node %d yet."
              .formatted(id));
    }
  }

  private <T> void answer(StreamObserver<T> response, java.util.function.Supplier<T> call) {
    try {
      mishaps.requirePower();
      T value = call.get();
      response.onNext(value);
      response.onCompleted();
    } catch (StratumError e) {
      response.onError(e.status().asRuntimeException());
    } catch (io.grpc.StatusRuntimeException e) {
      response.onError(e);
    } catch (RuntimeException e) {
      response.onError(
          Status.INTERNAL.withDescription(String.valueOf(e.getMessage())).asRuntimeException());
    }
  }
}
