package io.smartt.virtual;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PacketBalance;
import io.smartt.base.counters.PacketLedger.PortArrivals;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.backend.SwitchCounts;

/**
 * The packets of a network in virtual time at one moment. Every switch counts what came in, was
 * made, left, was dropped and waits; every link counts what it took and what it delivered. The
 * ledger compares them with each other, and their sums. For when no event queue is at work.
 *
 * @param switches by id, from 1
 * @param links two for each of the topology, that from {@code a} to {@code b} first
 * @param hasControllers whether a switch has a port to controllers
 */
record FabricLedger(
    Topology topology,
    List<SwitchNode> switches,
    List<SimplexLink> links,
    Function<Switch, Boolean> hasControllers) {
  /** No kernel is in the way here. */
  private static final Drops NO_KERNEL = Drops.of(DropReason.KERNEL, 0);

  /** Returns where all packets began and ended. */
  PacketLedger packets() {
    Map<PacketLedger.Source, Long> from = new EnumMap<>(PacketLedger.Source.class);
    Map<PacketLedger.End, Long> to = new EnumMap<>(PacketLedger.End.class);
    Drops dropped = NO_KERNEL;
    long sentByHosts = 0;
    long receivedByHosts = 0;
    long flying = 0;
    for (Link link : topology.links()) {
      for (int way = 0; way < 2; way++) {
        SimplexLink.LinkCounts counts = counts(link, way);
        sentByHosts += near(link, way).node() instanceof Host ? counts.entered() : 0;
        receivedByHosts += near(link, 1 - way).node() instanceof Host ? counts.delivered() : 0;
        flying += counts.flying();
      }
    }
    from.put(PacketLedger.Source.HOSTS, sentByHosts);
    from.put(PacketLedger.Source.CONTROLLERS, 0L);
    to.put(PacketLedger.End.HOSTS, receivedByHosts);
    to.put(PacketLedger.End.CONTROLLERS, 0L);
    List<PortDrops> ports = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      SwitchNode node = node(sw);
      PacketBalance balance = node.device().balance();
      from.merge(PacketLedger.Source.SWITCHES, node.pauseFrames(), Long::sum);
      from.merge(PacketLedger.Source.COPIES, balance.copied(), Long::sum);
      to.merge(PacketLedger.End.SWITCHES, node.pausesTaken(), Long::sum);
      to.merge(PacketLedger.End.COPIES, balance.replicated(), Long::sum);
      to.merge(PacketLedger.End.QUEUED, balance.waiting(), Long::sum);
      if (hasControllers.apply(sw)) {
        from.merge(PacketLedger.Source.CONTROLLERS, balance.received() - node.hops(), Long::sum);
        to.merge(
            PacketLedger.End.CONTROLLERS,
            balance.sent() + node.pauseFrames() - toLinks(sw),
            Long::sum);
      }
      for (PortDrops port : drops(sw)) {
        ports.add(port);
        dropped = dropped.plus(port.drops());
      }
      dropped =
          dropped.plus(
              Drops.of(DropReason.QUEUE_FULL, node.device().trafficManager().droppedPackets()));
    }
    to.put(PacketLedger.End.IN_FLIGHT, flying);
    return new PacketLedger(from, to, dropped, ports);
  }

  /** Returns a snapshot of the counters of all switches. */
  SwitchCounts counts() {
    List<QueueRecord> queues = new ArrayList<>();
    long unqueued = 0;
    long pauseFrames = 0;
    long hops = 0;
    for (Switch sw : topology.switches()) {
      SwitchNode node = node(sw);
      TrafficManager manager = node.device().trafficManager();
      for (Adjacency port : topology.adjacencies(sw)) {
        for (int queue = 0; queue < manager.queuesPerPort(); queue++) {
          queues.add(
              new QueueRecord(sw.name(), port.port(), queue, manager.counters(port.port(), queue)));
        }
      }
      unqueued += node.device().counters().unqueued();
      pauseFrames += node.pauseFrames();
      hops += node.hops();
    }
    return new SwitchCounts(queues, unqueued, pauseFrames, hops, packets());
  }

  /** Returns what arrived at each port of a switch that has a cable. */
  List<PortArrivals> arrivals() {
    List<PortArrivals> all = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency port : topology.adjacencies(sw)) {
        SimplexLink.LinkCounts in = links.get(port.direction() ^ 1).counts();
        all.add(
            new PortArrivals(
                sw.name(), port.port(), new PacketByteCount(in.delivered(), in.deliveredBytes())));
      }
    }
    return all;
  }

  /** Returns what does not add up, with its figures; empty if everything does. */
  Optional<String> error() {
    for (Switch sw : topology.switches()) {
      SwitchNode node = node(sw);
      PacketBalance balance = node.device().balance();
      if (balance.unaccounted() != 0) {
        return Optional.of("switch %s: %s".formatted(sw.name(), balance));
      }
      long toLinks = balance.sent() + node.pauseFrames();
      if (!hasControllers.apply(sw) && toLinks != toLinks(sw)) {
        return Optional.of(
            "switch %s sent %d, its links took %d".formatted(sw.name(), toLinks, toLinks(sw)));
      }
      long fromLinks = node.hops() + node.pausesTaken();
      if (fromLinks != fromLinks(sw)) {
        return Optional.of(
            "switch %s received %d, its links delivered %d"
                .formatted(sw.name(), fromLinks, fromLinks(sw)));
      }
    }
    PacketLedger all = packets();
    return all.unaccounted().orElse(0) == 0
        ? Optional.empty()
        : Optional.of(
            "%d unaccounted for: %s".formatted(all.unaccounted().getAsLong(), all.equation()));
  }

  private List<PortDrops> drops(Switch sw) {
    List<PortDrops> all = new ArrayList<>();
    BitSet others = new BitSet();
    others.set(0, node(sw).device().trafficManager().ports() + 1);
    for (Adjacency port : topology.adjacencies(sw)) {
      others.clear(port.port());
      SimplexLink.LinkCounts out = links.get(port.direction()).counts();
      Drops onLink = NO_KERNEL.plus(lost(out));
      if (port.peer().node() instanceof Host) {
        onLink = onLink.plus(lost(links.get(port.direction() ^ 1).counts()));
      }
      all.add(
          new PortDrops(sw.name(), port.port(), node(sw).device().drops(port.port()).plus(onLink)));
    }
    // The port to controllers, and port 0 for what began in the switch and found no way out.
    others.stream()
        .mapToObj(port -> new PortDrops(sw.name(), port, node(sw).device().drops(port)))
        .filter(port -> port.drops().total().orElse(0) > 0)
        .forEach(all::add);
    return all;
  }

  private static Drops lost(SimplexLink.LinkCounts counts) {
    return Drops.of(DropReason.LINK_DOWN, counts.lostWhileDown())
        .plus(Drops.of(DropReason.LINK_LOSS, counts.lostAtRandom()));
  }

  private long toLinks(Switch sw) {
    return topology.adjacencies(sw).stream()
        .mapToLong(port -> links.get(port.direction()).counts().entered())
        .sum();
  }

  private long fromLinks(Switch sw) {
    return topology.adjacencies(sw).stream()
        .mapToLong(port -> links.get(port.direction() ^ 1).counts().delivered())
        .sum();
  }

  private SwitchNode node(Switch sw) {
    return switches.get(sw.id() - 1);
  }

  private SimplexLink.LinkCounts counts(Link link, int way) {
    return links.get(2 * link.index() + way).counts();
  }

  private static Port near(Link link, int way) {
    return way == 0 ? link.a() : link.b();
  }
}
