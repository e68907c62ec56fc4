package io.smartt.softswitch.backend;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.softswitch.QueueConfig;

/** The backends of all switches of a network, and how its links are. Thread safe. */
public final class SwitchBackends implements AutoCloseable {
  private final Topology topology;
  private final Function<Adjacency, List<QueueConfig>> queues;
  private final double loss;
  private final Map<Link, Long> elsewherePs;
  private final Map<Switch, SwitchBackend> backends = new ConcurrentHashMap<>();
  private final Map<Link, LinkState> changed = new ConcurrentHashMap<>();
  private final Map<Link, LinkCondition> failed = new ConcurrentHashMap<>();

  /**
   * Creates an empty set.
   *
   * @param queues of a port, lowest priority first
   * @param loss share of packets that every link loses
   */
  public SwitchBackends(
      Topology topology, Function<Adjacency, List<QueueConfig>> queues, double loss) {
    this(topology, queues, loss, Map.of());
  }

  /**
   * Creates an empty set, of a network that several machines carry.
   *
   * @param elsewherePs of the latency of a link between two of them, what the way there takes one
   *     way, which is not emulated a second time
   */
  public SwitchBackends(
      Topology topology,
      Function<Adjacency, List<QueueConfig>> queues,
      double loss,
      Map<Link, Long> elsewherePs) {
    this.topology = topology;
    this.queues = queues;
    this.loss = loss;
    this.elsewherePs = Map.copyOf(elsewherePs);
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
    SortedMap<Integer, SwitchBackend.PortSetup> ports = new TreeMap<>();
    for (Adjacency adjacency : topology.adjacencies(sw)) {
      ports.put(
          adjacency.port(),
          new SwitchBackend.PortSetup(
              rateBps(adjacency), wire(sw, adjacency), queues.apply(adjacency)));
    }
    backends.put(sw, backend);
    backend.setUp(ports);
  }

  private LinkState state(Link link) {
    LinkState now = changed.get(link);
    return now == null ? LinkState.of(topology, link, loss) : now;
  }

  /** Returns the backend of a switch. */
  public SwitchBackend of(Switch sw) {
    SwitchBackend backend = backends.get(sw);
    if (backend == null) {
      throw new IllegalStateException("switch " + sw.name() + " was not started");
    }
    return backend;
  }

  /**
   * Returns the wire of a port: what somebody asked for decides over the topology, and a failure
   * makes it worse.
   */
  private Wire wire(Switch sw, Adjacency port) {
    LinkState state = state(port.link());
    Wire wire = Wire.of(sw, port, state).without(elsewherePs.getOrDefault(port.link(), 0L));
    LinkCondition condition = failed.get(port.link());
    if (condition == null) {
      return wire;
    }
    boolean cut = changed.containsKey(port.link()) && !state.up();
    return wire.with(condition).withUp(condition.up() && !cut);
  }

  private long rateBps(Adjacency port) {
    Link link = port.link();
    long rateBps = state(link).rateBps();
    LinkCondition condition = failed.get(link);
    if (condition == null) {
      return rateBps;
    }
    OptionalLong failing = condition.rateBps(rateBps, port.peer().node() instanceof Host);
    if (failing.isEmpty()) {
      return rateBps;
    }
    long failedBps = failing.getAsLong();
    return changed.containsKey(link) ? Math.min(rateBps, failedBps) : failedBps;
  }

  /** Makes a failure's condition that of a link from now on, in both directions. */
  public void set(Link link, LinkCondition condition) {
    failed.put(link, condition);
    apply(link);
  }

  /**
   * Changes a link, in both directions. A switch that is started again has it as well.
   *
   * @param dilation by which rates are divided and times multiplied
   * @throws io.smartt.base.input.UserInputException on a switch that cannot
   */
  public void change(Link link, List<LinkChange> changes, double dilation) {
    LinkState before = state(link);
    LinkState after = before.after(changes, dilation);
    if (!after.isLikeButForCarrier(before)) {
      ends(link).forEach(end -> of(end.sw).requireLinkChanges());
    }
    changed.put(link, after);
    apply(link);
  }

  private void apply(Link link) {
    for (End end : ends(link)) {
      of(end.sw).setLink(end.port.port(), rateBps(end.port), wire(end.sw, end.port));
    }
  }

  private record End(Switch sw, Adjacency port) {}

  /** The ends of a link that are a switch's. */
  private List<End> ends(Link link) {
    List<End> ends = new ArrayList<>();
    for (Port end : List.of(link.a(), link.b())) {
      if (end.node() instanceof Switch sw) {
        topology.adjacencies(sw).stream()
            .filter(adjacency -> adjacency.port() == end.number())
            .forEach(adjacency -> ends.add(new End(sw, adjacency)));
      }
    }
    return ends;
  }

  /**
   * Returns a snapshot of the counters of all switches, in the topology's order.
   *
   * @throws RunFailedException with the place of the switch that does not give them
   */
  public SwitchCounts counts() {
    SwitchCounts all = SwitchCounts.NONE;
    for (Switch sw : topology.switches()) {
      SwitchBackend backend = backends.get(sw);
      if (backend != null) {
        try {
          all = all.plus(backend.counts());
        } catch (RunFailedException | P4RuntimeException e) {
          throw new RunFailedException(String.valueOf(e.getMessage()), sw.name(), e);
        }
      }
    }
    return all;
  }

  /** Resets the counters of all switches. */
  public void clearCounters() {
    all().forEach(SwitchBackend::clearCounters);
  }

  /** Returns how late each switch was since it began. */
  public Map<Switch, SwitchLateness> lateness() {
    Map<Switch, SwitchLateness> each = new HashMap<>();
    backends.forEach((sw, backend) -> each.put(sw, backend.lateness()));
    return each;
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
