package io.smartt.testcontainers;

import module java.base;

import io.smartt.certificates.CertificateAuthority;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateAuthority.Identity;

/**
 * Keys and certificates of one switch and its controller, as PEM. Their authority is of this switch
 * alone, and they are valid for a day.
 *
 * @param authority the certificate that both sides trust
 * @param switchCertificate what the switch shows
 * @param switchKey its private key, PKCS #8
 * @param controllerCertificate what a controller shows
 * @param controllerKey its private key, PKCS #8
 */
public record SwitchTls(
    String authority,
    String switchCertificate,
    String switchKey,
    String controllerCertificate,
    String controllerKey) {
  private static final Duration VALIDITY = Duration.ofDays(1);

  /** Makes new ones for a switch that is reached by one of these host names or addresses. */
  static SwitchTls create(List<String> hosts) {
    SecureRandom random = new SecureRandom();
    Instant now = Instant.now();
    CertificateAuthority authority =
        CertificateAuthority.create("smartt testcontainers", now, VALIDITY, random);
    Identity own = authority.issue(new CertificateRequest("switch", hosts), now, VALIDITY);
    Identity controller =
        authority.issue(CertificateRequest.controller("controller"), now, VALIDITY);
    return new SwitchTls(
        authority.own().certificatePem(),
        own.certificatePem(),
        own.keyPem(),
        controller.certificatePem(),
        controller.keyPem());
  }

  /** Returns the certificate's length without the keys, which are no matter of a log. */
  @Override
  public String toString() {
    return "SwitchTls[" + controllerCertificate.lines().count() + " lines]";
  }
}
