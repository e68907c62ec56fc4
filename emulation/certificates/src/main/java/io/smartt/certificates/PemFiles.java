package io.smartt.certificates;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;

/** Certificates and PKCS #8 keys in PEM (RFC 7468). A key's file is for its owner alone. */
final class PemFiles {
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final int LINE = 64;

  private PemFiles() {}

  static void writeCertificate(Path file, X509Certificate certificate) throws IOException {
    Files.writeString(file, text(certificate));
  }

  static String text(X509Certificate certificate) {
    try {
      return pem(CERTIFICATE, certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate without its bytes", e);
    }
  }

  static String text(PrivateKey key) {
    return pem(KEY, key.getEncoded());
  }

  /** Replaces a file of that name; at no time can others read it. */
  static void writeKey(Path file, PrivateKey key) throws IOException {
    SecretFile.write(file, text(key));
  }

  static X509Certificate readCertificate(Path file) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(InputFile.bytes(file)));
    } catch (GeneralSecurityException e) {
      throw new UserInputException(file + ": is not a certificate in PEM", e);
    }
  }

  static PrivateKey readKey(Path file) {
    String text = InputFile.text(file);
    try {
      String body =
          text.replace("-----BEGIN " + KEY + "-----", "").replace("-----END " + KEY + "-----", "");
      byte[] bytes = Base64.getMimeDecoder().decode(body.getBytes(StandardCharsets.US_ASCII));
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UserInputException(file + ": is not an EC key in PEM (PKCS #8)", e);
    }
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN "
        + kind
        + "-----\n"
        + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes)
        + "\n-----END "
        + kind
        + "-----\n";
  }
}
