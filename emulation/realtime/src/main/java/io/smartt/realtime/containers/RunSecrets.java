package io.smartt.realtime.containers;

import module java.base;

import io.smartt.certificates.CertificateAuthority;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateAuthority.Identity;
import io.smartt.host.agent.daemon.BearerToken;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * The secrets by which the parts of one run know each other: a certificate authority of this run
 * alone, a certificate for all containers and one for the controller, a token for agents.
 */
public final class RunSecrets {
  /** The folder of the secrets in a container. */
  public static final String FOLDER = "/etc/smartt";

  static final String AUTHORITY = "/etc/smartt/ca.pem";
  static final String CERTIFICATE = "/etc/smartt/node.pem";
  static final String KEY = "/etc/smartt/node-key.pem";
  public static final String TOKEN = "/etc/smartt/token";

  private static final Duration VALIDITY = Duration.ofDays(7);
  private static final int SECRET = 0100600;

  private final Identity authority;
  private final Identity node;
  private final Identity controller;
  private final BearerToken token;

  private RunSecrets(Identity authority, Identity node, Identity controller, BearerToken token) {
    this.authority = authority;
    this.node = node;
    this.controller = controller;
    this.token = token;
  }

  /**
   * Makes new ones.
   *
   * @param nodes names of containers
   */
  public static RunSecrets create(List<String> nodes, SecureRandom random, Instant now) {
    CertificateAuthority authority =
        CertificateAuthority.create("smartt run", now, VALIDITY, random);
    List<String> names = new ArrayList<>(List.of("localhost", "127.0.0.1"));
    names.addAll(nodes);
    return new RunSecrets(
        authority.own(),
        authority.issue(new CertificateRequest("node", names), now, VALIDITY),
        authority.issue(CertificateRequest.controller("controller"), now, VALIDITY),
        BearerToken.fresh(random));
  }

  /** Returns what the controller shows to containers and asks of them. */
  public FabricAccess access() {
    return new FabricAccess(
        FabricAccess.credentials(
            stream(authority.certificatePem()),
            stream(controller.certificatePem()),
            stream(controller.keyPem())),
        token);
  }

  /** Returns what a host or switch shows and whom it believes, by file name. */
  public Map<String, String> nodeFiles() {
    return files("node", node);
  }

  /** The same for the controller. */
  public Map<String, String> controllerFiles() {
    return files("controller", controller);
  }

  private Map<String, String> files(String name, Identity own) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("ca.pem", authority.certificatePem());
    files.put(name + ".pem", own.certificatePem());
    files.put(name + "-key.pem", own.keyPem());
    return files;
  }

  /** Returns when the certificates end. */
  public Instant validUntil() {
    return node.certificate().getNotAfter().toInstant();
  }

  /** Returns what callers of agents show. */
  public BearerToken token() {
    return token;
  }

  /** A container's share, as a tar to be unpacked at its root. */
  public byte[] containerFiles() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      put(tar, AUTHORITY, authority.certificatePem());
      put(tar, CERTIFICATE, node.certificatePem());
      put(tar, KEY, node.keyPem());
      put(tar, TOKEN, token.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void put(TarArchiveOutputStream tar, String path, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(path.substring(1));
    entry.setSize(content.length);
    entry.setMode(SECRET);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
