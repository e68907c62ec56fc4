package io.smartt.emulation.gnmi;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Lets those call who show a secret: as {@code authorization: Bearer SECRET} (gnmic's {@code
 * --token}), or as {@code password} of any {@code username} (gNMI authentication,
 * openconfig/reference rpc/gnmi/gnmi-authentication.md; Telegraf and gnmi_cli).
 *
 * @param isSecret whether a text is the secret
 */
record TokenCheck(Predicate<Optional<String>> isSecret) implements ServerInterceptor {
  private static final String BEARER = "Bearer ";

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Optional<String> bearer =
        header(headers, "authorization")
            .filter(value -> value.startsWith(BEARER))
            .map(value -> value.substring(BEARER.length()));
    if (isSecret.test(bearer) || isSecret.test(header(headers, "password"))) {
      return next.startCall(call, headers);
    }
    call.close(
        Status.UNAUTHENTICATED.withDescription(
            "the run's token is wanted, as authorization: Bearer TOKEN or as password"),
        new Metadata());
    return new ServerCall.Listener<>() {};
  }

  private static Optional<String> header(Metadata headers, String name) {
    return Optional.ofNullable(
        headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
  }
}
