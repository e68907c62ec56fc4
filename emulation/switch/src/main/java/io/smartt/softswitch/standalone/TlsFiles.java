package io.smartt.softswitch.standalone;

import module java.base;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.controller.rpc.TlsClientFiles.TlsException;

/**
 * TLS of a server, from PEM files.
 *
 * @param certificate the server's certificate with those that lead to its CA
 * @param key its private key, PKCS #8 without a password
 * @param clientCa signs the certificates that clients must show; empty: they show none
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientCa) {
  /**
   * Returns what gRPC needs of them.
   *
   * @throws UserInputException naming the file that is missing or is not what it should be
   */
  public ServerCredentials credentials() {
    try {
      TlsClientFiles.requirePem(certificate, "CERTIFICATE");
      TlsClientFiles.requirePem(key, "PRIVATE KEY");
      TlsClientFiles.requireMatch(certificate, key);
      TlsServerCredentials.Builder tls =
          TlsServerCredentials.newBuilder().keyManager(certificate.toFile(), key.toFile());
      if (clientCa.isPresent()) {
        TlsClientFiles.requirePem(clientCa.get(), "CERTIFICATE");
        tls.trustManager(clientCa.get().toFile())
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
      }
      return tls.build();
    } catch (TlsException e) {
      throw new UserInputException(e);
    } catch (IOException e) {
      throw new UserInputException("TLS files cannot be read: " + FileErrors.reason(e), e);
    }
  }
}
