package io.smartt.emulation.softswitch.backend;

import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The backends of all switches of a network, and which of its links are up. Thread safe. */
public final class SwitchBackends implements AutoCloseable {
  private final Topology topology;
  private final Function<Adjacency, List<QueueConfig>> queues;
  private final double loss;
  private final Map<Switch, SwitchBackend> backends = new ConcurrentHashMap<>();
  private final Map<Link, Boolean> changed = new ConcurrentHashMap<>();

  /**
   * Creates an empty set.
   *
   * @param queues of a port, lowest priority first
   * @param loss share of packets that every link loses
   */
  public SwitchBackends(
      Topology topology, Function<Adjacency, List<QueueConfig>> queues, double loss) {
    this.topology = topology;
    this.queues = queues;
    this.loss = loss;
  }

  /** Returns how many queues each port of a switch has. */
  public int queuesPerPort(Switch sw) {
    List<Adjacency> all = topology.adjacencies(sw);
    return all.isEmpty() ? 1 : queues.apply(all.getFirst()).size();
  }

  /**
   * Adds a switch that has just started, or replaces the one that has ended, and sets its ports up
   * with the links as they are now.
   */
  public void add(Switch sw, SwitchBackend backend) {
    SortedMap<Integer, PortSetup> ports = new TreeMap<>();
    for (Adjacency adjacency : topology.adjacencies(sw)) {
      Link link = adjacency.link();
      Wire wire = Wire.of(topology, sw, adjacency, loss);
      ports.put(
          adjacency.port(),
          new PortSetup(
              link.rateBps(),
              wire.withUp(changed.getOrDefault(link, wire.up())),
              queues.apply(adjacency)));
    }
    backends.put(sw, backend);
    backend.setUp(ports);
  }

  /** Returns the backend of a switch. */
  public SwitchBackend of(Switch sw) {
    SwitchBackend backend = backends.get(sw);
    if (backend == null) {
      throw new IllegalStateException("switch " + sw.name() + " was not started");
    }
    return backend;
  }

  /** Takes a link down or up, in both directions. */
  public void setUp(Link link, boolean up) {
    changed.put(link, up);
    for (Port end : List.of(link.a(), link.b())) {
      if (end.node() instanceof Switch sw) {
        of(sw).setLinkUp(end.number(), up);
      }
    }
  }

  /** Returns a snapshot of the counters of all switches, in the topology's order. */
  public SwitchCounts counts() {
    return all().stream().map(SwitchBackend::counts).reduce(SwitchCounts.NONE, SwitchCounts::plus);
  }

  /** Resets the counters of all switches. */
  public void clearCounters() {
    all().forEach(SwitchBackend::clearCounters);
  }

  /** Returns the mean lateness over all switches; 0 if unknown. */
  public long meanLatenessPs() {
    return Math.round(all().stream().mapToLong(SwitchBackend::meanLatenessPs).average().orElse(0));
  }

  private List<SwitchBackend> all() {
    List<SwitchBackend> all = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      SwitchBackend backend = backends.get(sw);
      if (backend != null) {
        all.add(backend);
      }
    }
    return all;
  }

  @Override
  public void close() {
    all().forEach(SwitchBackend::close);
  }
}
