package io.smartt.switchd.options;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.softswitch.standalone.TlsFiles;
import org.jspecify.annotations.Nullable;

/** The options {@code --tls-cert}, {@code --tls-key} and {@code --tls-ca} of a server. */
public final class TlsOptions {
  private TlsOptions() {}

  /**
   * Returns the files that the options name; nothing where none is given.
   *
   * @throws UserInputException for a certificate without a key, and the reverse
   */
  public static Optional<TlsFiles> files(
      @Nullable Path certificate, @Nullable Path key, Optional<Path> clientCa) {
    return certificate == null && key == null && clientCa.isEmpty()
        ? Optional.empty()
        : Optional.of(required(certificate, key, clientCa));
  }

  /**
   * Returns the files that the options name.
   *
   * @throws UserInputException unless there are both a certificate and a key
   */
  public static TlsFiles required(
      @Nullable Path certificate, @Nullable Path key, Optional<Path> clientCa) {
    if (certificate == null || key == null) {
      throw new UserInputException("TLS needs both a certificate and a key: --tls-cert, --tls-key");
    }
    return new TlsFiles(certificate, key, clientCa);
  }
}
