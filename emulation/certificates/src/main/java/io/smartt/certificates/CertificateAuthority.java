package io.smartt.certificates;

import module java.base;

import io.smartt.base.input.UserInputException;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * Signs X.509 certificates (RFC 5280) with keys on the curve P-256. A certificate serves one side
 * of mutual TLS, so that no machine's commands another. Not thread safe.
 */
public final class CertificateAuthority {
  private static final String CURVE = "secp256r1";
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final int SERIAL_BITS = 127;

  /** Clocks of testbeds differ a little. */
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private final Identity own;
  private final SecureRandom random;

  /**
   * An authority that exists.
   *
   * @param random of keys and serial numbers
   */
  public CertificateAuthority(Identity own, SecureRandom random) {
    this.own = own;
    this.random = random;
  }

  /** A new authority whose certificate it signs itself. */
  public static CertificateAuthority create(
      String name, Instant now, Duration validity, SecureRandom random) {
    KeyPair keys = newKeys(random);
    X500Principal subject = subject(name);
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      JcaX509v3CertificateBuilder builder =
          builder(subject, subject, keys.getPublic(), now, validity, random);
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
          .addExtension(
              Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
          .addExtension(
              Extension.subjectKeyIdentifier,
              false,
              identifiers.createSubjectKeyIdentifier(keys.getPublic()));
      return new CertificateAuthority(
          new Identity(signed(builder, keys.getPrivate()), keys.getPrivate()), random);
    } catch (GeneralSecurityException | CertIOException e) {
      throw new IllegalStateException("cannot make a certificate authority", e);
    }
  }

  /** Its certificate, by which others know what it signed, and its key. */
  public Identity own() {
    return own;
  }

  /**
   * A new key and its certificate.
   *
   * @param validity from {@code now}; negative: expired before it was made, which tests need
   */
  public Identity issue(CertificateRequest request, Instant now, Duration validity) {
    KeyPair keys = newKeys(random);
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      JcaX509v3CertificateBuilder builder =
          builder(
              own.certificate().getSubjectX500Principal(),
              subject(request.name()),
              keys.getPublic(),
              now,
              validity,
              random);
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
          .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
          .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(request.use()))
          .addExtension(Extension.subjectAlternativeName, false, names(request))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              identifiers.createAuthorityKeyIdentifier(own.certificate()));
      return new Identity(signed(builder, own.key()), keys.getPrivate());
    } catch (GeneralSecurityException | CertIOException e) {
      throw new IllegalStateException("cannot issue a certificate for " + request.name(), e);
    }
  }

  private static GeneralNames names(CertificateRequest request) {
    return new GeneralNames(
        request.hosts().stream()
            .map(host ->
                new GeneralName(
                    CertificateRequest.isAddress(host)
                        ? GeneralName.iPAddress
                        : GeneralName.dNSName,
                    host))
            .toArray(GeneralName[]::new));
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Principal issuer,
      X500Principal subject,
      PublicKey key,
      Instant now,
      Duration validity,
      SecureRandom random) {
    Instant end = now.plus(validity);
    Instant begin = (validity.isNegative() ? end : now).minus(BACKDATED);
    BigInteger serial = new BigInteger(SERIAL_BITS, random).setBit(0);
    return new JcaX509v3CertificateBuilder(
        issuer, serial, Date.from(begin), Date.from(end), subject, key);
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static X500Principal subject(String name) {
    return new X500Principal("CN=" + name + ", O=smartt");
  }

  private static KeyPair newKeys(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE), random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + CURVE, e);
    }
  }

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

  /**
   * The subject of a certificate and its use.
   *
   * @param name its common name, also the name of its files
   * @param hosts DNS names and IP addresses by which clients reach it, its name among them
   * @param isController for a client, which commands machines, rather than for a machine's server
   */
  public record CertificateRequest(String name, List<String> hosts, boolean isController) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");
    private static final Pattern LIKE_IPV4 = Pattern.compile("[\\d.]+");

    /** Checks the names and copies the list. */
    public CertificateRequest {
      if (!NAME.matcher(name).matches()) {
        throw new UserInputException(
            "'" + name + "' cannot be the name of a certificate: letters, digits, '.' and '-'");
      }
      hosts = List.copyOf(hosts);
      for (String host : hosts) {
        if (!isAddress(host)
            && (LIKE_IPV4.matcher(host).matches() || !NAME.matcher(host).matches())) {
          throw new UserInputException(
              "'%s' of certificate '%s' is neither a host's name nor an address"
                  .formatted(host, name));
        }
      }
    }

    /** Creates the request of a machine. */
    public CertificateRequest(String name, List<String> hosts) {
      this(name, hosts, false);
    }

    public static CertificateRequest controller(String name) {
      return new CertificateRequest(name, List.of(name), true);
    }

    /** The one extended key usage of its certificate. */
    KeyPurposeId use() {
      return isController ? KeyPurposeId.id_kp_clientAuth : KeyPurposeId.id_kp_serverAuth;
    }

    /**
     * Reads a request from {@code name} or {@code name,host,address}: a machine and how it is
     * reached.
     */
    public static CertificateRequest parse(String text) {
      List<String> hosts = Stream.of(text.strip().split("\\s*,\\s*", -1)).distinct().toList();
      return new CertificateRequest(hosts.getFirst(), hosts);
    }

    /** Returns whether a host is written as an IPv4 or IPv6 address. */
    static boolean isAddress(String host) {
      return IPAddress.isValid(host);
    }
  }
}
