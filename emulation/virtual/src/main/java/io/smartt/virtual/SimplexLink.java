package io.smartt.virtual;

import io.smartt.base.failure.LinkLoss;
import io.smartt.base.failure.LinkLoss.LossProcess;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.experiment.traffic.LinkLoadSampler;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.EventQueue.Event;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a cable: serialises at its rate, then delays. Pulls from its source whenever the
 * wire is free, so the source decides at the last moment what goes next. Packets in flight keep
 * their order, hence one arrival event serves them all. The sending end lives in one event queue,
 * the receiving end in the same or another. Allocates nothing per packet in steady state.
 */
final class SimplexLink {
  private static final long PS_PER_SECOND = 1_000_000_000_000L;

  private final EventQueue here;
  private final EventQueue there;
  private final long ownBps;
  private final long flightPs;
  private final long sinkLatencyPs;
  private final FrameSource source;
  private final FrameSink sink;
  private final LinkTap tap;
  private final Event arrival;
  private final Event wireFree;

  /** The place where it says that it has sent something to another queue; null within one queue. */
  private final EventQueue.@Nullable ArrivalNotice arrivals;

  private final FramesInFlight flying = new FramesInFlight();
  private final Packet leaving;
  private final Packet arriving;
  private @Nullable LinkLoadSampler load;
  private long sentPs;
  private long freeAtPs;
  private boolean up = true;
  private boolean pulling;
  private boolean kickedWhilePulling;
  private long rateBps;
  private long psPerByte;
  private long leastPs;
  private int overheadBytes;
  private @Nullable Impairment impairment;
  private long lostWhileDown;
  private long lostAtRandom;

  /**
   * @param direction its number among all directions of the network's links
   * @param from the sender's event queue
   * @param to the receiver's
   * @param rateBps bits per second; 0 for no limit, which takes a picosecond a frame
   * @param delayPs propagation
   * @param sinkLatencyPs time that the receiving node takes before it acts on a packet
   */
  SimplexLink(
      int direction,
      LinkEnd from,
      LinkEnd to,
      long rateBps,
      long delayPs,
      long sinkLatencyPs,
      FrameSource source,
      FrameSink sink,
      LinkTap tap) {
    if (rateBps < 0) {
      throw new IllegalArgumentException("a link does not carry " + rateBps + " bit/s");
    }
    this.here = from.eventQueue();
    this.leaving = from.packet();
    this.there = to.eventQueue();
    this.arriving = to.packet();
    ownBps = rateBps == 0 ? Long.MAX_VALUE : rateBps;
    setRate(ownBps);
    this.flightPs = delayPs + sinkLatencyPs;
    this.sinkLatencyPs = sinkLatencyPs;
    this.source = source;
    this.sink = sink;
    this.tap = tap;
    arrival =
        new Event(there, 2 * direction) {
          @Override
          protected void fire(long nowPs) {
            deliver(nowPs);
          }
        };
    wireFree =
        new Event(here, 2 * direction + 1) {
          @Override
          protected void fire(long nowPs) {
            kick(nowPs);
          }
        };
    arrivals = here == there ? null : there.register(this::drain);
  }

  /** Tells the link that its source may have something. */
  void kick(long nowPs) {
    if (nowPs < freeAtPs) {
      if (!wireFree.isScheduled()) {
        here.schedule(wireFree, freeAtPs);
      }
      return;
    }
    if (pulling) {
      kickedWhilePulling = true;
      return;
    }
    if (!pull(nowPs)) {
      return;
    }
    sentPs = nowPs + serialisationPs(leaving.length());
    freeAtPs = Math.max(sentPs, nowPs + leastPs);
    if (source.mayHaveMore()) {
      here.schedule(wireFree, freeAtPs);
    }
    if (!up) {
      lostWhileDown++;
      tap.lost(leaving, nowPs);
      return;
    }
    if (load != null) {
      load.sent(nowPs, sentPs);
    }
    long arrivalPs = sentPs + flightPs;
    if (impairment != null) {
      if (impairment.loses(leaving.length())) {
        lostAtRandom++;
        tap.lost(leaving, nowPs);
        return;
      }
      arrivalPs = impairment.arrivalPs(arrivalPs);
    }
    leaving.holdFor(impairment == null ? 0 : impairment.heldPs());
    tap.sent(leaving, nowPs);
    flying.add(leaving, arrivalPs);
    if (arrivals != null) {
      arrivals.sent(here, arrivalPs);
    } else {
      drain();
    }
  }

  /** A switch may queue packets for this very link (egress clones) while it looks for one. */
  private boolean pull(long nowPs) {
    pulling = true;
    boolean found;
    do {
      kickedWhilePulling = false;
      found = source.next(nowPs, leaving);
    } while (!found && kickedWhilePulling);
    pulling = false;
    return found;
  }

  /**
   * Lets nothing leave before an instant: a network card's clock is in no step with that of others.
   */
  void startAt(long timePs) {
    freeAtPs = timePs;
  }

  /** A link that is down swallows what is sent into it; what flies still arrives. */
  void setUp(boolean newUp) {
    up = newUp;
  }

  /** Records its load here from now on. */
  void sampleInto(LinkLoadSampler sampler) {
    load = sampler;
  }

  /** Loses and delays packets from now on, while it is up. */
  void impair(Impairment newImpairment) {
    impairment = newImpairment;
  }

  /** Gives what is sent from now on the time of another rate. */
  void setRate(long bps) {
    rateBps = bps;
    psPerByte = 8 * PS_PER_SECOND % bps == 0 ? 8 * PS_PER_SECOND / bps : 0;
  }

  /**
   * Lets packets leave no faster than this from now on, long or short; the next one at once.
   *
   * @param pps packets a second; 0: no limit
   */
  void setPacketRate(long pps) {
    leastPs = pps == 0 ? 0 : PS_PER_SECOND / pps;
    freeAtPs = sentPs;
  }

  /** Lets every frame take so many bytes' time more than its own from now on. */
  void setOverhead(int bytes) {
    overheadBytes = bytes;
  }

  /** Bits per second that it has by itself. */
  long ownBps() {
    return ownBps;
  }

  /** Returns what became of the packets sent into it. For when neither end is at work. */
  LinkCounts counts() {
    // The ring counts already, each end on a cache line of its own.
    return new LinkCounts(
        lostWhileDown, lostAtRandom, flying.added(), flying.taken(), flying.takenBytes());
  }

  /** The soonest that anything arrives after it began to be sent. */
  long leastFlightPs() {
    return flightPs + serialisationPs(1);
  }

  /** The same at another rate. */
  long leastFlightPs(long bps) {
    return flightPs + Math.ceilDiv(8L * PS_PER_SECOND, bps);
  }

  /** Time for which a frame occupies the wire, rounded up to a picosecond. */
  long serialisationPs(int frameBytes) {
    int bytes = frameBytes + overheadBytes;
    return psPerByte != 0 ? bytes * psPerByte : Math.ceilDiv(bytes * 8L * PS_PER_SECOND, rateBps);
  }

  private void drain() {
    if (flying.look() && !arrival.isScheduled()) {
      there.schedule(arrival, flying.arrivalPs());
    }
  }

  private void deliver(long nowPs) {
    flying.take(arriving);
    if (!flying.isEmpty()) {
      there.schedule(arrival, flying.arrivalPs());
    }
    tap.arrived(arriving, nowPs - sinkLatencyPs);
    sink.arrive(arriving, nowPs);
  }

  /**
   * The packets of one direction of a link.
   *
   * @param lostWhileDown sent into it while it was down
   * @param lostAtRandom of those sent into it while it was up, lost at random
   * @param carried the others
   * @param delivered of those, handed to the far end
   * @param deliveredBytes their length
   */
  record LinkCounts(
      long lostWhileDown, long lostAtRandom, long carried, long delivered, long deliveredBytes) {
    /** Returns how many were sent into it. */
    long entered() {
      return lostWhileDown + lostAtRandom + carried;
    }

    /** Returns how many are on their way. */
    long flying() {
      return carried - delivered;
    }
  }

  /**
   * The losses of one direction of a link, and the delays of the rest. Packets keep their order,
   * also when a jitter has ended. Allocates nothing per packet.
   */
  static final class Impairment {
    private final RandomGenerator random;
    private LossProcess loss;
    private long jitterPs;
    private Optional<HostDelay> delay = Optional.empty();
    private long lastArrivalPs;
    private long lastOffWirePs;

    /**
     * Nothing is lost or delayed yet.
     *
     * @param random of this direction alone
     */
    Impairment(RandomGenerator random) {
      this.random = random;
      loss = new LossProcess(LinkLoss.NONE, random);
    }

    /**
     * Changes what it does from now on; bursts of loss that go on keep their state.
     *
     * @param newJitterPs the most that a packet is delayed
     */
    void change(LinkLoss newLoss, long newJitterPs) {
      if (!newLoss.equals(loss.loss())) {
        loss = new LossProcess(newLoss, random);
      }
      jitterPs = newJitterPs;
    }

    /** Delays each packet by a draw of its own from now on. */
    void spread(HostDelay newDelay) {
      delay = Optional.of(newDelay);
    }

    /** Draws whether the next packet is lost. */
    boolean loses(int bytes) {
      return loss.loses(bytes);
    }

    /**
     * Returns when a packet arrives that would by {@code plannedPs}: no sooner, nor before the last
     * one.
     */
    long arrivalPs(long plannedPs) {
      long delayed = jitterPs == 0 ? plannedPs : plannedPs + random.nextLong(jitterPs + 1);
      lastOffWirePs = Math.max(lastOffWirePs, delayed);
      if (delay.isPresent()) {
        delayed += delay.get().drawPs(random);
      }
      lastArrivalPs = Math.max(lastArrivalPs, delayed);
      return lastArrivalPs;
    }

    /** Returns what of the latest packet's time was the host's. */
    long heldPs() {
      return lastArrivalPs - lastOffWirePs;
    }
  }

  /** The end of a link: a host or a switch port. */
  interface FrameSink {
    /**
     * A packet has arrived whole; the packet is the link's, and the sink may take its content or
     * overwrite it.
     */
    void arrive(Packet packet, long nowPs);
  }

  /** The source of a link's frames: a host's network card or a switch port. */
  interface FrameSource {
    /**
     * Gives the next packet to send.
     *
     * @param out to be overwritten
     * @return false when there is none now
     */
    boolean next(long nowPs, Packet out);

    /** False only when {@link #next} would surely give nothing until the link is woken. */
    default boolean mayHaveMore() {
      return true;
    }
  }

  /** Sees each packet at both ends of a link, for captures. */
  interface LinkTap {
    /** No capture. */
    LinkTap NONE = new LinkTap() {};

    /** Returns one in front of which something else sees each packet that leaves. */
    default LinkTap behind(Consumer<Packet> first) {
      LinkTap own = this;
      return new LinkTap() {
        @Override
        public void sent(Packet packet, long nowPs) {
          first.accept(packet);
          own.sent(packet, nowPs);
        }

        @Override
        public void arrived(Packet packet, long nowPs) {
          own.arrived(packet, nowPs);
        }
      };
    }

    /** The first bit leaves. */
    default void sent(Packet packet, long nowPs) {}

    /** The first bit leaves, and the link loses it. */
    default void lost(Packet packet, long nowPs) {}

    /** The last bit has arrived. */
    default void arrived(Packet packet, long nowPs) {}
  }

  /**
   * The beginning or end of a link.
   *
   * @param eventQueue in which the node there lives
   * @param packet that all links of the event queue put what just leaves or arrives in
   */
  record LinkEnd(EventQueue eventQueue, Packet packet) {}

  /** A host of the virtual fabric as its only link sees it. */
  interface HostPort extends FrameSource, FrameSink {
    /** The link that leaves the host; {@link SimplexLink#kick} has it ask for frames. */
    void connect(SimplexLink uplink);

    /** Passes pause frames of the switch to this (802.1Qbb). */
    void obeyPauses(PfcPort end);

    /**
     * Keeps data back, or sends it again.
     *
     * @param dscps the code points that are meant, a bit for each
     */
    void pause(long dscps, boolean on);
  }
}
