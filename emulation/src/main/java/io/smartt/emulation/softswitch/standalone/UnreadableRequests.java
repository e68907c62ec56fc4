package io.smartt.emulation.softswitch.standalone;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.BindableService;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/**
 * Answers requests that are no protobuf of their type with INVALID_ARGUMENT. gRPC itself answers
 * UNKNOWN, as to a fault of the server, and logs it as one.
 */
final class UnreadableRequests implements ServerInterceptor {
  /** A service whose messages are parsed where this can see it. */
  static ServerServiceDefinition refusedBy(BindableService service) {
    return ServerInterceptors.intercept(
        ServerInterceptors.useInputStreamMessages(service.bindService()), new UnreadableRequests());
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      private boolean refused;

      @Override
      public void onMessage(Q message) {
        try {
          super.onMessage(message);
        } catch (StatusRuntimeException e) {
          if (!(e.getCause() instanceof InvalidProtocolBufferException unreadable)) {
            throw e;
          }
          refused = true;
          call.close(
              Status.INVALID_ARGUMENT.withDescription(
                  "the request is no %s request: %s"
                      .formatted(
                          call.getMethodDescriptor().getBareMethodName(),
                          unreadable.getMessage())),
              new Metadata());
        }
      }

      /** A refused request is over; its service has seen none and would call that a fault. */
      @Override
      public void onHalfClose() {
        if (!refused) {
          super.onHalfClose();
        }
      }
    };
  }
}
