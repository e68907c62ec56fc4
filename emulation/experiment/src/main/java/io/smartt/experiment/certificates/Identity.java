package io.smartt.experiment.certificates;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A certificate and the key that belongs to it.
 *
 * @param certificate signed by an authority, or by itself if it is one
 * @param key to be kept secret
 */
public record Identity(X509Certificate certificate, PrivateKey key) {
  /** Returns the certificate in PEM (RFC 7468). */
  public String certificatePem() {
    return PemFiles.text(certificate);
  }

  /** Returns the private key in PEM, as PKCS #8. */
  public String keyPem() {
    return PemFiles.text(key);
  }
}
