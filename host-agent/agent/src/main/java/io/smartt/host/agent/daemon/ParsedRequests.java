package io.smartt.host.agent.daemon;

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
 * Answers a request whose bytes are not its Protobuf message with {@code INVALID_ARGUMENT}. gRPC
 * itself takes them for a fault of the service: it answers {@code UNKNOWN} and logs a stack trace.
 */
public final class ParsedRequests implements ServerInterceptor {
  private ParsedRequests() {}

  /** Returns a service that answers so. */
  public static ServerServiceDefinition of(BindableService service) {
    // With bytes as the message, gRPC parses inside of the call's listener, so that it can be seen.
    return ServerInterceptors.intercept(
        ServerInterceptors.useInputStreamMessages(service.bindService()), new ParsedRequests());
  }

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      private boolean refused;

      @Override
      public void onMessage(Q message) {
        if (refused) {
          return;
        }
        try {
          super.onMessage(message);
        } catch (StatusRuntimeException e) {
          if (!(e.getCause() instanceof InvalidProtocolBufferException cause)) {
            throw e;
          }
          refused = true;
          // First, so that a stream which the service holds sends no more.
          super.onCancel();
          call.close(
              Status.INVALID_ARGUMENT.withDescription(
                  "the request is not its Protobuf message: " + cause.getMessage()),
              new Metadata());
        }
      }

      @Override
      public void onHalfClose() {
        if (!refused) {
          super.onHalfClose();
        }
      }

      @Override
      public void onReady() {
        if (!refused) {
          super.onReady();
        }
      }

      @Override
      public void onCancel() {
        if (!refused) {
          super.onCancel();
        }
      }

      @Override
      public void onComplete() {
        if (!refused) {
          super.onComplete();
        }
      }
    };
  }
}
