package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.controller.address.Ipv4;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.RemoteAgent;
import io.smartt.realtime.containers.FabricAccess;
import io.smartt.realtime.containers.PathDelays;
import io.smartt.realtime.partition.Partition;

/**
 * Measures the ways between machines and their clocks, by a host of each in an overlay network that
 * carries nothing else. What an agent takes for asking, which it takes to ask itself too, comes
 * off.
 */
final class OverlayDelays implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int TIMEOUT_MS = 1_000;
  private static final int LOOPBACK = 0x7F000001;
  private static final int PACKETS = 20;

  /** An agent that has just started asks slowly at first. */
  private static final int FIRST = 20;

  /** A packet may be lost; three are not. */
  private static final int TRIES = 3;

  private final MachinesFabric fabric;
  private final int ipBytes;
  private final Map<Integer, Host> hosts = new TreeMap<>();
  private final Map<Integer, RemoteAgent> agents = new TreeMap<>();

  /**
   * Connects to a host of each machine that has some.
   *
   * @param ipBytes of the experiment's longest IP packet
   */
  OverlayDelays(MachinesFabric fabric, FabricAccess access, int ipBytes) {
    this.fabric = fabric;
    this.ipBytes = ipBytes;
    Partition partition = fabric.partition();
    for (int i = 0; i < partition.machines().size(); i++) {
      if (!partition.hosts(i).isEmpty()) {
        Host host = partition.hosts(i).getFirst();
        hosts.put(i, host);
        agents.put(i, Containers.agent(fabric.api(host), host, access));
      }
    }
    Workers.forEach(List.copyOf(agents.values()), agents.size(), agent -> agent.describe(PATIENCE));
  }

  /** Returns how far the clocks of machines that have hosts are ahead. */
  Map<Integer, ClockOffset> clocks() {
    Map<Integer, ClockOffset> clocks = new TreeMap<>();
    agents.forEach((machine, agent) ->
        clocks.put(machine, ClockOffset.measure(() -> agent.describe(PATIENCE).getTimeUnixNs())));
    return clocks;
  }

  /**
   * Measures all ways that links go over, one after the other.
   *
   * @throws UserInputException if the experiment's packets are too long for one
   * @throws RunFailedException if nothing comes back over one
   */
  PathDelays measure() {
    Partition partition = fabric.partition();
    List<PathDelays.Way> ways = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    int machines = partition.machines().size();
    for (int one = 0; one < machines; one++) {
      for (int other = one + 1; other < machines; other++) {
        List<Link> links = partition.cutBetween(one, other);
        if (!links.isEmpty()) {
          if (agents.containsKey(one) && agents.containsKey(other)) {
            ways.add(measure(one, other, links));
          } else {
            unknown.add(
                "from %s to %s: not measured, since one of them has no hosts; nothing is taken off the latency of %d links"
                    .formatted(name(one), name(other), links.size()));
          }
        }
      }
    }
    PathDelays measured = PathDelays.of(ways);
    unknown.addAll(0, measured.notes());
    return new PathDelays(measured.delayPs(), unknown);
  }

  private String name(int machine) {
    return fabric.engines().address(machine);
  }

  private PathDelays.Way measure(int one, int other, List<Link> links) {
    RemoteAgent from = agents.get(one);
    Host to = hosts.get(other);
    if (from == null || to == null) {
      throw new IllegalArgumentException("no hosts there");
    }
    int peer = Ipv4.parse(fabric.share(to).wayAddress(to)).bits();
    times(from, LOOPBACK, FIRST);
    times(from, peer, FIRST);
    List<Long> own = times(from, LOOPBACK, PACKETS);
    List<Long> there = times(from, peer, PACKETS);
    if (there.isEmpty() || own.isEmpty()) {
      throw new RunFailedException(
          "machine %s gets nothing back from machine %s over an overlay network (UDP port 4789, or the Swarm's --data-path-port)"
              .formatted(name(one), name(other)));
    }
    requireRoom(one, other, from, peer);
    long oneWayNs = Math.max(0, median(there) - median(own)) / 2;
    return new PathDelays.Way(name(one), name(other), links, oneWayNs, PACKETS, there.size());
  }

  /** Kernels do not cut what has DF, as the experiment's packets have: VXLAN drops it then. */
  private void requireRoom(int one, int other, RemoteAgent from, int peer) {
    if (IntStream.range(0, TRIES)
        .mapToObj(_ -> from.pingUncut(peer, ipBytes, TIMEOUT_MS))
        .noneMatch(OptionalLong::isPresent)) {
      throw new UserInputException(
          "no IP packet of %d bytes gets from machine %s to machine %s: VXLAN takes 50 more. Raise the MTU between them, or lower packet.payload"
              .formatted(ipBytes, name(one), name(other)));
    }
  }

  private static List<Long> times(RemoteAgent from, int to, int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> from.ping(to, TIMEOUT_MS))
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong)
        .sorted()
        .toList();
  }

  private static long median(List<Long> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  @Override
  public void close() {
    agents.values().forEach(RemoteAgent::close);
  }
}
