package io.smartt.base.topology;

import module java.base;

import io.smartt.controller.address.Ipv4;

/**
 * A network: hosts with one NIC each, switches, links, and which links have failed. Immutable; made
 * by {@link TopologyBuilder}.
 */
public final class Topology {
  private final String name;
  private final List<Host> hosts;
  private final List<Switch> switches;
  private final List<Link> links;
  private final Map<Integer, Vrf> vrfs;
  private final BitSet failed;
  private final Map<String, Node> byName;
  private final List<Adjacency> hostAdjacency;
  private final List<List<Adjacency>> switchAdjacencies;
  private final Routes routes;

  Topology(
      String name,
      List<Host> hosts,
      List<Switch> switches,
      List<Link> links,
      Map<Integer, Vrf> vrfs,
      BitSet failedLinks) {
    this.name = name;
    this.hosts = List.copyOf(hosts);
    this.switches = List.copyOf(switches);
    this.links = List.copyOf(links);
    this.vrfs = Map.copyOf(vrfs);
    failed = failedLinks;
    byName = new HashMap<>();
    hosts.forEach(host -> byName.put(host.name(), host));
    switches.forEach(sw -> byName.put(sw.name(), sw));
    hostAdjacency = new ArrayList<>(Collections.nCopies(hosts.size(), null));
    switchAdjacencies = new ArrayList<>();
    switches.forEach(sw -> switchAdjacencies.add(new ArrayList<>()));
    for (Link link : links) {
      attach(link.a(), new Adjacency(link.a().number(), link, link.b()));
      attach(link.b(), new Adjacency(link.b().number(), link, link.a()));
    }
    switchAdjacencies.replaceAll(List::copyOf);
    routes = new Routes(this);
  }

  /**
   * A network with names, addresses and ports of its own, whose hosts need not reach each other.
   */
  public static Topology of(
      String name, List<Host> hosts, List<Switch> switches, List<Link> links) {
    return new Topology(name, hosts, switches, links, Map.of(), new BitSet());
  }

  private void attach(Port port, Adjacency adjacency) {
    switch (port.node()) {
      case Host host -> hostAdjacency.set(host.index(), adjacency);
      case Switch sw -> switchAdjacencies.get(sw.id() - 1).add(adjacency);
    }
  }

  /** Returns the topology as the user named it: {@code leafspine,4,4,4}, or a file's name. */
  public String name() {
    return name;
  }

  /** Returns the hosts by index. */
  public List<Host> hosts() {
    return hosts;
  }

  /** Returns the switches by id; the first has id 1. */
  public List<Switch> switches() {
    return switches;
  }

  /** Returns the links by index, failed ones too. */
  public List<Link> links() {
    return links;
  }

  public Host host(int index) {
    return hosts.get(index);
  }

  /** Returns the name of the host with an address; the address itself if no host has it. */
  public String hostName(int ipv4) {
    return hosts.stream()
        .filter(host -> host.ipv4() == ipv4)
        .map(Host::name)
        .findFirst()
        .orElseGet(() -> new Ipv4(ipv4).toString());
  }

  public Switch switchWithId(int id) {
    return switches.get(id - 1);
  }

  /** A host or switch by name. */
  public Optional<Node> node(String nodeName) {
    return Optional.ofNullable(byName.get(nodeName));
  }

  /** Every link of a node by its port, failed ones too. */
  public List<Adjacency> adjacencies(Node node) {
    return switch (node) {
      case Host host -> List.of(access(host));
      case Switch sw -> switchAdjacencies.get(sw.id() - 1);
    };
  }

  /** A host's only link; its peer is the switch port that the host hangs off. */
  public Adjacency access(Host host) {
    return hostAdjacency.get(host.index());
  }

  /** The switch that a host hangs off. */
  public Switch accessSwitch(Host host) {
    return (Switch) access(host).peer().node();
  }

  /** Returns the larger switch that a switch is part of; empty for one that is a box of its own. */
  public Optional<Vrf> vrf(Switch sw) {
    return Optional.ofNullable(vrfs.get(sw.id()));
  }

  /** Returns whether the link carries packets. */
  public boolean isUp(Link link) {
    return !failed.get(link.index());
  }

  /** Shortest paths over the links that are up. */
  public Routes routes() {
    return routes;
  }

  /** Returns this network, ports and addresses included, with more links down. */
  public Topology withFailedLinks(Set<Link> down) {
    BitSet all = (BitSet) failed.clone();
    down.forEach(link -> all.set(link.index()));
    return new Topology(name, hosts, switches, links, vrfs, all);
  }

  /** Returns this network, ports and addresses included, with every link up. */
  public Topology withAllLinksUp() {
    return new Topology(name, hosts, switches, links, vrfs, new BitSet());
  }

  /**
   * Returns this network with other rates of some links.
   *
   * @param ratesBps by direction, as {@link Adjacency#direction()} numbers them
   */
  public Topology withRates(Map<Integer, Long> ratesBps) {
    List<Link> changed =
        links.stream()
            .map(link ->
                link.withRates(
                    ratesBps.getOrDefault(2 * link.index(), link.rateBps()),
                    ratesBps.getOrDefault(2 * link.index() + 1, link.backBps())))
            .toList();
    return new Topology(name, hosts, switches, changed, vrfs, failed);
  }

  /** Returns this network with hosts that take so long before they act on a frame. */
  public Topology withHostLatency(long ps) {
    return ps == 0
        ? this
        : with(hosts.stream().map(host -> host.withLatencyPs(ps)).toList(), switches, 1);
  }

  /** Returns this network with every rate divided and every latency multiplied by a factor. */
  public Topology dilated(double factor) {
    return factor == 1
        ? this
        : with(
            hosts.stream()
                .map(host -> host.withLatencyPs(times(host.latencyPs(), factor)))
                .toList(),
            switches.stream().map(sw -> sw.withLatencyPs(times(sw.latencyPs(), factor))).toList(),
            factor);
  }

  private Topology with(List<Host> newHosts, List<Switch> newSwitches, double factor) {
    UnaryOperator<Port> moved =
        port ->
            switch (port.node()) {
              case Host host -> new Port(newHosts.get(host.index()), port.number());
              case Switch sw -> new Port(newSwitches.get(sw.id() - 1), port.number());
            };
    List<Link> slower =
        links.stream()
            .map(link ->
                new Link(
                    link.index(),
                    moved.apply(link.a()),
                    moved.apply(link.b()),
                    divided(link.rateBps(), factor),
                    divided(link.backBps(), factor),
                    times(link.latencyPs(), factor)))
            .toList();
    return new Topology(name, newHosts, newSwitches, slower, vrfs, failed);
  }

  private static long times(long ps, double factor) {
    return Math.round(ps * factor);
  }

  private static long divided(long bps, double factor) {
    return Math.max(1, Math.round(bps / factor));
  }

  @Override
  public String toString() {
    return name
        + " ("
        + hosts.size()
        + " hosts, "
        + switches.size()
        + " switches, "
        + links.size()
        + " links)";
  }

  /**
   * A switch that is not a box of its own: virtual routing and forwarding of a larger one.
   *
   * @param box name of the switch that it is part of
   * @param name of the VRF, as SONiC's configuration takes it
   */
  public record Vrf(String box, String name) {}
}
