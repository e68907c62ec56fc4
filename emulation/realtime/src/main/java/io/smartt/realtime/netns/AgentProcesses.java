package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.experiment.run.RunInputs;
import io.smartt.realtime.AgentProcess;
import io.smartt.realtime.RemoteAgent;

/** An agent process for each host of a network of namespaces. */
final class AgentProcesses implements AutoCloseable {
  private final List<AgentProcess> processes = new ArrayList<>();
  private final List<RemoteAgent> agents = new ArrayList<>();

  private AgentProcesses() {}

  /**
   * Starts all and waits for all.
   *
   * @throws io.smartt.base.failure.RunFailedException if one does not start; none is left then
   */
  static AgentProcesses start(RunInputs in, NamespaceNetwork network) {
    AgentProcesses started = new AgentProcesses();
    try {
      for (Host host : in.topology().hosts()) {
        started.processes.add(
            AgentProcess.start(
                host.name(),
                network.prefix() + host.name(),
                NamespaceNetwork.interfaceName(new Port(host, Host.NIC_PORT)),
                in.logs()));
      }
      started.processes.forEach(process -> started.agents.add(process.connect()));
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** Returns the agents by host. */
  List<RemoteAgent> agents() {
    return agents;
  }

  /** Returns how the agent of a host ended, if it did. */
  Optional<String> ended(Host host) {
    return processes.get(host.index()).ended();
  }

  @Override
  public void close() {
    agents.forEach(RemoteAgent::close);
    processes.forEach(AgentProcess::close);
  }
}
