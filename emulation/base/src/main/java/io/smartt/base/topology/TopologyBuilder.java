package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * Collects hosts, switches and links. A port of a switch that has no number of its own gets the
 * lowest free one, from 1, in the order in which links are added.
 */
public final class TopologyBuilder {
  /** Ports are 9 bits in v1model, and 511 drops. */
  public static final int MAX_SWITCH_PORTS = 510;

  private static final int MOST_NODES = 1 << 18;

  private final String name;
  private final List<Host> hosts = new ArrayList<>();
  private final List<Switch> switches = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final Map<Node, BitSet> usedPorts = new HashMap<>();
  private final Map<Integer, Topology.Vrf> vrfs = new HashMap<>();

  public TopologyBuilder(String name) {
    this.name = name;
  }

  static UserInputException tooLarge(String name) {
    return new UserInputException(
        name + ": has more than " + MOST_NODES + " hosts and switches; choose a smaller network");
  }

  private void requireRoom() {
    if (hosts.size() + switches.size() >= MOST_NODES) {
      throw tooLarge(name);
    }
  }

  /** Adds the next host. */
  public Host addHost() {
    requireRoom();
    Host host = Host.at(hosts.size(), "h" + (hosts.size() + 1));
    hosts.add(host);
    return host;
  }

  /** Adds the next host, with a name of its own. */
  Host addHost(String hostName) {
    Host host = Host.at(hosts.size(), hostName);
    hosts.add(host);
    return host;
  }

  /** Adds the next switch. */
  public Switch addSwitch(String switchName, int tier, long latencyPs) {
    return add(new Switch(switches.size() + 1, switchName, tier, latencyPs, false));
  }

  /** Adds the network card of a host: what chooses between its ports, without latency. */
  Switch addCard(String cardName, int tier) {
    return add(new Switch(switches.size() + 1, cardName, tier, 0, true));
  }

  private Switch add(Switch added) {
    requireRoom();
    switches.add(added);
    return added;
  }

  /** Says that a switch is part of a larger one. */
  void inBox(Switch sw, Topology.Vrf vrf) {
    vrfs.put(sw.id(), vrf);
  }

  void forEachSwitch(Consumer<Switch> action) {
    switches.forEach(action);
  }

  /** Adds a link from the next free port of one node to the next free port of another. */
  public Link link(Node a, Node b, long rateBps, long latencyPs) {
    return link(nextPort(a), nextPort(b), rateBps, latencyPs);
  }

  /** Adds a link between ports. */
  Link link(Port a, Port b, long rateBps, long latencyPs) {
    Link link = new Link(links.size(), a, b, rateBps, latencyPs);
    links.add(link);
    return link;
  }

  /** Takes a port of a switch by its number. */
  Port port(Switch sw, int number) {
    BitSet used = used(sw);
    if (used.get(number)) {
      throw new UserInputException(
          name + ": two links at port " + number + " of switch " + sw.name());
    }
    used.set(number);
    return new Port(sw, number);
  }

  /** Takes the lowest free port of a node. */
  Port nextPort(Node node) {
    BitSet used = used(node);
    return switch (node) {
      case Host host when !used.isEmpty() ->
          throw new UserInputException(name + ": host " + host.name() + " has more than one link");
      case Host host -> {
        used.set(Host.NIC_PORT);
        yield new Port(host, Host.NIC_PORT);
      }
      case Switch sw -> {
        int number = used.nextClearBit(1);
        if (number > MAX_SWITCH_PORTS) {
          throw new UserInputException(
              "%s: switch %s needs more than %s ports, the most that a 9-bit port number allows"
                  .formatted(name, sw.name(), MAX_SWITCH_PORTS));
        }
        yield port(sw, number);
      }
    };
  }

  private BitSet used(Node node) {
    return usedPorts.computeIfAbsent(node, _ -> new BitSet());
  }

  /** Builds the topology; refuses one without hosts, or where some host cannot reach another. */
  public Topology build() {
    if (hosts.isEmpty()) {
      throw new UserInputException(name + ": no hosts");
    }
    for (Host host : hosts) {
      if (!usedPorts.containsKey(host)) {
        throw new UserInputException(name + ": host " + host.name() + " has no link");
      }
    }
    Topology topology = new Topology(name, hosts, switches, links, vrfs, new BitSet());
    Host first = hosts.getFirst();
    for (Host host : hosts) {
      if (topology.routes().links(host, first) == Routes.UNREACHABLE) {
        throw new UserInputException(
            name + ": host " + host.name() + " has no path to host " + first.name());
      }
    }
    return topology;
  }
}
