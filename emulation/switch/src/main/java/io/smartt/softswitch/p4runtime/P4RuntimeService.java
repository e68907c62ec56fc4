package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.smartt.base.concurrent.SeldomLines;
import io.smartt.softswitch.p4runtime.WriteBatch.Outcome;
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

  private static final long LOG_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Errors travel base64-coded in the trailers. The specification has clients accept 8192 bytes and
   * 100 for each update; gRPC's default is 8192. So much of it is left for errors.
   */
  private static final int DETAILS_BYTES = 5_800;

  /** The bytes that an element takes without its text, its type's address foremost. */
  private static final int ENVELOPE_BYTES = 41;

  /** Nobody understands less. */
  private static final int SHORTEST_TEXT = 12;

  private static final int SHORT_TEXT = 40;

  /**
   * The bytes that a message about elements without details takes, in both of the trailers that
   * have it.
   */
  private static final int MESSAGE_BYTES = 600;

  private static final int TEXT_IN_MESSAGE = 100;

  private final SeldomLines faults = new SeldomLines(LOG_EVERY_NS);
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
      throw failure(what, outcomes);
    }
  }

  private void answer(StreamObserver<?> response, Runnable call) {
    try {
      call.run();
    } catch (Refusal refusal) {
      response.onError(refusal.status().asRuntimeException());
      return;
    } catch (io.grpc.StatusRuntimeException e) {
      response.onError(e);
      return;
    } catch (RuntimeException e) {
      // With its trace, which a controller that goes on asking must not fill the disk with.
      faults
          .next(e.getClass().getName(), System.nanoTime())
          .ifPresent(more -> LOG.error("P4Runtime call failed, {} more since the last", more, e));
      response.onError(
          Status.INTERNAL.withDescription(String.valueOf(e.getMessage())).asRuntimeException());
      return;
    }
    response.onCompleted();
  }

  /**
   * The status of a batch of which something failed: UNKNOWN, with exactly one {@code p4.v1.Error}
   * for each element in request order (P4Runtime section 10). Clients of gRPC's C core read no
   * trailers above 16 KiB, and refuse them at random above 8 KiB. So of a batch that is larger than
   * its errors may be, there are those of its first elements, and the message says so.
   */
  static StatusRuntimeException failure(String what, List<Outcome> outcomes) {
    int failed = failed(outcomes);
    String message = "%d of %d %s failed".formatted(failed, outcomes.size(), what);
    int room = DETAILS_BYTES - ENVELOPE_BYTES * outcomes.size();
    if (room >= SHORTEST_TEXT * failed) {
      return status(message, outcomes, room);
    }
    int told = (DETAILS_BYTES - MESSAGE_BYTES) / (ENVELOPE_BYTES + SHORTEST_TEXT);
    return status(
        message + tooMany(outcomes, told),
        outcomes.subList(0, Math.min(told, outcomes.size())),
        DETAILS_BYTES - MESSAGE_BYTES - ENVELOPE_BYTES * told);
  }

  private static int failed(List<Outcome> outcomes) {
    return (int) outcomes.stream().filter(outcome -> !outcome.done()).count();
  }

  /** Says which elements have no details, and what failed first. */
  private static String tooMany(List<Outcome> outcomes, int told) {
    int first = 0;
    while (outcomes.get(first).done()) {
      first++;
    }
    Error error = error(outcomes.get(first), TEXT_IN_MESSAGE);
    return "; an error has details of the first %d only, send fewer to get all; first failed number %d, %s: %s"
        .formatted(
            told,
            first + 1,
            Status.fromCodeValue(error.getCanonicalCode()).getCode(),
            error.getMessage());
  }

  private static StatusRuntimeException status(String message, List<Outcome> outcomes, int budget) {
    int failed = failed(outcomes);
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder().setCode(Code.UNKNOWN_VALUE).setMessage(message);
    int least = Math.min(SHORT_TEXT, budget / Math.max(1, failed));
    // The first errors are whole, as far as there is room for a short form of all others.
    int spare = Math.max(0, budget - least * failed);
    for (Outcome outcome : outcomes) {
      Error error = error(outcome, least + spare);
      spare -= Math.max(0, error.getMessageBytes().size() - least);
      status.addDetails(Any.pack(error));
    }
    return StatusProto.toStatusRuntimeException(status.build());
  }

  private static Error error(Outcome outcome, int most) {
    return switch (outcome) {
      case Outcome.Done() -> Error.getDefaultInstance();
      case Outcome.Refused(var code, var message) ->
          Error.newBuilder()
              .setCanonicalCode(code.value())
              .setMessage(shortened(message, most))
              .build();
    };
  }

  private static String shortened(String message, int most) {
    return message.length() <= most ? message : message.substring(0, most - 3) + "...";
  }

  /**
   * The server's treatment of its clients.
   *
   * @param strict the letter of the specification; otherwise what existing clients need is let
   *     through: device id 0, and replicas on ports that the switch does not have (yet)
   * @param maxStreamsPerRole controllers at a time for one device and role
   * @param maxWaitingPackets packets and notices kept for a controller that reads too slowly; more
   *     are dropped
   */
  public record P4RuntimeSettings(boolean strict, int maxStreamsPerRole, int maxWaitingPackets) {
    /** Returns what suits existing controllers. */
    public static P4RuntimeSettings lenient() {
      return new P4RuntimeSettings(false, 64, 1024);
    }

    /** The letter of the specification. */
    public static P4RuntimeSettings strictly() {
      return new P4RuntimeSettings(true, 64, 1024);
    }
  }
}
