package io.smartt.controller.rpc;

import module java.base;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/**
 * PEM files of a client: the authority that it trusts and its own certificate.
 *
 * @param authority signs the certificates of the servers; empty: those that Java trusts do
 * @param own the client's certificate and key, where servers want one
 */
public record TlsClientFiles(Optional<Path> authority, Optional<Own> own) {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  /**
   * A client's own certificate.
   *
   * @param key PKCS #8 without a password
   */
  public record Own(Path certificate, Path key) {}

  /** Returns credentials from these files; empty: no TLS. */
  public static ChannelCredentials orPlaintext(Optional<TlsClientFiles> files) {
    return files.map(TlsClientFiles::credentials).orElseGet(InsecureChannelCredentials::create);
  }

  /**
   * Reads the files into gRPC credentials.
   *
   * @throws TlsException naming the file that cannot be used
   */
  public ChannelCredentials credentials() {
    try {
      TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
      if (authority.isPresent()) {
        requirePem(authority.get(), "CERTIFICATE");
        tls.trustManager(authority.get().toFile());
      }
      if (own.isPresent()) {
        requirePem(own.get().certificate(), "CERTIFICATE");
        requirePem(own.get().key(), "PRIVATE KEY");
        requireMatch(own.get().certificate(), own.get().key());
        tls.keyManager(own.get().certificate().toFile(), own.get().key().toFile());
      }
      return tls.build();
    } catch (IOException e) {
      throw new TlsException("TLS files cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns whether the client's own certificate is out of date by this machine's clock. */
  boolean ownHasExpired() {
    if (own.isEmpty()) {
      return false;
    }
    try (InputStream in = Files.newInputStream(own.get().certificate())) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in)
              instanceof X509Certificate certificate
          && certificate.getNotAfter().toInstant().isBefore(Instant.now());
    } catch (IOException | CertificateException e) {
      return false;
    }
  }

  /**
   * Refuses a file of the wrong kind: one clear error beats what the TLS library says of it.
   *
   * @throws TlsException naming the file and what it holds
   */
  public static void requirePem(Path file, String kind) {
    String text = read(file);
    String begin = "-----BEGIN " + kind + "-----";
    if (!text.contains(begin)) {
      String other =
          text.contains("-----BEGIN ")
              ? "it holds " + text.substring(text.indexOf("-----BEGIN ") + 11).split("-----", 2)[0]
              : "it is not PEM";
      throw new TlsException(
          "%s: has no %s; %s%s"
              .formatted(
                  file,
                  begin,
                  other,
                  kind.equals("PRIVATE KEY") ? " (openssl pkcs8 -topk8 -nocrypt converts)" : ""));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new TlsException(file + ": no such file, or it cannot be read", e);
    }
  }

  /** TLS that cannot be set up; the message names the file. */
  public static final class TlsException extends RuntimeException {
    /** Creates an exception with the message for the user. */
    public TlsException(String message) {
      super(message);
    }

    /** Creates an exception with the message for the user. */
    public TlsException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Refuses a key that is not that of the first certificate of a file. Neither gRPC nor the JDK
   * look before the first handshake, and then each fails with a bad signature at the other end.
   *
   * @param certificate PEM
   * @param key PEM, PKCS #8 without a password
   * @throws TlsException naming the file that cannot be used
   */
  public static void requireMatch(Path certificate, Path key) {
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
    String text = read(key);
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
