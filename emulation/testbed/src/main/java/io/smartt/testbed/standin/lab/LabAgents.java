package io.smartt.testbed.standin.lab;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.AgentEndpoints;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.AgentInterface;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.daemon.AgentService;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.realtime.netns.NamespaceNetwork;

/** An agent for each host of a laboratory, all on one event loop of this process. */
final class LabAgents implements AutoCloseable {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Map<String, Integer> ports = new LinkedHashMap<>();

  private LabAgents() {}

  /**
   * Starts all.
   *
   * @throws RunFailedException if one does not start; none is left then
   */
  static LabAgents start(
      Topology topology,
      NamespaceNetwork network,
      LabFolder folder,
      SettingsCatalog catalog,
      String version,
      EventLoop loop) {
    LabAgents agents = new LabAgents();
    try {
      for (Host host : topology.hosts()) {
        agents.start(host, network, folder, catalog, version, loop);
      }
      return agents;
    } catch (IOException e) {
      agents.close();
      throw new RunFailedException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      agents.close();
      throw e;
    }
  }

  private void start(
      Host host,
      NamespaceNetwork network,
      LabFolder folder,
      SettingsCatalog catalog,
      String version,
      EventLoop loop)
      throws IOException {
    AgentInterface nic =
        AgentInterface.find(
            NamespaceNetwork.interfaceName(new Port(host, Host.NIC_PORT)),
            Optional.of(network.namespace(host)),
            PacketOptions.HOST);
    nic.requireOpens();
    AgentService service =
        new AgentService(version, nic, List.of(loop), new AgentEndpoints(catalog, true), () -> {});
    opened.push(service);
    AgentServer server =
        AgentServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.of(folder.credentials("agents")),
            Optional.of(folder.token()),
            service);
    opened.push(server);
    ports.put(host.name(), server.port());
  }

  /** TCP ports by host. */
  Map<String, Integer> ports() {
    return ports;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        throw new RunFailedException("an agent did not stop: " + e.getMessage(), e);
      }
    }
  }
}
