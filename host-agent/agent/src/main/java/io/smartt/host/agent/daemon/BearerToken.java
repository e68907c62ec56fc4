package io.smartt.host.agent.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;

/**
 * The secret that callers of a server show (RFC 6750: {@code authorization: Bearer ...}).
 *
 * @param text of it
 */
public record BearerToken(String text) {
  /** Variable of the environment that {@code smartt agent} reads it from. */
  public static final String VARIABLE = "SMARTT_AGENT_TOKEN";

  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final String SCHEME = "Bearer ";
  private static final int LEAST_LENGTH = 16;
  private static final int FRESH_BYTES = 24;

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

  /** Returns a new token that nobody can guess. */
  public static BearerToken fresh(SecureRandom random) {
    byte[] secret = new byte[FRESH_BYTES];
    random.nextBytes(secret);
    return new BearerToken(HexFormat.of().formatHex(secret));
  }

  /** Shows it with every call. */
  public ClientInterceptor shown() {
    Metadata headers = new Metadata();
    headers.put(HEADER, SCHEME + text);
    return MetadataUtils.newAttachHeadersInterceptor(headers);
  }

  /** Refuses calls that do not show it. */
  public ServerInterceptor demanded() {
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
                shown == null ? "no token was shown" : "the token is not this server's"),
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
