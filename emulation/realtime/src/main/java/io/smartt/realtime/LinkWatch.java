package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;

/**
 * Notices links that somebody else takes down while traffic runs: it asks nodes which of their
 * ports have no carrier. Either end of a veth pair that is down takes the other's carrier; behind a
 * bridge, as on Docker's networks, only the end that is gone knows it. A link that is known to be
 * down, by who asks other nodes or by plan, is reported once.
 */
public final class LinkWatch {
  private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);

  /** The kernel may say a second late that a new interface has a carrier. */
  private static final long SETTLING_NS = TimeUnit.SECONDS.toNanos(3);

  private final Topology topology;
  private final List<? extends Node> nodes;
  private final Function<Node, Set<Integer>> portsDown;
  private final LongSupplier nowNs;
  private final Set<Link> seenUp = new HashSet<>();
  private final Set<Link> told = new HashSet<>();
  private final long beganNs;
  private Map<Link, Port> down = Map.of();
  private long lookedNs;

  private LinkWatch(
      Topology topology,
      List<? extends Node> nodes,
      Function<Node, Set<Integer>> portsDown,
      LongSupplier nowNs) {
    this.topology = topology;
    this.nodes = nodes;
    this.portsDown = portsDown;
    this.nowNs = nowNs;
    beganNs = nowNs.getAsLong();
    lookedNs = beganNs - INTERVAL_NS;
  }

  /**
   * Asks switches.
   *
   * @param portsDown the ports of a switch that are down at this moment, by number
   * @param nowNs paces how often they are asked for
   */
  public static LinkWatch ofSwitches(
      Topology topology, Function<Switch, Set<Integer>> portsDown, LongSupplier nowNs) {
    PromptAnswers<Set<Integer>> prompt = new PromptAnswers<>(portsDown);
    return new LinkWatch(topology, topology.switches(), node -> prompt.apply((Switch) node), nowNs);
  }

  /**
   * Asks hosts.
   *
   * @param down whether a host's interface is down or gone at this moment
   * @param nowNs paces how often they are asked for
   */
  static LinkWatch ofHosts(Topology topology, Predicate<Host> down, LongSupplier nowNs) {
    return new LinkWatch(
        topology,
        topology.hosts(),
        node -> down.test((Host) node) ? Set.of(Host.NIC_PORT) : Set.of(),
        nowNs);
  }

  /** Looks, if the last look was a quarter of a second ago, and notes what has changed. */
  public void look(long timePs, RunEvents events, RunMonitor monitor) {
    if (nowNs.getAsLong() - lookedNs < INTERVAL_NS) {
      return;
    }
    Map<Link, Port> now = downNow();
    topology.links().stream().filter(link -> !now.containsKey(link)).forEach(seenUp::add);
    if (nowNs.getAsLong() - beganNs < SETTLING_NS) {
      now.keySet().retainAll(seenUp);
    }
    now.forEach((link, port) -> {
      if (!down.containsKey(link) && !isKnownDown(events, link)) {
        told.add(link);
        String what =
            "link %s went down: port %d of %s has no carrier"
                .formatted(name(link), port.number(), port.node().name());
        events.add(timePs, RunEvent.Kind.LINK_DOWN, what, name(link));
        monitor.stage(what);
      }
    });
    for (Link link : down.keySet()) {
      if (!now.containsKey(link) && told.remove(link)) {
        String what = "link " + name(link) + " is up again";
        events.add(timePs, RunEvent.Kind.LINK_UP, what, name(link));
        monitor.stage(what);
      }
    }
    down = now;
    lookedNs = nowNs.getAsLong();
  }

  private static boolean isKnownDown(RunEvents events, Link link) {
    return events.lastKind(name(link)).equals(Optional.of(RunEvent.Kind.LINK_DOWN));
  }

  private Map<Link, Port> downNow() {
    Map<Link, Port> found = new LinkedHashMap<>();
    for (Node node : nodes) {
      Set<Integer> ports;
      try {
        ports = portsDown.apply(node);
      } catch (RunFailedException e) {
        // The poll of the switches says so. Until then its links are as they were.
        down.forEach((link, port) -> {
          if (port.node().equals(node)) {
            found.putIfAbsent(link, port);
          }
        });
        continue;
      }
      for (Adjacency adjacency : topology.adjacencies(node)) {
        if (ports.contains(adjacency.port())) {
          found.putIfAbsent(adjacency.link(), new Port(node, adjacency.port()));
        }
      }
    }
    return found;
  }

  /** Returns the name of a link for people: {@code leaf1-spine1}. */
  public static String name(Link link) {
    return link.a().node().name() + "-" + link.b().node().name();
  }
}
