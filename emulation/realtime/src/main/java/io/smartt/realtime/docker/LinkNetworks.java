package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateNetworkCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Network;
import com.github.dockerjava.api.model.Network.Ipam;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.realtime.containers.AddressBlock;

/**
 * A Docker network for each link of a topology, with jumbo frames and an {@link AddressBlock} that
 * nobody on the engine uses.
 */
final class LinkNetworks {
  private static final String MTU = "com.docker.network.driver.mtu";

  private final DockerEngine engine;
  private final String fabric;
  private final Driver driver;
  private final Map<Port, NetworkAttachment> plugs = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private final Set<String> taken = new HashSet<>();

  /** The driver of the network that carries a link. */
  enum Driver {
    /** A bridge of the engine's own machine. */
    BRIDGE,
    /** VXLAN between a Swarm's machines, for services. */
    OVERLAY,
    /** The same, for containers of any engine of it. */
    ATTACHABLE;

    String driverName() {
      return this == BRIDGE ? "bridge" : "overlay";
    }
  }

  LinkNetworks(DockerEngine engine, String fabric, Driver driver) {
    this.engine = engine;
    this.fabric = fabric;
    this.driver = driver;
  }

  /** Makes those of some links, besides what is there. */
  void make(List<Link> links, int mtuBytes) {
    avoid(engine);
    Workers.forEach(links, DockerEngine.CALLS_AT_ONCE, link -> make(link, mtuBytes));
  }

  /** Takes no addresses that an engine uses, this one or another. */
  void avoid(DockerEngine used) {
    for (Network network : used.call("listing networks", c -> c.listNetworksCmd().exec())) {
      if (network.getIpam() != null && network.getIpam().getConfig() != null) {
        network
            .getIpam()
            .getConfig()
            .forEach(config -> taken.add(String.valueOf(config.getSubnet())));
      }
    }
  }

  private void make(Link link, int mtuBytes) {
    String name = fabric + "-" + link.a().interfaceName() + "-" + link.b().interfaceName();
    for (int number = next.getAndIncrement();
        number < AddressBlock.MOST;
        number = next.getAndIncrement()) {
      AddressBlock block = new AddressBlock(number);
      if (!taken.contains(block.subnet()) && tryMake(name, block, mtuBytes)) {
        boolean bridge = driver == Driver.BRIDGE;
        plugs.put(
            link.a(),
            NetworkAttachment.of(name, block, bridge ? block.first() : block.firstApart()));
        plugs.put(
            link.b(),
            NetworkAttachment.of(name, block, bridge ? block.second() : block.secondApart()));
        return;
      }
    }
    throw new RunFailedException("Docker: no addresses are left for networks in 198.18.0.0/15");
  }

  private boolean tryMake(String name, AddressBlock block, int mtuBytes) {
    return engine.call(
        "network " + name,
        client -> {
          try {
            command(client, name, mtuBytes)
                .withCheckDuplicate(true)
                .withIpam(
                    new Ipam()
                        .withDriver("default")
                        .withConfig(
                            new Ipam.Config()
                                .withSubnet(block.subnet())
                                .withGateway(block.gateway())))
                .exec();
            return true;
          } catch (DockerException e) {
            if (String.valueOf(e.getMessage()).contains("overlaps")) {
              return false;
            }
            throw e;
          }
        });
  }

  /** Makes one that is of no link, with addresses of the engine's choice. */
  void makeOther(String name, int mtuBytes) {
    engine.call("network " + name, client -> command(client, name, mtuBytes).exec());
  }

  private CreateNetworkCmd command(DockerClient client, String name, int mtuBytes) {
    return client
        .createNetworkCmd()
        .withName(name)
        .withDriver(driver.driverName())
        .withAttachable(driver == Driver.ATTACHABLE)
        .withOptions(Map.of(MTU, Integer.toString(mtuBytes)))
        .withLabels(Labels.of(fabric));
  }

  /** Returns where a port of a node is plugged in. */
  NetworkAttachment plug(Port port) {
    NetworkAttachment plug = plugs.get(port);
    if (plug == null) {
      throw new IllegalArgumentException("no link at " + port);
    }
    return plug;
  }

  /**
   * Adds ports that are plugged in at networks that somebody else made, whose addresses are taken.
   */
  void add(Map<Port, NetworkAttachment> others) {
    plugs.putAll(others);
    others.values().forEach(plug -> taken.add(plug.block().subnet()));
  }

  /** Returns where all ports are plugged in. */
  Map<Port, NetworkAttachment> plugs() {
    return Map.copyOf(plugs);
  }

  /** Names of the networks of some ports. */
  List<NetworkAttachment> plugs(List<Port> ports) {
    return ports.stream().map(this::plug).toList();
  }

  /**
   * One end of a link's Docker network.
   *
   * @param network its name
   * @param block addresses of the network
   * @param ipv4 the address that Docker gives the container there; the experiment does not use it
   * @param mac the interface's, from which the container knows which one it is
   */
  record NetworkAttachment(String network, AddressBlock block, String ipv4, String mac) {
    static NetworkAttachment of(String network, AddressBlock block, String ipv4) {
      return new NetworkAttachment(network, block, ipv4, AddressBlock.mac(ipv4));
    }
  }
}
