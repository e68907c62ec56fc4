package io.smartt.testbed.standin.lab;

import module java.base;

import io.grpc.ServerCredentials;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.SecretFile;
import io.smartt.base.output.WholeFile;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.softswitch.standalone.TlsFiles;

/**
 * The files of a laboratory: certificates, the token of agents, configurations of switches, the
 * profile.
 */
final class LabFolder {
  private static final Duration YEAR = Duration.ofDays(365);
  private static final int TOKEN_BYTES = 24;

  private final Path folder;
  private final CertificateFolder certificates;
  private final String token;

  private LabFolder(Path folder, CertificateFolder certificates, String token) {
    this.folder = folder;
    this.certificates = certificates;
    this.token = token;
  }

  /**
   * Makes what is not there yet.
   *
   * @throws RunFailedException if it cannot be written
   */
  static LabFolder open(Path folder) {
    SecureRandom random = new SecureRandom();
    return RunFailedException.saying(folder + " cannot be written")
        .get(() -> {
          Files.createDirectories(folder);
          CertificateFolder certificates =
              CertificateFolder.open(folder.resolve("certs"), Clock.systemUTC(), YEAR, random);
          certificates.issue(CertificateRequest.controller("harness"));
          byte[] secret = new byte[TOKEN_BYTES];
          random.nextBytes(secret);
          LabFolder lab = new LabFolder(folder, certificates, HexFormat.of().formatHex(secret));
          SecretFile.write(lab.file("token"), lab.token + "\n");
          return lab;
        });
  }

  /** Returns what a server shows, which admits the harness alone. */
  ServerCredentials credentials(String name) {
    return credentials(name, Optional.of(certificates.authorityFile()));
  }

  /**
   * Returns what a server shows that asks callers for nothing, as Stratum
   * (credentials_manager.cc:68).
   */
  ServerCredentials openCredentials(String name) {
    return credentials(name, Optional.empty());
  }

  private ServerCredentials credentials(String name, Optional<Path> clientCa) {
    certificates.issue(new CertificateRequest(name, List.of(name, "localhost", "127.0.0.1")));
    return new TlsFiles(certificates.certificateFile(name), certificates.keyFile(name), clientCa)
        .credentials();
  }

  /** Returns what agents want to be shown. */
  BearerToken token() {
    return new BearerToken(token);
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  void write(String name, String text) {
    WholeFile.write(file(name), out -> out.append(text).append('\n'));
  }

  void remove(String name) {
    RunFailedException.saying(file(name) + " stays").run(() -> Files.deleteIfExists(file(name)));
  }
}
