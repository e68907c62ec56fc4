package io.smartt.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CertificateFolder} and what it issues. */
class CertificateFolderTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  @TempDir private Path folder = Path.of("");

  private CertificateFolder open(Instant now, Duration validity) {
    return CertificateFolder.open(
        folder, Clock.fixed(now, ZoneOffset.UTC), validity, new SecureRandom());
  }

  @Test
  void issuesCertificatesThatItsAuthoritySigned() throws Exception {
    CertificateFolder made = open(NOW, Duration.ofDays(10));
    assertThat(made.authority()).isEqualTo(CertificateFolder.Change.MADE);
    assertThat(made.issue(CertificateRequest.parse("h1,h1.lab,10.1.2.3")))
        .isEqualTo(CertificateFolder.Change.MADE);

    X509Certificate authority = PemFiles.readCertificate(folder.resolve("ca.pem"));
    X509Certificate issued = PemFiles.readCertificate(folder.resolve("h1.pem"));
    issued.verify(authority.getPublicKey());
    assertThat(authority.getBasicConstraints()).isZero();
    assertThat(issued.getBasicConstraints()).isEqualTo(-1);
    assertThat(issued.getSubjectX500Principal().getName()).isEqualTo("CN=h1,O=smartt");
    assertThat(issued.getNotAfter()).isEqualTo(NOW.plus(Duration.ofDays(10)));
    assertThat(List.copyOf(issued.getSubjectAlternativeNames()))
        .isEqualTo(
            List.of(
                List.of(DNS_NAME, "h1"),
                List.of(DNS_NAME, "h1.lab"),
                List.of(IP_ADDRESS, "10.1.2.3")));
  }

  @Test
  void keysAreTheirOwnersAlone() throws Exception {
    open(NOW, Duration.ofDays(1)).issue(CertificateRequest.parse("h1"));
    for (String key : List.of("ca-key.pem", "h1-key.pem")) {
      assertThat(Files.getPosixFilePermissions(folder.resolve(key)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void keepsWhatHoldsAndRenewsWhatExpired() {
    open(NOW, Duration.ofDays(100)).issue(CertificateRequest.parse("old"));
    open(NOW, Duration.ofDays(1)).issue(CertificateRequest.parse("h1"));
    X509Certificate first = PemFiles.readCertificate(folder.resolve("h1.pem"));

    CertificateFolder again = open(NOW.plus(Duration.ofHours(2)), Duration.ofDays(1));
    assertThat(again.authority()).isEqualTo(CertificateFolder.Change.KEPT);
    assertThat(again.issue(CertificateRequest.parse("h1")))
        .isEqualTo(CertificateFolder.Change.KEPT);
    assertThat(PemFiles.readCertificate(folder.resolve("h1.pem"))).isEqualTo(first);

    CertificateFolder later = open(NOW.plus(Duration.ofDays(2)), Duration.ofDays(1));
    assertThat(later.issue(CertificateRequest.parse("h1")))
        .isEqualTo(CertificateFolder.Change.RENEWED);
    assertThat(PemFiles.readCertificate(folder.resolve("h1.pem"))).isNotEqualTo(first);
  }

  @Test
  void renewsWhatAnotherAuthoritySigned() throws Exception {
    open(NOW, Duration.ofDays(1)).issue(CertificateRequest.parse("h1"));
    Files.delete(folder.resolve("ca.pem"));
    CertificateFolder again = open(NOW, Duration.ofDays(1));
    assertThat(again.issue(CertificateRequest.parse("h1")))
        .isEqualTo(CertificateFolder.Change.RENEWED);
  }

  @Test
  void aNegativeValidityIsAnExpiredCertificate() {
    CertificateAuthority authority =
        CertificateAuthority.create("test", NOW, Duration.ofDays(1), new SecureRandom());
    X509Certificate expired =
        authority.issue(CertificateRequest.parse("h1"), NOW, Duration.ofDays(-1)).certificate();
    assertThatThrownBy(() -> expired.checkValidity(Date.from(NOW)))
        .isInstanceOf(CertificateExpiredException.class);
  }

  @Test
  void saysWhatIsWrongWithAName() {
    assertThatThrownBy(() -> CertificateRequest.parse("../h1"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("'../h1' cannot be the name of a certificate");
    assertThatThrownBy(() -> CertificateRequest.parse("h1,10.0.0.256"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("'10.0.0.256' of certificate 'h1' is neither");
    assertThatThrownBy(
            () -> open(NOW, Duration.ofDays(1)).issue(CertificateRequest.parse("ca,10.0.0.1")))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("'ca' is the authority's");
  }

  @Test
  void saysWhichFileIsNotACertificate() throws Exception {
    Files.writeString(folder.resolve("ca.pem"), "nothing");
    assertThatThrownBy(() -> open(NOW, Duration.ofDays(1)))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("ca.pem: is not a certificate in PEM");
  }
}
