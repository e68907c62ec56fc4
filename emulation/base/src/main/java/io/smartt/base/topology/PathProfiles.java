package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * Works out {@link PathProfile}s. Base RTT is 2 * (sum of link, switch and receiver latencies) plus
 * the store-and-forward of one data packet at each link and of one ACK at each link back (Sec.
 * "SMaRTT Design": the base RTT can be known once per hop count). Where equal-cost paths differ,
 * the fastest counts; the rates of a network card's ports add up. Keeps what it has worked out; for
 * one thread.
 */
public final class PathProfiles {
  private final Topology topology;
  private final PacketSizes sizes;
  private final int ackBytes;
  private final Map<Ends, Cost> between = new HashMap<>();
  private Optional<PathProfile> longest = Optional.empty();

  /** Creates the profiles of a topology that carries packets of these sizes. */
  public PathProfiles(Topology topology, PacketSizes sizes) {
    this.topology = topology;
    this.sizes = sizes;
    ackBytes = sizes.linkBytes(sizes.ackBytes());
  }

  /** Returns the network. */
  public Topology topology() {
    return topology;
  }

  /** Returns the profile for a full data packet. */
  public PathProfile between(Host from, Host to) {
    return between(from, to, sizes.mtuBytes());
  }

  /** Returns the profile for a data packet of a given length, header included. */
  public PathProfile between(Host from, Host to, int packetBytes) {
    int dataBytes = sizes.linkBytes(packetBytes);
    int links = topology.routes().links(from, to);
    if (links == Routes.UNREACHABLE || from.equals(to)) {
      throw new UserInputException(
          "%s: no path from %s to %s while links are down"
              .formatted(topology.name(), from.name(), to.name()));
    }
    Switch first = topology.accessSwitch(from);
    Switch last = topology.accessSwitch(to);
    Cost switches =
        between.computeIfAbsent(
            new Ends(first.id(), last.id(), dataBytes),
            _ -> new Walk(to, last, dataBytes).from(first));
    return profile(from, to, links, switches, dataBytes);
  }

  private PathProfile profile(Host from, Host to, int links, Cost switches, int dataBytes) {
    Cost all =
        switches
            .over(topology.access(from), dataBytes, ackBytes)
            .backOver(topology.access(to), dataBytes, ackBytes);
    return new PathProfile(
        links, all.paths, all.latencyPs + to.latencyPs(), all.dataPs, all.ackPs, all.bottleneckBps);
  }

  /** Returns the profile of two hosts whose base RTT is the largest: the network's base RTT. */
  public PathProfile longest() {
    if (longest.isEmpty()) {
      longest = Optional.of(findLongest());
    }
    return longest.get();
  }

  private PathProfile findLongest() {
    int dataBytes = sizes.linkBytes(sizes.mtuBytes());
    boolean uniform = isUniform();
    List<Host> hosts = uniform ? topology.hosts() : twoOfEachKind();
    int most = 0;
    Optional<PathProfile> found = Optional.empty();
    for (Host to : hosts) {
      Walk walk = new Walk(to, topology.accessSwitch(to), dataBytes);
      for (Host from : hosts) {
        int links = topology.routes().links(from, to);
        if (links == Routes.UNREACHABLE || links == 0 || (uniform && links <= most)) {
          continue;
        }
        most = links;
        Cost switches = walk.from(topology.accessSwitch(from));
        PathProfile path = profile(from, to, links, switches, dataBytes);
        found = found.filter(p -> p.baseRttPs() >= path.baseRttPs()).or(() -> Optional.of(path));
        if (uniform && most == topology.routes().diameter()) {
          return path;
        }
      }
    }
    return found.orElseThrow(
        () -> new UserInputException(topology.name() + ": has no two hosts that reach each other"));
  }

  /** Returns whether the number of links tells which path takes longest. */
  private boolean isUniform() {
    return Stream.<Stream<?>>of(
            topology.links().stream().filter(Link::isAccess).map(PathProfiles::costs),
            topology.links().stream().filter(link -> !link.isAccess()).map(PathProfiles::costs),
            topology.switches().stream().filter(sw -> !sw.card()).map(Switch::latencyPs),
            topology.hosts().stream().map(Host::latencyPs))
        .allMatch(alike -> alike.distinct().limit(2).count() < 2);
  }

  private static List<Long> costs(Link link) {
    return List.of(link.rateBps(), link.backBps(), link.latencyPs());
  }

  /** Two hosts of those that have links alike to a switch, since there is a path between them. */
  private List<Host> twoOfEachKind() {
    Map<List<?>, Integer> seen = new HashMap<>();
    return topology.hosts().stream()
        .filter(host -> {
          Switch at = topology.accessSwitch(host);
          List<Long> costs = costs(topology.access(host).link());
          return seen.merge(List.of(at.id(), costs, host.latencyPs()), 1, Integer::sum) <= 2;
        })
        .toList();
  }

  /** The walk from the first switch, itself counted, to the last, itself counted. */
  private final class Walk {
    private final Host to;
    private final Switch last;
    private final int dataBytes;
    private final Map<Switch, Cost> known = new HashMap<>();

    Walk(Host to, Switch last, int dataBytes) {
      this.to = to;
      this.last = last;
      this.dataBytes = dataBytes;
    }

    Cost from(Switch sw) {
      Cost cost = known.get(sw);
      if (cost == null) {
        Cost rest = sw.equals(last) ? Cost.ARRIVED : best(topology.routes().nextHops(sw, to));
        cost = rest.through(sw);
        known.put(sw, cost);
      }
      return cost;
    }

    private Cost best(List<Adjacency> outs) {
      Cost best = beyond(outs.getFirst());
      long paths = best.paths;
      long allBps = best.bottleneckBps;
      for (Adjacency out : outs.subList(1, outs.size())) {
        Cost other = beyond(out);
        paths += other.paths;
        allBps += other.bottleneckBps;
        best = other.totalPs() < best.totalPs() ? other : best;
      }
      // Packets of a flow are spread over all of them, and its window is for all of them.
      return new Cost(paths, best.latencyPs, best.dataPs, best.ackPs, allBps);
    }

    private Cost beyond(Adjacency out) {
      return from((Switch) out.peer().node()).over(out, dataBytes, ackBytes);
    }
  }

  private record Ends(int firstSwitch, int lastSwitch, int dataBytes) {}

  private record Cost(long paths, long latencyPs, long dataPs, long ackPs, long bottleneckBps) {
    static final Cost ARRIVED = new Cost(1, 0, 0, 0, Long.MAX_VALUE);

    long totalPs() {
      return 2 * latencyPs + dataPs + ackPs;
    }

    Cost through(Switch sw) {
      return new Cost(paths, latencyPs + sw.latencyPs(), dataPs, ackPs, bottleneckBps);
    }

    /** Data leaves by a port, ACKs arrive by it. */
    Cost over(Adjacency out, int dataBytes, int ackBytes) {
      return over(out.link(), dataBytes, out.rateBps(), ackBytes, out.arrivingBps());
    }

    /** Data arrives by a port, ACKs leave by it. */
    Cost backOver(Adjacency in, int dataBytes, int ackBytes) {
      return over(in.link(), dataBytes, in.arrivingBps(), ackBytes, in.rateBps());
    }

    private Cost over(Link link, int dataBytes, long dataBps, int ackBytes, long ackBps) {
      return new Cost(
          paths,
          latencyPs + link.latencyPs(),
          dataPs + Serialisation.ps(dataBytes, dataBps),
          ackPs + Serialisation.ps(ackBytes, ackBps),
          Math.min(bottleneckBps, dataBps));
    }
  }

  /**
   * Properties of the path between two hosts on an empty network, for a packet and its ACK.
   *
   * @param links from sender to receiver, both host links counted
   * @param equalCostPaths shortest paths between them
   * @param oneWayLatencyPs sum of the latencies of links, switches and the receiver one way
   * @param dataSerialisationPs store-and-forward of one data packet, summed over the links
   * @param ackSerialisationPs store-and-forward of one ACK, summed over the links
   * @param bottleneckBps rate that the slowest links have together where there are several paths,
   *     but at most the hosts' own
   */
  public record PathProfile(
      int links,
      long equalCostPaths,
      long oneWayLatencyPs,
      long dataSerialisationPs,
      long ackSerialisationPs,
      long bottleneckBps) {

    /**
     * The time from the first bit of the packet out of the sender to the last bit of its ACK back.
     */
    public long baseRttPs() {
      return 2 * oneWayLatencyPs + dataSerialisationPs + ackSerialisationPs;
    }

    /**
     * The time from the first bit of the packet out of the sender to its last bit at the receiver.
     */
    public long oneWayPs() {
      return oneWayLatencyPs + dataSerialisationPs;
    }
  }
}
