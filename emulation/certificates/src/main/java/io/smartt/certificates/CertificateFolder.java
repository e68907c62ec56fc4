package io.smartt.certificates;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.certificates.CertificateAuthority.Identity;
import java.security.cert.X509Certificate;

/**
 * A folder with the files of an authority, {@code ca.pem} and {@code ca-key.pem}, and of each that
 * it issued a certificate, {@code NAME.pem} and {@code NAME-key.pem}.
 */
public final class CertificateFolder {
  /** Change to a certificate. */
  public enum Change {
    /** The certificate is new. */
    MADE,
    /** There was one that holds. */
    KEPT,
    /** There was one that had expired, was for another use or by another authority. */
    RENEWED
  }

  private static final String AUTHORITY = "ca";

  private final Path folder;
  private final CertificateAuthority authority;
  private final Clock clock;
  private final Duration validity;
  private final Change change;

  private CertificateFolder(
      Path folder, CertificateAuthority authority, Clock clock, Duration validity, Change change) {
    this.folder = folder;
    this.authority = authority;
    this.clock = clock;
    this.validity = validity;
    this.change = change;
  }

  /**
   * Opens a folder, which is made with a new authority if there is none.
   *
   * @param validity of a new authority and of what is issued
   * @throws UserInputException naming the file that is not what it should be
   */
  public static CertificateFolder open(
      Path folder, Clock clock, Duration validity, SecureRandom random) {
    Path certificate = certificate(folder, AUTHORITY);
    Path key = key(folder, AUTHORITY);
    if (Files.exists(certificate)) {
      Identity own = new Identity(PemFiles.readCertificate(certificate), PemFiles.readKey(key));
      if (own.certificate().getNotAfter().toInstant().isBefore(clock.instant())) {
        throw new UserInputException(
            "%s: the authority expired on %s; give another folder"
                .formatted(certificate, own.certificate().getNotAfter().toInstant()));
      }
      return new CertificateFolder(
          folder, new CertificateAuthority(own, random), clock, validity, Change.KEPT);
    }
    CertificateAuthority made =
        CertificateAuthority.create("smartt testbed", clock.instant(), validity, random);
    write(folder, AUTHORITY, made.own());
    return new CertificateFolder(folder, made, clock, validity, Change.MADE);
  }

  /** Returns the change to the authority when the folder was opened; never renewed. */
  public Change authority() {
    return change;
  }

  /** The file of the authority's certificate, which everyone is given. */
  public Path authorityFile() {
    return certificate(folder, AUTHORITY);
  }

  public Path certificateFile(String name) {
    return certificate(folder, name);
  }

  public Path keyFile(String name) {
    return key(folder, name);
  }

  /** Issues a certificate unless there is one of that name that still holds. */
  public Change issue(CertificateAuthority.CertificateRequest request) {
    if (request.name().equals(AUTHORITY)) {
      throw new UserInputException("the name 'ca' is the authority's; choose another");
    }
    boolean exists = Files.exists(certificate(folder, request.name()));
    if (exists && holds(request)) {
      return Change.KEPT;
    }
    write(folder, request.name(), authority.issue(request, clock.instant(), validity));
    return exists ? Change.RENEWED : Change.MADE;
  }

  private boolean holds(CertificateAuthority.CertificateRequest request) {
    try {
      X509Certificate certificate = PemFiles.readCertificate(certificate(folder, request.name()));
      certificate.verify(authority.own().certificate().getPublicKey());
      certificate.checkValidity(Date.from(clock.instant()));
      return List.of(request.use().getId()).equals(certificate.getExtendedKeyUsage())
          && Files.exists(key(folder, request.name()));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static Path certificate(Path folder, String name) {
    return folder.resolve(name + ".pem");
  }

  private static Path key(Path folder, String name) {
    return folder.resolve(name + "-key.pem");
  }

  private static void write(Path folder, String name, Identity identity) {
    FileErrors.input(folder + ": cannot be written")
        .run(() -> {
          Files.createDirectories(folder);
          PemFiles.writeKey(key(folder, name), identity.key());
          PemFiles.writeCertificate(certificate(folder, name), identity.certificate());
        });
  }
}
