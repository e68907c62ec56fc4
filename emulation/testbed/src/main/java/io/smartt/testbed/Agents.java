package io.smartt.testbed;

import module java.base;

import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.controller.tls.TlsClientFiles.TlsException;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.ClockOffset;

/** The agents of all hosts of a testbed, asked at once; closing lets them go. */
public final class Agents implements AutoCloseable {
  private final List<Host> hosts;
  private final List<AgentAnswer> answers;

  private Agents(List<Host> hosts, List<AgentAnswer> answers) {
    this.hosts = hosts;
    this.answers = answers;
  }

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
    } catch (TlsException e) {
      answers.values().forEach(AgentAnswer::close);
      throw new RunFailedException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      answers.values().forEach(AgentAnswer::close);
      throw e;
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
}
