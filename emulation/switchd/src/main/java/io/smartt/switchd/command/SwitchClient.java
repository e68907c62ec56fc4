package io.smartt.switchd.command;

import module java.base;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.controller.rpc.TlsClientFiles.TlsException;
import io.smartt.controller.rpc.TlsRefusal;
import io.smartt.switchd.ctl.v1.SwitchControlGrpc;
import io.smartt.switchd.options.Addresses;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The switch that {@code smartt switch ctl} talks to. */
final class SwitchClient {
  @Option(
      names = "--addr",
      paramLabel = "HOST:PORT",
      description = "The switch: its --ctl-addr or --grpc-server-addr. Default: ${DEFAULT-VALUE}.")
  private String address = "127.0.0.1:9559";

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "TLS: the switch's certificate must be signed by this one (PEM).")
  private @Nullable Path ca;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "Certificate to show, for mutual TLS.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key.")
  private @Nullable Path key;

  /**
   * Calls the switch.
   *
   * @throws RunFailedException saying which switch did not answer or what it refused
   */
  <T> T call(Function<SwitchControlGrpc.SwitchControlBlockingStub, T> call) {
    var _ = Addresses.parse("--addr", address);
    ManagedChannel channel = channel();
    try {
      return call.apply(SwitchControlGrpc.newBlockingStub(channel));
    } catch (StatusRuntimeException e) {
      throw new RunFailedException(problem(e), e);
    } finally {
      channel.shutdownNow();
    }
  }

  private ManagedChannel channel() {
    try {
      return Channels.open(address, tls());
    } catch (TlsException e) {
      throw new UserInputException(e);
    }
  }

  private String problem(StatusRuntimeException e) {
    String reason = String.valueOf(e.getStatus().getDescription());
    return switch (e.getStatus().getCode()) {
      case UNAVAILABLE ->
          TlsRefusal.in(e, tls())
              .map(refusal -> "the switch at " + address + " cannot be reached: " + refusal.text())
              .orElseGet(() ->
                  "no switch answers at %s: %s%s; --addr says where it is"
                      .formatted(
                          address,
                          reason,
                          e.getStatus().getCause() == null
                              ? ""
                              : " (" + e.getStatus().getCause().getMessage() + ")"));
      case UNIMPLEMENTED ->
          "what answers at " + address + " is no switch control service: " + reason;
      default -> "the switch at " + address + " refuses: " + reason;
    };
  }

  private Optional<TlsClientFiles> tls() {
    if ((certificate == null) != (key == null)) {
      throw new UserInputException("--tls-cert and --tls-key go together");
    }
    Optional<TlsClientFiles.Own> own =
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new TlsClientFiles.Own(certificate, key));
    return ca == null && own.isEmpty()
        ? Optional.empty()
        : Optional.of(new TlsClientFiles(Optional.ofNullable(ca), own));
  }
}
