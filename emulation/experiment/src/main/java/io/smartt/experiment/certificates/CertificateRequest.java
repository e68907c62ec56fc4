package io.smartt.experiment.certificates;

import module java.base;

import io.smartt.base.input.UserInputException;
import org.bouncycastle.asn1.x509.KeyPurposeId;

/**
 * The subject of a certificate and its use.
 *
 * @param name its common name, also the name of its files
 * @param hosts DNS names and IP addresses by which clients reach it, its name among them
 * @param isController for a client, which commands machines, rather than for a machine's server
 */
public record CertificateRequest(String name, List<String> hosts, boolean isController) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");
  private static final Pattern IPV4 =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern LIKE_IPV4 = Pattern.compile("[\\d.]+");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:]*");

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
            "'" + host + "' of certificate '" + name + "' is neither a host's name nor an address");
      }
    }
  }

  /** Creates the request of a machine. */
  public CertificateRequest(String name, List<String> hosts) {
    this(name, hosts, false);
  }

  /** Returns the request of a controller. */
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
    List<String> parts = List.of(text.strip().split("\\s*,\\s*", -1));
    List<String> hosts = new ArrayList<>(parts);
    return new CertificateRequest(parts.getFirst(), hosts.stream().distinct().toList());
  }

  /** Returns whether a host is written as an IPv4 or IPv6 address. */
  static boolean isAddress(String host) {
    return IPV4.matcher(host).matches() || IPV6.matcher(host).matches();
  }
}
