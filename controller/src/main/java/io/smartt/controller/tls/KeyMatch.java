package io.smartt.controller.tls;

import module java.base;

import io.smartt.controller.tls.TlsClientFiles.TlsException;
import java.security.Signature;

/**
 * Checks that a private key belongs to a certificate. Neither gRPC nor the JDK look before the
 * first handshake, and then each fails with a bad signature at the other end.
 */
public final class KeyMatch {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private KeyMatch() {}

  /**
   * Refuses a key that is not that of the first certificate of a file.
   *
   * @param certificate PEM
   * @param key PEM, PKCS #8 without a password
   * @throws TlsException naming the file that cannot be used
   */
  public static void require(Path certificate, Path key) {
    PublicKey publicKey = publicKey(certificate);
    try {
      if (!belongs(publicKey, privateKey(key, publicKey.getAlgorithm()))) {
        throw new TlsException(key + ": is not the key of the certificate " + certificate);
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new TlsException(key + ": is not the key of the certificate " + certificate, e);
    }
  }

  private static PublicKey publicKey(Path certificate) {
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(certificate)))
          .getPublicKey();
    } catch (IOException e) {
      throw new TlsException(certificate + ": no such file, or it cannot be read", e);
    } catch (GeneralSecurityException e) {
      throw new TlsException(certificate + ": is not a certificate in PEM", e);
    }
  }

  private static PrivateKey privateKey(Path key, String algorithm) throws GeneralSecurityException {
    String text;
    try {
      text = Files.readString(key);
    } catch (IOException e) {
      throw new TlsException(key + ": no such file, or it cannot be read", e);
    }
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new TlsException(key + ": holds no PRIVATE KEY in PEM");
    }
    byte[] body = text.substring(begin + BEGIN.length(), end).getBytes(StandardCharsets.ISO_8859_1);
    return KeyFactory.getInstance(algorithm)
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body)));
  }

  /** Signs with one and verifies with the other, which works for every kind of key. */
  private static boolean belongs(PublicKey publicKey, PrivateKey privateKey)
      throws GeneralSecurityException {
    String scheme =
        switch (publicKey.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> publicKey.getAlgorithm();
        };
    byte[] message = "smartt".getBytes(StandardCharsets.US_ASCII);
    Signature signer = Signature.getInstance(scheme);
    signer.initSign(privateKey);
    signer.update(message);
    byte[] signature = signer.sign();
    Signature verifier = Signature.getInstance(scheme);
    verifier.initVerify(publicKey);
    verifier.update(message);
    return verifier.verify(signature);
  }
}
