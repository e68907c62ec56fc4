package io.smartt.testbed;

import module java.base;

import io.grpc.ChannelCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.controller.rpc.TlsRefusal;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.RemoteAgent;
import io.smartt.testbed.Preflight.PreflightRow;
import io.smartt.testbed.Preflight.PreflightRow.Verdict;

/** The agents of all hosts of a testbed, asked at once; closing lets them go. */
public record Agents(List<Host> hosts, List<AgentAnswer> answers) implements AutoCloseable {
  /**
   * Asks those of these hosts.
   *
   * @param deadline of each
   * @throws RunFailedException naming a file of TLS that cannot be used
   */
  public static Agents ask(List<Host> hosts, TestbedFacts facts, Duration deadline) {
    Map<Host, AgentAnswer> answers = new ConcurrentHashMap<>();
    try {
      AgentReach reach = new AgentReach(facts.tls(), facts.agentToken(), deadline);
      Workers.forEach(
          hosts, hosts.size(), host -> answers.put(host, reach.ask(facts.server(host.name()))));
      return new Agents(List.copyOf(hosts), hosts.stream().map(answers::get).toList());
    } catch (TlsClientFiles.TlsException e) {
      throw Closing.after(new RunFailedException(e), answers.values());
    } catch (RuntimeException e) {
      throw Closing.after(e, answers.values());
    }
  }

  /** Returns every row that there is to say of the agents, by host. */
  public List<PreflightRow> rows(Preflight preflight) {
    List<PreflightRow> rows = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      rows.addAll(preflight.judge(hosts.get(i), answers.get(i)));
    }
    return rows;
  }

  /** Returns whether all answered. */
  public boolean allAnswer() {
    return answers.stream().allMatch(answer -> answer.agent().isPresent());
  }

  /** The hosts of all, which answered, behind routers that take any address. */
  public List<AttachedHost> attached(TestbedFacts facts) {
    List<AttachedHost> all = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      AgentAnswer answer = answers.get(i);
      all.add(
          AttachedHost.of(
              answer.agent().orElseThrow(),
              facts.mac(hosts.get(i)),
              answer.clock().map(ClockOffset::sureNs).orElse(0L)));
    }
    return all;
  }

  @Override
  public void close() {
    answers.forEach(AgentAnswer::close);
  }

  /**
   * The answer of a host's agent; all but the row are there if it answered.
   *
   * @param row for people
   * @param agent to go on with, closed with this
   * @param said of itself and its interface
   * @param clock its clock against ours
   */
  public record AgentAnswer(
      PreflightRow row,
      Optional<RemoteAgent> agent,
      Optional<DescribeResponse> said,
      Optional<ClockOffset> clock)
      implements AutoCloseable {
    static AgentAnswer none(PreflightRow row) {
      return new AgentAnswer(row, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    public void close() {
      agent.ifPresent(RemoteAgent::close);
    }
  }

  /**
   * The check that a host's agent answers this harness, with its certificates and token, and what
   * it says.
   */
  public record AgentReach(
      Optional<TlsClientFiles> tls, Optional<BearerToken> token, Duration deadline) {
    private static final String WANTED = "answers, and takes our certificate and token";

    /** Asks one. Close the answer, which keeps the connection. */
    public AgentAnswer ask(TestbedFacts.Server server) {
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
                    case DEADLINE_EXCEEDED ->
                        "no answer within %d s".formatted(deadline.toSeconds());
                    default -> "cannot be reached";
                  }
                  : String.valueOf(e.getMessage()));
    }

    private static String said(Status status) {
      String description = status.getDescription();
      return description == null ? "" : ": " + description;
    }

    private static PreflightRow row(TestbedFacts.Server server, Verdict verdict, String found) {
      return new PreflightRow(server.name(), "agent", verdict, found, WANTED);
    }
  }
}
