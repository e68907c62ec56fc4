package io.smartt.emulation.softswitch.p4runtime;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.CapabilitiesResponse;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The P4Runtime 1.5 service in front of one or more switches, each with a device id. Calls run on
 * gRPC's executor; those for one device one at a time.
 */
public final class P4RuntimeService extends P4RuntimeGrpc.P4RuntimeImplBase {
  /** The version of the protocol that Capabilities answers. */
  public static final String API_VERSION = "1.5.0";

  private static final Logger LOG = LoggerFactory.getLogger(P4RuntimeService.class);

  private final Map<Long, DeviceSession> devices = new LinkedHashMap<>();
  private final P4RuntimeSettings settings;

  /**
   * Serves these devices.
   *
   * @throws IllegalArgumentException where two have one id, or one has id 0 and the settings are
   *     strict
   */
  public P4RuntimeService(
      Collection<? extends ForwardingDevice> devices,
      ForwardingDevice.ProgramLoader loader,
      P4RuntimeSettings settings) {
    this.settings = settings;
    ConfigVerifier verifier = new ConfigVerifier(loader);
    for (ForwardingDevice device : devices) {
      String id = Long.toUnsignedString(device.deviceId());
      if (settings.strict() && device.deviceId() == 0) {
        throw new IllegalArgumentException(
            "device id 0 is not valid in P4Runtime 1.5; use 1 or more");
      }
      if (this.devices.put(device.deviceId(), new DeviceSession(device, verifier, settings))
          != null) {
        throw new IllegalArgumentException("two devices have id " + id);
      }
    }
  }

  /**
   * Runs a config on a device as if a controller had committed it, for a switch that is started
   * with its program.
   *
   * @throws IllegalArgumentException saying why the config cannot be realised
   */
  public void preload(long deviceId, ForwardingPipelineConfig config) {
    try {
      device(deviceId).preload(config);
    } catch (Refusal refusal) {
      throw new IllegalArgumentException(refusal.status().getDescription(), refusal);
    }
  }

  /** A controller of a device in this process, which needs no stream. */
  public LocalController local(long deviceId) {
    return new LocalController(device(deviceId));
  }

  @Override
  public StreamObserver<StreamMessageRequest> streamChannel(
      StreamObserver<StreamMessageResponse> responses) {
    ServerCallStreamObserver<StreamMessageResponse> out =
        (ServerCallStreamObserver<StreamMessageResponse>) responses;
    ControllerStream stream = new ControllerStream(out, settings.maxWaitingPackets());
    StreamHandler handler = new StreamHandler(stream, this::device);
    out.setOnCancelHandler(handler::cancelled);
    return handler;
  }

  @Override
  public void write(WriteRequest request, StreamObserver<WriteResponse> response) {
    answer(
        response,
        () -> {
          List<WriteBatch.Outcome> outcomes = device(request.getDeviceId()).write(request);
          requireAllDone("updates", outcomes);
          response.onNext(WriteResponse.getDefaultInstance());
        });
  }

  @Override
  public void read(ReadRequest request, StreamObserver<ReadResponse> response) {
    answer(
        response,
        () -> {
          DeviceSession.ReadResult result = device(request.getDeviceId()).read(request);
          result.responses().forEach(response::onNext);
          requireAllDone("requests", result.outcomes());
        });
  }

  @Override
  public void setForwardingPipelineConfig(
      SetForwardingPipelineConfigRequest request,
      StreamObserver<SetForwardingPipelineConfigResponse> response) {
    answer(
        response,
        () -> {
          device(request.getDeviceId()).setConfig(request);
          response.onNext(SetForwardingPipelineConfigResponse.getDefaultInstance());
        });
  }

  @Override
  public void getForwardingPipelineConfig(
      GetForwardingPipelineConfigRequest request,
      StreamObserver<GetForwardingPipelineConfigResponse> response) {
    answer(
        response,
        () -> {
          GetForwardingPipelineConfigResponse.Builder message =
              GetForwardingPipelineConfigResponse.newBuilder();
          device(request.getDeviceId())
              .config(request.getResponseType())
              .ifPresent(message::setConfig);
          response.onNext(message.build());
        });
  }

  @Override
  public void capabilities(
      CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> response) {
    answer(
        response,
        () -> {
          if (request.getDeviceId() != 0) {
            device(request.getDeviceId());
          }
          response.onNext(
              CapabilitiesResponse.newBuilder().setP4RuntimeApiVersion(API_VERSION).build());
        });
  }

  private DeviceSession device(long id) {
    return Optional.ofNullable(devices.get(id))
        .orElseThrow(() ->
            Refusal.notFound(
                "no device has id %s; there is %s"
                    .formatted(
                        Long.toUnsignedString(id),
                        devices.size() > 8
                            ? devices.size() + " devices"
                            : devices.keySet().stream().map(Long::toUnsignedString).toList())));
  }

  private static void requireAllDone(String what, List<WriteBatch.Outcome> outcomes) {
    if (!outcomes.stream().allMatch(WriteBatch.Outcome::done)) {
      throw P4Errors.batch(what, outcomes);
    }
  }

  private static void answer(StreamObserver<?> response, Runnable call) {
    try {
      call.run();
    } catch (Refusal refusal) {
      response.onError(refusal.status().asRuntimeException());
      return;
    } catch (io.grpc.StatusRuntimeException e) {
      response.onError(e);
      return;
    } catch (RuntimeException e) {
      LOG.error("P4Runtime call failed", e);
      response.onError(
          Status.INTERNAL.withDescription(String.valueOf(e.getMessage())).asRuntimeException());
      return;
    }
    response.onCompleted();
  }
}
