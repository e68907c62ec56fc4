package io.smartt.testbed;

import module java.base;

import io.grpc.ChannelCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.tls.TlsClientFiles;
import io.smartt.controller.tls.TlsRefusal;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.RemoteAgent;
import io.smartt.testbed.PreflightRow.Verdict;

/**
 * The check that a host's agent answers this harness, with its certificates and token, and what it
 * says.
 */
public record AgentReach(
    Optional<TlsClientFiles> tls, Optional<BearerToken> token, Duration deadline) {
  private static final String WANTED = "answers, and takes our certificate and token";

  /** Asks one. Close the answer, which keeps the connection. */
  public AgentAnswer ask(Server server) {
    if (server.agent().isEmpty()) {
      return AgentAnswer.none(
          row(server, Verdict.FAILS, "hosts." + server.name() + ".agent is not given"));
    }
    String address = server.agent().get();
    int colon = Math.max(0, address.lastIndexOf(':'));
    String host = address.substring(0, colon);
    try {
      // gRPC would say so with a stack trace in the log.
      var _ = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      return AgentAnswer.none(
          row(server, Verdict.FAILS, address + ": there is no host '" + host + "'"));
    }
    ChannelCredentials credentials = TlsClientFiles.orPlaintext(tls);
    RemoteAgent agent =
        new RemoteAgent(
            server.name(),
            Channels.watched(NettyChannelBuilder.forTarget(address, credentials)).build(),
            token);
    try {
      DescribeResponse said = agent.describeNow(deadline);
      return new AgentAnswer(
          row(server, Verdict.OK, address),
          Optional.of(agent),
          Optional.of(said),
          Optional.of(ClockOffset.measure(() -> agent.describeNow(deadline).getTimeUnixNs())));
    } catch (RunFailedException e) {
      agent.close();
      return AgentAnswer.none(row(server, Verdict.FAILS, address + ": " + why(e)));
    }
  }

  private String why(RunFailedException e) {
    Status status = Status.fromThrowable(e);
    return TlsRefusal.in(e, tls)
        .map(TlsRefusal::text)
        .orElseGet(() ->
            e.getCause() instanceof StatusRuntimeException
                ? switch (status.getCode()) {
                  case UNAUTHENTICATED -> "the agent does not accept the token" + said(status);
                  case UNIMPLEMENTED -> "what listens there is not an agent";
                  case DEADLINE_EXCEEDED -> "no answer";
                  default -> "cannot be reached";
                }
                : String.valueOf(e.getMessage()));
  }

  private static String said(Status status) {
    String description = status.getDescription();
    return description == null ? "" : ": " + description;
  }

  private static PreflightRow row(Server server, Verdict verdict, String found) {
    return new PreflightRow(server.name(), "agent", verdict, found, WANTED);
  }
}
