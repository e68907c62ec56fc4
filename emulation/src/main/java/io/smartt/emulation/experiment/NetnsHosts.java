package io.smartt.emulation.experiment;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.emulation.netns.NamespaceNetwork;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.TransportEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** The agents of all hosts of a run in network namespaces, on one event loop. */
final class NetnsHosts implements AutoCloseable {
  private final List<HostAgent> agents = new ArrayList<>();

  /**
   * Starts them; their traffic has yet to begin.
   *
   * @param watchers of what each host receives
   */
  static NetnsHosts start(
      RunInputs in,
      NamespaceNetwork network,
      Traffic traffic,
      EventLoop loop,
      KernelClock clock,
      Function<Port, List<ChannelHandler>> watchers) {
    NetnsHosts hosts = new NetnsHosts();
    try {
      SplittableRandom random = new SplittableRandom(in.spec().seed());
      for (Host host : in.topology().hosts()) {
        TransportEndpoint endpoint = endpoint(in, host, traffic, random.split());
        hosts.agents.add(agent(in.topology(), network, host, endpoint, loop, clock, watchers));
      }
      return hosts;
    } catch (RuntimeException e) {
      hosts.close();
      throw e;
    }
  }

  private static TransportEndpoint endpoint(
      RunInputs in, Host host, Traffic traffic, SplittableRandom random) {
    TransportEndpoint endpoint =
        in.hosts()
            .endpoint(
                new Destination(host.ipv4(), host.mac()),
                in.topology().access(host).link().rateBps(),
                traffic.listener(host),
                random);
    endpoint.payloadSink(PatternPayload.checker());
    return endpoint;
  }

  private static HostAgent agent(
      Topology topology,
      NamespaceNetwork network,
      Host host,
      TransportEndpoint endpoint,
      EventLoop loop,
      KernelClock clock,
      Function<Port, List<ChannelHandler>> watchers) {
    Port nic = new Port(host, Host.NIC_PORT);
    PacketChannel channel =
        network
            .namespace(host)
            .call(
                () -> PacketChannel.open(NamespaceNetwork.interfaceName(nic), PacketOptions.HOST));
    return HostAgent.start(
        channel,
        loop,
        endpoint,
        host.ipv4(),
        topology.access(host).link().rateBps(),
        clock,
        watchers.apply(nic));
  }

  /** By host. */
  List<HostAgent> agents() {
    return agents;
  }

  @Override
  public void close() {
    agents.forEach(HostAgent::close);
  }
}
