package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.concurrent.Workers;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.containers.FabricAccess;
import io.smartt.realtime.containers.FabricNodes;
import io.smartt.realtime.containers.RemoteSwitches;

/** The steps by which containers that have been started come to be a network. */
final class Containers {
  private static final double NS_PER_S = 1e9;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private Containers() {}

  /**
   * Programs switches and waits for agents.
   *
   * @param agents gets those of all hosts, by index
   * @throws io.smartt.base.failure.RunFailedException naming what does not answer
   */
  static void bringUp(
      Topology topology,
      FabricNodes nodes,
      FabricAccess access,
      RemoteSwitches switches,
      List<RemoteAgent> agents,
      RunMonitor monitor,
      long begunNs) {
    int switchCount = topology.switches().size();
    monitor.next("programming " + switchCount + " switches over P4Runtime");
    switches.bringUp();
    monitor.next("waiting for " + topology.hosts().size() + " agents");
    topology.hosts().forEach(host -> agents.add(agent(nodes.api(host), host, access)));
    Workers.forEach(agents, agents.size(), agent -> agent.describe(PATIENCE));
    monitor.stage(
        "%d containers are up and programmed after %.1f s"
            .formatted(switchCount + agents.size(), (System.nanoTime() - begunNs) / NS_PER_S));
  }

  static RemoteAgent agent(InetSocketAddress api, Host host, FabricAccess access) {
    return new RemoteAgent(host.name(), access.channel(api), Optional.of(access.token()));
  }
}
