package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.TlsServerCredentials;
import io.smartt.base.input.SecretFile;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.emulation.cli.Smartt;
import io.smartt.testbed.sonic.GnmiTarget.GnmiLogin;
import io.smartt.testbed.standin.sonic.Access;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.SonicServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A switch that must not be talked to so says why. */
class SonicTlsTest {
  private static final String TOKEN = "right-token";
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir private Path folder = Path.of("");
  private String output = "";

  @BeforeEach
  void makeCertificates() throws IOException {
    Instant now = Instant.now();
    issue("good", now, "harness", "trident1,localhost", "elsewhere,other.lab");
    issue("other", now, "harness", "trident1,localhost");
    // Issued two days ago by the same authority, for a day.
    Files.createDirectories(folder.resolve("late"));
    issue("late", now.minus(DAY.multipliedBy(2)), "harness", "trident1,localhost");
    SecretFile.write(folder.resolve("token"), TOKEN + "\n");
    SecretFile.write(folder.resolve("wrong-token"), "wrong-token\n");
  }

  private void issue(String authority, Instant now, String... names) {
    CertificateFolder certificates =
        CertificateFolder.open(
            folder.resolve(authority), Clock.fixed(now, ZoneOffset.UTC), DAY, new SecureRandom());
    for (String name : names) {
      certificates.issue(
          name.equals("harness")
              ? CertificateRequest.controller(name)
              : CertificateRequest.parse(name));
    }
  }

  /** A server that shows one certificate and trusts the clients of one authority. */
  private SonicServer server(String certificate, String clientAuthority) throws IOException {
    return server(
        certificate, clientAuthority, new Access(Optional.of(TOKEN), Optional.empty(), false));
  }

  private SonicServer server(String certificate, String clientAuthority, Access access)
      throws IOException {
    return Servers.secured(
        TlsServerCredentials.newBuilder()
            .keyManager(
                folder.resolve(certificate + ".pem").toFile(),
                folder.resolve(certificate + "-key.pem").toFile())
            .trustManager(folder.resolve(clientAuthority + "/ca.pem").toFile())
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
            .build(),
        access,
        new ConfigStore(FactorySwitch.configDb("trident1"), FactorySwitch.STATE));
  }

  /** {@code smartt plan} of the first switch with these files. */
  private int plan(SonicServer server, String ca, String own, String token, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "plan",
                "--profile",
                "trident4-leaf-spine",
                "--switch",
                "trident1",
                "--set",
                "switches.trident1.address=localhost:" + server.port()));
    add(args, "tls.ca", ca.equals("none") ? ca : folder.resolve(ca + "/ca.pem").toString());
    boolean none = own.equals("none");
    add(args, "tls.certificate", none ? own : folder.resolve(own + ".pem").toString());
    add(args, "tls.key", none ? own : folder.resolve(own + "-key.pem").toString());
    add(args, "tls.token-file", token.equals("none") ? token : folder.resolve(token).toString());
    for (String setting : more) {
      args.addAll(List.of("--set", setting));
    }
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    int status = Smartt.execute(writer, writer, args.toArray(String[]::new));
    writer.flush();
    output = text.toString();
    return status;
  }

  private static void add(List<String> args, String key, String value) {
    args.addAll(List.of("--set", key + "=" + value));
  }

  private void assertRefused(
      String serverCertificate, String clientAuthority, String own, String token, String why)
      throws IOException {
    try (SonicServer server = server(serverCertificate, clientAuthority)) {
      assertThat(plan(server, "good", own, token)).as(output).isEqualTo(1);
      assertThat(output)
          .contains("trident1 (localhost:" + server.port() + "): Capabilities: " + why);
      ConfigStore fresh = new ConfigStore(FactorySwitch.configDb("trident1"), FactorySwitch.STATE);
      assertThat(server.config().text()).isEqualTo(fresh.text());
    }
  }

  @Test
  void theRightCertificatesAndTokenAreLetIn() throws IOException {
    try (SonicServer server = server("good/trident1", "good")) {
      assertThat(plan(server, "good", "good/harness", "token")).as(output).isZero();
      assertThat(output).contains("trident1: ", "objects to change");
    }
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() throws IOException {
    assertRefused(
        "other/trident1",
        "good",
        "good/harness",
        "token",
        "the server's certificate was not signed by the authority of this profile");
  }

  @Test
  void aServerWithAnotherNameIsRefused() throws IOException {
    assertRefused(
        "good/elsewhere",
        "good",
        "good/harness",
        "token",
        "the server's certificate is for another name or address");
  }

  @Test
  void anExpiredServerIsRefused() throws IOException {
    try (SonicServer server = server("late/trident1", "good")) {
      assertThat(plan(server, "late", "good/harness", "token")).as(output).isEqualTo(1);
      assertThat(output).contains("the server's certificate has expired");
    }
  }

  @Test
  void aClientWithoutCertificateIsRefused() throws IOException {
    assertRefused(
        "good/trident1",
        "good",
        "none",
        "token",
        "the server wants a client certificate and was shown none");
  }

  @Test
  void aClientOfAnotherAuthorityIsRefused() throws IOException {
    assertRefused(
        "good/trident1",
        "good",
        "other/harness",
        "token",
        "the server does not trust the client certificate");
  }

  @Test
  void anExpiredClientIsRefused() throws IOException {
    try (SonicServer server = server("good/trident1", "late")) {
      assertThat(plan(server, "good", "late/harness", "token")).as(output).isEqualTo(1);
      assertThat(output).contains("the server says that the client certificate has expired");
    }
  }

  @Test
  void aWrongTokenIsRefusedAndAMissingOneToo() throws IOException {
    assertRefused(
        "good/trident1",
        "good",
        "good/harness",
        "wrong-token",
        "the switch does not accept the token: invalid JWT token");
    assertRefused(
        "good/trident1",
        "good",
        "good/harness",
        "none",
        "the switch does not accept the token (none was given): invalid JWT token");
  }

  @Test
  void aNameWithoutARoleIsRefused() throws IOException {
    Access byRole = new Access(Optional.empty(), Optional.empty(), true);
    try (SonicServer server = server("good/trident1", "good", byRole)) {
      assertThat(plan(server, "good", "good/harness", "none")).as(output).isEqualTo(1);
      assertThat(output)
          .contains("the switch gives the name of our certificate no role (GNMI_CLIENT_CERT)")
          .contains("Invalid cert cname:'harness', not a trusted cert common name.");
      server
          .config()
          .put("GNMI_CLIENT_CERT", "harness", Map.of("role", "gnmi_config_db_readwrite"));
      assertThat(plan(server, "good", "good/harness", "none")).as(output).isZero();
    }
  }

  @Test
  void aUserAndPasswordAreAskedFor() throws IOException {
    Access byPassword =
        new Access(Optional.empty(), Optional.of(new GnmiLogin("admin", "secret")), false);
    SecretFile.write(folder.resolve("password"), "secret\n");
    SecretFile.write(folder.resolve("wrong-password"), "guess\n");
    try (SonicServer server = server("good/trident1", "good", byPassword)) {
      assertThat(plan(server, "good", "good/harness", "none")).isEqualTo(1);
      assertThat(output).contains("the switch wants a user and password (tls.user");
      assertThat(plan(server, "good", "good/harness", "none", login("wrong-password")))
          .isEqualTo(1);
      assertThat(output).contains("does not accept the user and password: Invalid Password");
      assertThat(plan(server, "good", "good/harness", "none", login("password")))
          .as(output)
          .isZero();
      assertThat(plan(server, "good", "good/harness", "none", "tls.user=admin")).isEqualTo(2);
      assertThat(output).contains("tls.user and tls.password-file go together");
    }
  }

  private String[] login(String file) {
    return new String[] {"tls.user=admin", "tls.password-file=" + folder.resolve(file)};
  }

  @Test
  void aSwitchWithTlsIsNamedToAClientWithout() throws IOException {
    try (SonicServer server = server("good/trident1", "good")) {
      assertThat(plan(server, "none", "none", "token")).isEqualTo(1);
      assertThat(output)
          .contains(
              "trident1 (localhost:" + server.port() + "): Capabilities: ",
              "the server closed the connection without an answer, as one does that wants TLS");
    }
  }

  @Test
  void filesThatAreNotThereAreNamed() throws IOException {
    try (SonicServer server = server("good/trident1", "good")) {
      assertThat(plan(server, "nowhere", "good/harness", "token")).isNotZero();
      assertThat(output).contains("nowhere/ca.pem: no such file");
    }
  }
}
