package io.smartt.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateAuthority.Identity;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.v1.AgentGrpc;
import io.smartt.host.agent.v1.DescribeRequest;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.softswitch.standalone.SwitchServer;
import io.smartt.softswitch.standalone.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom the servers of machines take orders from. */
class RolesTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir private Path folder = Path.of("");
  private Identity authority =
      CertificateAuthority.create("none", Instant.now(), Duration.ofDays(1), new SecureRandom())
          .own();

  private static final class Answering extends AgentGrpc.AgentImplBase {
    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> answer) {
      answer.onNext(DescribeResponse.getDefaultInstance());
      answer.onCompleted();
    }
  }

  @BeforeEach
  void issue() {
    CertificateFolder made = open();
    made.issue(CertificateRequest.parse("h1,localhost"));
    made.issue(CertificateRequest.parse("h2"));
    made.issue(CertificateRequest.controller("harness"));
    authority =
        new Identity(
            PemFiles.readCertificate(folder.resolve("ca.pem")),
            PemFiles.readKey(folder.resolve("ca-key.pem")));
  }

  private CertificateFolder open() {
    return CertificateFolder.open(
        folder, Clock.systemUTC(), Duration.ofDays(1), new SecureRandom());
  }

  /** One of a time when a certificate served both sides, or of another authority's habits. */
  private void foreign(String name, KeyPurposeId... uses) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    KeyPair keys = generator.generateKeyPair();
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            authority.certificate().getSubjectX500Principal(),
            java.math.BigInteger.TWO,
            Date.from(now.minusSeconds(60)),
            Date.from(now.plusSeconds(3600)),
            new X500Principal("CN=" + name),
            keys.getPublic());
    if (uses.length > 0) {
      builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(uses));
    }
    PemFiles.writeKey(folder.resolve(name + "-key.pem"), keys.getPrivate());
    PemFiles.writeCertificate(
        folder.resolve(name + ".pem"),
        new JcaX509CertificateConverter()
            .getCertificate(
                builder.build(
                    new JcaContentSignerBuilder("SHA256withECDSA").build(authority.key()))));
  }

  private TlsFiles tls() {
    return new TlsFiles(
        folder.resolve("h1.pem"),
        folder.resolve("h1-key.pem"),
        Optional.of(folder.resolve("ca.pem")));
  }

  private Status describe(int port, String own) throws IOException {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                "localhost",
                port,
                TlsChannelCredentials.newBuilder()
                    .trustManager(folder.resolve("ca.pem").toFile())
                    .keyManager(
                        folder.resolve(own + ".pem").toFile(),
                        folder.resolve(own + "-key.pem").toFile())
                    .build())
            .build();
    try {
      StatusRuntimeException refused =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () -> {
                var _ =
                    AgentGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(30, TimeUnit.SECONDS)
                        .describe(DescribeRequest.getDefaultInstance());
              });
      return refused == null ? Status.OK : refused.getStatus();
    } finally {
      channel.shutdownNow();
    }
  }

  private void assertControllersOnly(int port) throws Exception {
    assertThat(describe(port, "harness")).isEqualTo(Status.OK);
    // TLS itself refuses it.
    assertThat(describe(port, "h1").getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(describe(port, "h2").getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    foreign("old", KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth);
    foreign("plain");
    for (String name : List.of("old", "plain")) {
      Status refused = describe(port, name);
      assertThat(refused.getCode()).as(name).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(refused.getDescription())
          .isEqualTo(
              "CN="
                  + name
                  + " is no controller's certificate, whose extended key usage is clientAuth"
                  + " alone; 'smartt certs DIR --controller NAME' issues one");
    }
    foreign("theirs", KeyPurposeId.id_kp_clientAuth);
    assertThat(describe(port, "theirs")).isEqualTo(Status.OK);
  }

  @Test
  void anAgentAndAWorkerTakeOrdersFromControllersOnly() throws Exception {
    BindableService service = new Answering();
    try (AgentServer server =
        AgentServer.start(ANY, Optional.of(tls().credentials()), Optional.empty(), service)) {
      assertControllersOnly(server.port());
    }
  }

  @Test
  void aSwitchTakesOrdersFromControllersOnly() throws Exception {
    try (SwitchServer server =
        SwitchServer.start(ANY, Optional.of(tls()), List.of(new Answering()))) {
      assertControllersOnly(server.port());
    }
  }

  @Test
  void aControllersCertificateIsNoServers() throws Exception {
    TlsFiles harness =
        new TlsFiles(
            folder.resolve("harness.pem"), folder.resolve("harness-key.pem"), Optional.empty());
    try (AgentServer server =
        AgentServer.start(
            ANY, Optional.of(harness.credentials()), Optional.empty(), new Answering())) {
      assertThat(describe(server.port(), "harness").getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  @Test
  void aCertificateOfAnotherUseIsMadeAnew() throws Exception {
    foreign("h3", KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth);
    assertThat(open().issue(CertificateRequest.parse("h3")))
        .isEqualTo(CertificateFolder.Change.RENEWED);
    assertThat(open().issue(CertificateRequest.parse("h3")))
        .isEqualTo(CertificateFolder.Change.KEPT);
    assertThat(open().issue(CertificateRequest.controller("h3")))
        .isEqualTo(CertificateFolder.Change.RENEWED);
  }
}
