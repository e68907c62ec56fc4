package io.smartt.emulation.fabric;

import io.smartt.emulation.simulation.Event;
import io.smartt.emulation.simulation.Simulation;
import io.smartt.p4.pipeline.Packet;

/**
 * One direction of a cable: serialises at its rate, then delays. Pulls from its source whenever the
 * wire is free, so the source decides at the last moment what goes next. Packets in flight keep
 * their order, hence one arrival event serves them all; nothing is allocated per packet in steady
 * state.
 */
final class SimplexLink {
  private static final int FRAME_CAPACITY = 128;
  private static final long PS_PER_SECOND = 1_000_000_000_000L;

  private final Simulation simulation;
  private final long rateBps;
  private final long psPerByte;
  private final long delayPs;
  private final long sinkLatencyPs;
  private final FrameSource source;
  private final FrameSink sink;
  private final LinkTap tap;
  private final Event arrival;
  private final Event wireFree;

  private Packet[] flying = new Packet[4];
  private long[] arrivals = new long[4];
  private int head;
  private int count;
  private long freeAtPs;
  private boolean up = true;
  private boolean pulling;
  private boolean kickedWhilePulling;
  private long packetsCarried;

  /**
   * @param delayPs propagation
   * @param sinkLatencyPs time that the receiving node takes before it acts on a packet
   */
  SimplexLink(
      Simulation simulation,
      long rateBps,
      long delayPs,
      long sinkLatencyPs,
      FrameSource source,
      FrameSink sink,
      LinkTap tap) {
    if (rateBps < 1) {
      throw new IllegalArgumentException("a link carries at least 1 bit/s, not " + rateBps);
    }
    this.simulation = simulation;
    this.rateBps = rateBps;
    this.psPerByte = 8 * PS_PER_SECOND % rateBps == 0 ? 8 * PS_PER_SECOND / rateBps : 0;
    this.delayPs = delayPs;
    this.sinkLatencyPs = sinkLatencyPs;
    this.source = source;
    this.sink = sink;
    this.tap = tap;
    for (int i = 0; i < flying.length; i++) {
      flying[i] = new Packet(FRAME_CAPACITY);
    }
    arrival =
        new Event(simulation) {
          @Override
          protected void fire(long nowPs) {
            deliver(nowPs);
          }
        };
    wireFree =
        new Event(simulation) {
          @Override
          protected void fire(long nowPs) {
            kick(nowPs);
          }
        };
  }

  /** Tells the link that its source may have something. */
  void kick(long nowPs) {
    if (nowPs < freeAtPs) {
      if (!wireFree.isScheduled()) {
        simulation.schedule(wireFree, freeAtPs);
      }
      return;
    }
    if (pulling) {
      kickedWhilePulling = true;
      return;
    }
    if (count == flying.length) {
      grow();
    }
    int tail = (head + count) & (flying.length - 1);
    Packet packet = flying[tail];
    if (!pull(nowPs, packet)) {
      return;
    }
    packetsCarried++;
    freeAtPs = nowPs + serialisationPs(packet.length());
    if (source.mayHaveMore()) {
      simulation.schedule(wireFree, freeAtPs);
    }
    if (!up) {
      return;
    }
    tap.sent(packet, nowPs);
    arrivals[tail] = freeAtPs + delayPs + sinkLatencyPs;
    if (count++ == 0) {
      simulation.schedule(arrival, arrivals[tail]);
    }
  }

  /** A switch may queue packets for this very link (egress clones) while it looks for one. */
  private boolean pull(long nowPs, Packet packet) {
    pulling = true;
    boolean found;
    do {
      kickedWhilePulling = false;
      found = source.next(nowPs, packet);
    } while (!found && kickedWhilePulling);
    pulling = false;
    return found;
  }

  /** A link that is down swallows what is sent into it; what flies still arrives. */
  void setUp(boolean newUp) {
    up = newUp;
  }

  long packetsCarried() {
    return packetsCarried;
  }

  /** Time on the wire, rounded up to a picosecond. */
  long serialisationPs(int bytes) {
    return psPerByte != 0 ? bytes * psPerByte : Math.ceilDiv(bytes * 8L * PS_PER_SECOND, rateBps);
  }

  private void deliver(long nowPs) {
    Packet packet = flying[head];
    tap.arrived(packet, nowPs - sinkLatencyPs);
    sink.arrive(packet, nowPs);
    head = (head + 1) & (flying.length - 1);
    if (--count > 0) {
      simulation.schedule(arrival, arrivals[head]);
    }
  }

  private void grow() {
    int capacity = flying.length;
    Packet[] morePackets = new Packet[capacity * 2];
    long[] moreArrivals = new long[capacity * 2];
    for (int i = 0; i < capacity; i++) {
      int from = (head + i) & (capacity - 1);
      morePackets[i] = flying[from];
      moreArrivals[i] = arrivals[from];
      morePackets[capacity + i] = new Packet(FRAME_CAPACITY);
    }
    flying = morePackets;
    arrivals = moreArrivals;
    head = 0;
  }
}
