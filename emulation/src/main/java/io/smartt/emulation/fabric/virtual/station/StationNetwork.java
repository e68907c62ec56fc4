package io.smartt.emulation.fabric.virtual.station;

import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchListener;
import io.smartt.p4.pipeline.Digest;
import io.smartt.p4.pipeline.Packet;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Embedded switches, stations and links in virtual time. What happens at one instant happens in the
 * order in which it was asked for, so that a run depends on its inputs alone. For one thread, and
 * for thousands of packets rather than millions: the fabric of experiments is the fast one.
 */
public final class StationNetwork {
  private static final long PS_PER_SECOND = 1_000_000_000_000L;

  private final LinkWatch watch;
  private final PriorityQueue<Happening> happenings =
      new PriorityQueue<>(
          Comparator.comparingLong(Happening::timePs).thenComparingLong(Happening::order));
  private final Map<LinkEnd, Direction> outOf = new HashMap<>();
  private long asked;
  private long nowPs;

  private record Happening(long timePs, long order, Runnable what) {}

  /** Without nodes. */
  public StationNetwork(LinkWatch watch) {
    this.watch = watch;
  }

  /** One way of a link. */
  private final class Direction {
    private final LinkEnd from;
    private final LinkEnd to;
    private final long rateBps;
    private final long delayPs;
    private final ArrayDeque<Packet> waiting = new ArrayDeque<>();
    private long freeAtPs;
    private boolean awake;
    private boolean up = true;

    Direction(LinkEnd from, LinkEnd to, long rateBps, long delayPs) {
      this.from = from;
      this.to = to;
      this.rateBps = rateBps;
      this.delayPs = delayPs;
    }

    void wake() {
      if (!awake) {
        awake = true;
        at(Math.max(nowPs, freeAtPs), this::pull);
      }
    }

    private void pull() {
      awake = false;
      Packet packet = new Packet(256);
      if (!next(packet)) {
        return;
      }
      freeAtPs = nowPs + (rateBps == 0 ? 0 : serialisationPs(packet.length(), rateBps));
      watch.sent(nowPs, from, packet);
      if (up) {
        at(freeAtPs + delayPs, () -> arrive(packet));
      }
      wake();
    }

    private boolean next(Packet packet) {
      return switch (from) {
        case LinkEnd.OfSwitch(EmbeddedSwitch device, int port) ->
            device.transmit(port, nowPs, packet);
        case LinkEnd.OfStation(_, Station station) -> {
          Packet first = waiting.poll();
          if (first == null) {
            yield station.next(nowPs, packet);
          }
          packet.copyFrom(first);
          yield true;
        }
      };
    }

    private void arrive(Packet packet) {
      watch.arrived(nowPs, to, packet);
      switch (to) {
        case LinkEnd.OfSwitch(EmbeddedSwitch device, int port) ->
            device.receive(port, packet, nowPs);
        case LinkEnd.OfStation(_, Station station) -> station.receive(nowPs, packet);
      }
    }
  }

  /** Time on the wire, rounded up to a picosecond. */
  static long serialisationPs(int bytes, long rateBps) {
    return Math.ceilDiv(bytes * 8L * PS_PER_SECOND, rateBps);
  }

  /**
   * A switch without a program.
   *
   * @param ports numbers of its ports
   * @param queues of each port, lowest priority first
   */
  public EmbeddedSwitch addSwitch(String name, BitSet ports, List<QueueConfig> queues) {
    return addSwitch(name, ports, queues, _ -> {});
  }

  /**
   * The same.
   *
   * @param controllers told of packets for ports without a link, such as the CPU's, and of digests
   */
  public EmbeddedSwitch addSwitch(
      String name, BitSet ports, List<QueueConfig> queues, SwitchListener controllers) {
    Waker waker = new Waker(controllers);
    EmbeddedSwitch device = new EmbeddedSwitch(name, ports, OptionalInt.empty(), queues, waker);
    waker.device = device;
    return device;
  }

  private final class Waker implements SwitchListener {
    private final SwitchListener controllers;
    private @Nullable EmbeddedSwitch device;

    Waker(SwitchListener controllers) {
      this.controllers = controllers;
    }

    @Override
    public void portReady(int port) {
      EmbeddedSwitch ready = device;
      if (ready == null) {
        return;
      }
      Direction direction = outOf.get(new LinkEnd.OfSwitch(ready, port));
      if (direction == null) {
        controllers.portReady(port);
      } else {
        direction.wake();
      }
    }

    @Override
    public void digest(long atPs, Digest digest) {
      controllers.digest(atPs, digest);
    }
  }

  /**
   * Joins two ends, in both directions.
   *
   * @param rateBps bits per second; 0 for no limit
   * @param delayPs one way
   */
  public void link(LinkEnd a, LinkEnd b, long rateBps, long delayPs) {
    link(a, b, rateBps, delayPs, delayPs);
  }

  /** The same with delays that differ by direction, as where a node takes its time. */
  public void link(LinkEnd a, LinkEnd b, long rateBps, long delayToBPs, long delayToAPs) {
    outOf.put(a, new Direction(a, b, rateBps, delayToBPs));
    outOf.put(b, new Direction(b, a, rateBps, delayToAPs));
  }

  /** Takes the link at an end down or up, in both directions: one that is down loses packets. */
  public void setUp(LinkEnd end, boolean up) {
    Direction out = direction(end);
    out.up = up;
    direction(out.to).up = up;
  }

  /** A station may have something to send. */
  public void wake(LinkEnd.OfStation station) {
    direction(station).wake();
  }

  private Direction direction(LinkEnd from) {
    Direction direction = outOf.get(from);
    if (direction == null) {
      throw new IllegalStateException(from.interfaceName() + " has no link");
    }
    return direction;
  }

  /** A station sends a packet, as soon as those before it have left. The packet is copied. */
  public void send(LinkEnd.OfStation from, Packet packet) {
    Direction direction = direction(from);
    Packet copy = new Packet(packet.headLength());
    copy.copyFrom(packet);
    direction.waiting.add(copy);
    direction.wake();
  }

  /** Has something happen, now or later. */
  public void at(long timePs, Runnable what) {
    happenings.add(new Happening(Math.max(timePs, nowPs), asked++, what));
  }

  /** Picoseconds since the network began. */
  public long nowPs() {
    return nowPs;
  }

  /** Lets everything happen that is due by a time; then it is that time. */
  public void runUntil(long timePs) {
    while (step(timePs)) {
      // Until nothing is due.
    }
    nowPs = Math.max(nowPs, timePs);
  }

  /** Lets everything happen until nothing is left, or until a time. Returns whether nothing is. */
  public boolean runToRest(long limitPs) {
    while (step(limitPs)) {
      // Until nothing is left.
    }
    return happenings.isEmpty();
  }

  /** Whether something is left to happen. */
  public boolean isBusy() {
    return !happenings.isEmpty();
  }

  /** Lets the next thing happen, if it is due by a time. Returns whether there was one. */
  public boolean step(long limitPs) {
    if (happenings.isEmpty() || happenings.element().timePs() > limitPs) {
      return false;
    }
    Happening next = happenings.remove();
    nowPs = next.timePs();
    next.what().run();
    return true;
  }
}
