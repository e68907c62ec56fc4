package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.certificates.SecretFile;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.options.TlsOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a daemon that say who may call it. */
final class AccessOptions {
  @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate (PEM) for TLS.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key (PEM, PKCS #8).")
  private @Nullable Path key;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Callers must show a certificate that this one signed (mutual TLS).")
  private @Nullable Path clientCa;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Holds the token that callers must show. Or the variable SMARTT_AGENT_TOKEN.")
  private @Nullable Path tokenFile;

  /**
   * Returns the files of TLS; empty without.
   *
   * @throws UserInputException if some are missing
   */
  Optional<TlsFiles> tls() {
    return TlsOptions.files(certificate, key, Optional.ofNullable(clientCa));
  }

  /**
   * Returns the token that callers must show.
   *
   * @throws UserInputException naming the file or variable that has none
   */
  Optional<BearerToken> token() {
    String text = System.getenv(BearerToken.VARIABLE);
    String where = BearerToken.VARIABLE;
    if (tokenFile != null) {
      where = "--token-file " + tokenFile;
      text = SecretFile.read(tokenFile);
    }
    try {
      return Optional.ofNullable(text).map(BearerToken::new);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(where + ": " + e.getMessage(), e);
    }
  }
}
