package io.smartt.emulation.testbed;

import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.smartt.controller.tls.TlsClientFiles;
import io.smartt.controller.tls.TlsRefusal;
import io.smartt.emulation.testbed.PreflightRow.Verdict;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Whether a host's agent answers this harness, with its certificates and token. */
public final class AgentReach {
  private static final String WANTED = "answers, and takes our certificate and token";
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** The agent's Describe; what it says is not looked at here. */
  private static final MethodDescriptor<Empty, Empty> DESCRIBE =
      MethodDescriptor.<Empty, Empty>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("smartt.agent.v1.Agent/Describe")
          .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
          .build();

  private final Optional<TlsClientFiles> tls;
  private final Optional<String> token;
  private final Duration deadline;

  /** As this client. */
  public AgentReach(Optional<TlsClientFiles> tls, Optional<String> token, Duration deadline) {
    this.tls = tls;
    this.token = token;
    this.deadline = deadline;
  }

  /** Asks one. */
  public PreflightRow ask(Server server) {
    if (server.agent().isEmpty()) {
      return row(server, Verdict.WRONG, "hosts." + server.name() + ".agent is not given");
    }
    String address = server.agent().get();
    String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
    try {
      // gRPC would say so with a stack trace in the log.
      var _ = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      return row(server, Verdict.WRONG, address + ": there is no host '" + host + "'");
    }
    ChannelCredentials credentials =
        tls.map(TlsClientFiles::credentials).orElseGet(InsecureChannelCredentials::create);
    ManagedChannel channel = Grpc.newChannelBuilder(address, credentials).build();
    Metadata headers = new Metadata();
    token.ifPresent(text -> headers.put(AUTHORIZATION, "Bearer " + text));
    try {
      var _ =
          ClientCalls.blockingUnaryCall(
              ClientInterceptors.intercept(
                  channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
              DESCRIBE,
              CallOptions.DEFAULT.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS),
              Empty.getDefaultInstance());
      return row(server, Verdict.OK, address);
    } catch (StatusRuntimeException e) {
      return row(server, Verdict.WRONG, address + ": " + why(e));
    } finally {
      channel.shutdownNow();
    }
  }

  private String why(StatusRuntimeException e) {
    Status status = e.getStatus();
    return TlsRefusal.in(e, tls)
        .map(TlsRefusal::text)
        .orElseGet(() ->
            switch (status.getCode()) {
              case UNAUTHENTICATED -> "the agent does not accept the token" + said(status);
              case UNIMPLEMENTED -> "what listens there is not an agent";
              case DEADLINE_EXCEEDED -> "no answer";
              default -> "cannot be reached";
            });
  }

  private static String said(Status status) {
    String description = status.getDescription();
    return description == null ? "" : ": " + description;
  }

  private static PreflightRow row(Server server, Verdict verdict, String found) {
    return new PreflightRow(server.name(), "agent", verdict, found, WANTED);
  }
}
