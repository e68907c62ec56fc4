package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.testbed.Agents.AgentAnswer;
import io.smartt.testbed.Agents.AgentReach;
import io.smartt.testbed.Preflight.PreflightRow;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link AgentReach} against a service of an agent's name, with TLS and a token. */
class AgentReachTest {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final String TOKEN = "sixteen-letters-or-more";

  @TempDir private Path folder = Path.of("");
  private Optional<Server> agent = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    CertificateFolder certificates =
        CertificateFolder.open(folder, Clock.systemUTC(), Duration.ofDays(1), new SecureRandom());
    for (String name : List.of("h1,localhost", "harness")) {
      certificates.issue(
          name.equals("harness")
              ? CertificateRequest.controller(name)
              : CertificateRequest.parse(name));
    }
    agent =
        Optional.of(
            Grpc.newServerBuilderForPort(
                    0,
                    TlsServerCredentials.newBuilder()
                        .keyManager(file("h1.pem").toFile(), file("h1-key.pem").toFile())
                        .trustManager(file("ca.pem").toFile())
                        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                        .build())
                .addService(service())
                .intercept(new TokenDemand())
                .build()
                .start());
  }

  private record TokenDemand() implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      if (("Bearer " + TOKEN).equals(headers.get(AUTHORIZATION))) {
        return next.startCall(call, headers);
      }
      call.close(Status.UNAUTHENTICATED.withDescription("not this agent's"), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }

  private static ServerServiceDefinition service() {
    MethodDescriptor<Empty, Empty> describe =
        MethodDescriptor.<Empty, Empty>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("smartt.agent.v1.Agent/Describe")
            .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .build();
    return ServerServiceDefinition.builder("smartt.agent.v1.Agent")
        .addMethod(
            describe,
            ServerCalls.asyncUnaryCall((request, observer) -> {
              observer.onNext(Empty.getDefaultInstance());
              observer.onCompleted();
            }))
        .build();
  }

  @AfterEach
  void stop() {
    agent.ifPresent(Server::shutdownNow);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private PreflightRow ask(boolean certificate, String token) {
    TlsClientFiles tls =
        new TlsClientFiles(
            Optional.of(file("ca.pem")),
            certificate
                ? Optional.of(new TlsClientFiles.Own(file("harness.pem"), file("harness-key.pem")))
                : Optional.empty());
    try (AgentAnswer answer =
        new AgentReach(
                Optional.of(tls), Optional.of(new BearerToken(token)), Duration.ofSeconds(20))
            .ask(
                new io.smartt.testbed.TestbedFacts.Server(
                    "h1",
                    Optional.of("localhost:" + agent.orElseThrow().getPort()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()))) {
      return answer.row();
    }
  }

  @Test
  void anAgentThatLetsUsInIsFine() {
    assertThat(ask(true, TOKEN).verdict()).isEqualTo(PreflightRow.Verdict.OK);
  }

  @Test
  void aWrongTokenIsSaid() {
    assertThat(ask(true, "another-token-of-some-length").found())
        .contains("the agent does not accept the token: not this agent's");
  }

  @Test
  void aMissingCertificateIsSaid() {
    assertThat(ask(false, TOKEN).found())
        .contains("the server wants a client certificate and was shown none");
  }
}
