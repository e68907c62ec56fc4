package io.smartt.host.agent.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.security.MessageDigest;

/**
 * The secret that callers of an agent show (RFC 6750: {@code authorization: Bearer ...}).
 *
 * @param text of it
 */
public record BearerToken(String text) {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final String SCHEME = "Bearer ";
  private static final int LEAST_LENGTH = 16;

  /** Refuses what is short enough to be guessed or cannot stand in a header. */
  public BearerToken {
    if (text.length() < LEAST_LENGTH) {
      throw new IllegalArgumentException(
          "the token has %d characters; %d or more are accepted"
              .formatted(text.length(), LEAST_LENGTH));
    }
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("the token is one word of printable ASCII characters");
    }
  }

  /** Shows it with every call. */
  public ClientInterceptor shown() {
    Metadata headers = new Metadata();
    headers.put(HEADER, SCHEME + text);
    return MetadataUtils.newAttachHeadersInterceptor(headers);
  }

  /** Refuses calls that do not show it. */
  ServerInterceptor demanded() {
    return new ServerInterceptor() {
      @Override
      public <Q, P> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
        String shown = headers.get(HEADER);
        if (shown != null && isThis(shown)) {
          return next.startCall(call, headers);
        }
        call.close(
            Status.UNAUTHENTICATED.withDescription(
                shown == null ? "no token was shown" : "the token is not this agent's"),
            new Metadata());
        return new ServerCall.Listener<>() {};
      }
    };
  }

  /** Compares in constant time. */
  private boolean isThis(String header) {
    return MessageDigest.isEqual(header.getBytes(UTF_8), (SCHEME + text).getBytes(UTF_8));
  }

  /** Text without the secret, for logs. */
  @Override
  public String toString() {
    return "BearerToken";
  }
}
