package io.smartt.softswitch;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.softswitch.QueueConfig.Sharing;
import org.jspecify.annotations.Nullable;

/**
 * The queues between ingress and egress. Each port has the same number of queues, served out of one
 * link: the owner of the link asks for a packet when the wire is free, so the port's bit rate is
 * shared by its queues. Strict queues go first, highest number first; those with a weight share
 * what is left ({@link DeficitRoundRobin}).
 *
 * <p>Writes BMv2's queueing metadata: depths in packets of the packet's own queue ({@code
 * deq_qdepth} after removal, or the depth at enqueue where the queue says so), times in
 * microseconds; {@code deq_qbytes}, the same depth in bytes, or that of the port or of shared
 * memory where the queue says so; and {@code deq_ns}, nanoseconds. Time is given by the caller. One
 * thread; allocates nothing once the rings have grown.
 */
public final class TrafficManager {
  /** The outcome for a packet offered to a queue. */
  enum Verdict {
    QUEUED,
    DROPPED
  }

  /** The queue of data that has no class. */
  public static final int DATA_QUEUE = 0;

  private static final long PS_PER_US = 1_000_000;
  private static final long PS_PER_NS = 1_000;

  private final PacketQueue[][] queues;
  private final SharedBuffer memory = new SharedBuffer();
  private final int queuesPerPort;

  /** A bit for each queue of a port in which packets wait, so that empty ones are not read. */
  private final long[] waiting;

  /** The order of each port's queues that have weights. */
  private final DeficitRoundRobin[] rounds;

  /** A bit for each queue of a port that its peer keeps from sending. */
  private final long[] paused;

  private @Nullable PfcAccounting buffers;
  private long noSuchQueueDrops;

  /**
   * Queues for ports 1 to {@code ports} (and a port 0, which nothing is connected to).
   *
   * @param configs one for each queue of a port, lowest priority first
   * @throws IllegalArgumentException for more than {@value Long#SIZE} queues a port
   */
  TrafficManager(int ports, List<QueueConfig> configs) {
    if (configs.size() > Long.SIZE) {
      throw new IllegalArgumentException(
          configs.size() + " queues a port, of " + Long.SIZE + " at most");
    }
    queuesPerPort = configs.size();
    waiting = new long[ports + 1];
    queues = new PacketQueue[ports + 1][queuesPerPort];
    paused = new long[ports + 1];
    rounds = new DeficitRoundRobin[ports + 1];
    for (int port = 0; port <= ports; port++) {
      for (int i = 0; i < queuesPerPort; i++) {
        queues[port][i] = new PacketQueue(configs.get(i), memory);
      }
      rounds[port] = new DeficitRoundRobin(queues[port]);
    }
  }

  /** Hears when a port's peer is to pause the data of a queue or may resume. */
  @FunctionalInterface
  public interface PauseListener {
    /** Called from within {@code receive} and {@code transmit}. */
    void pause(int port, int queue, boolean on);
  }

  /**
   * Makes a queue of every port lossless for what comes in by one port (802.1Qbb): its packets are
   * counted against thresholds, the port's peer is asked to pause, and nothing is dropped while the
   * headroom lasts. Each queue counts on its own.
   *
   * @param listener hears of this port and queue; others may have another
   */
  public void lossless(int port, int queue, PauseThresholds thresholds, PauseListener listener) {
    PfcAccounting all = buffers;
    if (all == null) {
      all = new PfcAccounting(ports(), queuesPerPort, memory);
      buffers = all;
    }
    all.configure(port, queue, thresholds, listener);
  }

  /** Stops serving a queue of a port, or serves it again. */
  public void pause(int port, int queue, boolean on) {
    long bit = 1L << queue;
    paused[port] = on ? paused[port] | bit : paused[port] & ~bit;
  }

  /** Queues of each port. */
  public int queuesPerPort() {
    return queuesPerPort;
  }

  /** Highest port number. */
  public int ports() {
    return queues.length - 1;
  }

  /** Changes the bounds of one queue; packets that wait already stay. */
  public void configure(int port, int queue, QueueConfig config) {
    queues[port][queue].configure(config);
    rounds[port].configure(queue, config.weight());
  }

  /**
   * Changes the bounds of queues of ports, or of none if one is not there.
   *
   * @param numbers of queues; empty: all
   * @throws NoSuchElementException naming a queue that ports do not have
   */
  public void configure(
      Collection<Integer> ports, Collection<Integer> numbers, QueueConfig config) {
    for (int queue : numbers) {
      if (queue < 0 || queue >= queuesPerPort) {
        throw new NoSuchElementException(
            "ports have queues 0 to %d, not %d".formatted(queuesPerPort - 1, queue));
      }
    }
    for (int port : ports) {
      for (int queue = 0; queue < queuesPerPort; queue++) {
        if (numbers.isEmpty() || numbers.contains(queue)) {
          configure(port, queue, config);
        }
      }
    }
  }

  /** The bounds of one queue. */
  public QueueConfig config(int port, int queue) {
    return queues[port][queue].config();
  }

  /** The bounds of one queue as they are now, with what shared memory leaves it. */
  public QueueConfig bounds(int port, int queue) {
    return queues[port][queue].bounds();
  }

  /** Returns what a queue has seen. */
  public QueueCounters counters(int port, int queue) {
    return queues[port][queue].counters();
  }

  /** Makes all queues count anew. */
  public void clearCounters() {
    all().forEach(PacketQueue::clearCounters);
    noSuchQueueDrops = 0;
  }

  /** Packets waiting in a queue. */
  public int depthPackets(int port, int queue) {
    return queues[port][queue].depthPackets();
  }

  /** Bytes waiting in a queue. */
  public long depthBytes(int port, int queue) {
    return queues[port][queue].depthBytes();
  }

  /** Packets waiting in all queues. */
  long waitingPackets() {
    return all().mapToLong(PacketQueue::depthPackets).sum();
  }

  /** Packets that all queues refused because they were full. */
  public long droppedPackets() {
    return all().mapToLong(PacketQueue::droppedPackets).sum();
  }

  private Stream<PacketQueue> all() {
    return Arrays.stream(queues).flatMap(Arrays::stream);
  }

  /** Returns whether the ports have the queue that a packet's priority names. */
  boolean hasQueueFor(QueuedPacket packet) {
    return packet.context.get(StandardMetadata.PRIORITY) < queuesPerPort;
  }

  /** Packets dropped because their priority named a queue that the ports do not have. */
  public long noSuchQueueDrops() {
    return noSuchQueueDrops;
  }

  /** Returns whether a packet waits at this port and may leave. */
  public boolean hasPackets(int port) {
    return servable(port) != 0;
  }

  /** Returns whether a packet waits in a queue. */
  public boolean hasPackets(int port, int queue) {
    return (waiting[port] >>> queue & 1) != 0;
  }

  /** The queues of a port that have a packet that may leave, as {@link #waiting}. */
  private long servable(int port) {
    return waiting[port] & ~paused[port];
  }

  /**
   * Reads from the packets that leave next: see {@link EmbeddedSwitch#prefetch}. First of all what
   * says where the rest is, so that no read of the second kind waits for one of the first.
   */
  long prefetch() {
    long sum = 0;
    for (int port = 0; port < waiting.length; port++) {
      for (long left = waiting[port]; left != 0; left &= left - 1) {
        sum += queues[port][Long.numberOfTrailingZeros(left)].prefetchNotes();
      }
    }
    for (int port = 0; port < waiting.length; port++) {
      for (long left = waiting[port]; left != 0; left &= left - 1) {
        sum += queues[port][Long.numberOfTrailingZeros(left)].prefetchContexts();
      }
    }
    return sum;
  }

  /** Offers a packet to the queue that its priority names, trimming it where that queue says so. */
  Verdict enqueue(int port, QueuedPacket packet, long nowPs) {
    int wanted = (int) packet.context.get(StandardMetadata.PRIORITY);
    if (wanted >= queuesPerPort) {
      noSuchQueueDrops++;
      return Verdict.DROPPED;
    }
    PacketQueue queue = queues[port][wanted];
    if (buffers != null && !buffers.hasRoomFor(packet.ingressPort, wanted, packet.bytes)) {
      buffers.refused(packet.ingressPort, wanted);
      queue.countDrop(packet, packet.bytes);
      return Verdict.DROPPED;
    }
    if (queue.hasRoomFor(packet.bytes)) {
      return add(port, wanted, packet, nowPs);
    }
    int left = packet.bytes;
    QueueConfig.@Nullable Trimming trimming = queue.config().trimming().orElse(null);
    if (trimming != null) {
      left = Math.min(left, trimming.keepBytes());
      if (queues[port][trimming.queue()].hasRoomFor(left)) {
        if (left < packet.bytes) {
          queue.countCut(packet.bytes);
        }
        packet.bytes = left;
        packet.trimming = trimming;
        packet.context.set(StandardMetadata.PRIORITY, trimming.queue());
        return add(port, trimming.queue(), packet, nowPs);
      }
    }
    // What no queue takes is a drop of the first that had no room, as SAI has it.
    queue.countDrop(packet, left);
    return Verdict.DROPPED;
  }

  private Verdict add(int port, int number, QueuedPacket packet, long nowPs) {
    PacketQueue queue = queues[port][number];
    PacketContext context = packet.context;
    packet.queue = number;
    packet.enqueuedPs = nowPs;
    context.set(StandardMetadata.EGRESS_PORT, port);
    context.set(StandardMetadata.ENQ_TIMESTAMP, nowPs / PS_PER_US);
    context.set(StandardMetadata.ENQ_QDEPTH, queue.depthPackets());
    context.set(StandardMetadata.QID, number);
    packet.foundBytes = seenBytes(port, queue);
    queue.add(packet);
    waiting[port] |= 1L << number;
    if (buffers != null) {
      buffers.add(packet.ingressPort, number, packet.bytes);
    }
    return Verdict.QUEUED;
  }

  /** The next packet of a port, with its queueing metadata; null when none waits. */
  @Nullable QueuedPacket dequeue(int port, long nowPs) {
    long servable = servable(port);
    if (servable == 0) {
      return null;
    }
    DeficitRoundRobin weighted = rounds[port];
    long strict = weighted.strictOf(servable);
    int number =
        strict == 0 ? weighted.next(servable) : Long.SIZE - 1 - Long.numberOfLeadingZeros(strict);
    PacketQueue queue = queues[port][number];
    QueuedPacket packet = queue.remove();
    if (queue.depthPackets() == 0) {
      waiting[port] &= ~(1L << number);
    }
    if (buffers != null) {
      buffers.remove(packet.ingressPort, number, packet.bytes);
    }
    packet.context.set(StandardMetadata.DEQ_TIMEDELTA, (nowPs - packet.enqueuedPs) / PS_PER_US);
    boolean found = queue.config().depthSeen().atEnqueue();
    packet.context.set(
        StandardMetadata.DEQ_QDEPTH,
        found ? packet.context.get(StandardMetadata.ENQ_QDEPTH) : queue.depthPackets());
    packet.context.set(
        StandardMetadata.DEQ_QBYTES, found ? packet.foundBytes : seenBytes(port, queue));
    packet.context.set(StandardMetadata.DEQ_NS, nowPs / PS_PER_NS);
    return packet;
  }

  private long seenBytes(int port, PacketQueue queue) {
    return switch (queue.config().depthSeen().of()) {
      case QUEUE -> queue.depthBytes();
      case PORT -> portBytes(port);
      case MEMORY -> memory.usedBytes();
    };
  }

  private long portBytes(int port) {
    long sum = 0;
    for (PacketQueue queue : queues[port]) {
      sum += queue.config().depthSeen().of() == QueueConfig.DepthOf.PORT ? queue.depthBytes() : 0;
    }
    return sum;
  }

  void countMark(int port, QueuedPacket packet) {
    queues[port][packet.queue].countMark(packet.bytes);
  }

  /**
   * The bytes of each port's packets that wait in lossless queues, wherever those are, and the
   * ports whose peers are to pause for them (802.1Qbb). Allocates nothing per packet.
   */
  private static final class PfcAccounting {
    private final int queues;
    private final SharedBuffer memory;
    private final @Nullable PauseThresholds[] thresholds;

    /** The part of shared memory of a place; null where it has none. */
    private final @Nullable Sharing[] parts;

    private final long[] waitingBytes;

    /** The part of what waits that shared memory had no room for. */
    private final long[] headroomBytes;

    private final boolean[] paused;
    private final @Nullable PauseListener[] listeners;

    PfcAccounting(int ports, int queues, SharedBuffer memory) {
      this.queues = queues;
      this.memory = memory;
      int places = (ports + 1) * queues;
      thresholds = new PauseThresholds[places];
      parts = new Sharing[places];
      waitingBytes = new long[places];
      headroomBytes = new long[places];
      paused = new boolean[places];
      listeners = new PauseListener[places];
    }

    private int place(int port, int queue) {
      return port * queues + queue;
    }

    /** Sets the thresholds of a port and queue, and who hears of its peer. */
    void configure(int port, int queue, PauseThresholds newThresholds, PauseListener listener) {
      int at = place(port, queue);
      thresholds[at] = newThresholds;
      listeners[at] = listener;
      parts[at] = newThresholds.sharing().orElse(null);
      newThresholds.sharing().ifPresent(part -> memory.resize(part.sharedBytes()));
    }

    /** Returns whether a packet may be taken in. */
    boolean hasRoomFor(int port, int queue, int bytes) {
      int at = place(port, queue);
      PauseThresholds own = thresholds[at];
      return own == null
          || (waitingBytes[at] + bytes <= own.limitBytes()
              && (isShareable(at, bytes) || headroomBytes[at] + bytes <= own.headroomBytes()));
    }

    private boolean isShareable(int at, int bytes) {
      Sharing part = parts[at];
      return part == null || memory.hasRoomFor(part, waitingBytes[at] - headroomBytes[at], bytes);
    }

    private void set(int at, long newWaitingBytes, long newHeadroomBytes) {
      Sharing part = parts[at];
      if (part != null) {
        long beforeBytes = waitingBytes[at] - headroomBytes[at];
        memory.changed(part, beforeBytes, newWaitingBytes - newHeadroomBytes);
      }
      waitingBytes[at] = newWaitingBytes;
      headroomBytes[at] = newHeadroomBytes;
    }

    void add(int port, int queue, int bytes) {
      int at = place(port, queue);
      PauseThresholds own = thresholds[at];
      if (own == null) {
        return;
      }
      int beyond = isShareable(at, bytes) ? 0 : bytes;
      set(at, waitingBytes[at] + bytes, headroomBytes[at] + beyond);
      if (!paused[at] && (waitingBytes[at] > own.xoffBytes() || headroomBytes[at] > 0)) {
        pause(port, queue, true);
      }
    }

    /** Pauses for a packet without headroom, too; what waits above the other threshold ends it. */
    void refused(int port, int queue) {
      int at = place(port, queue);
      PauseThresholds own = thresholds[at];
      if (own != null && !paused[at] && waitingBytes[at] > xonBytes(at, own)) {
        pause(port, queue, true);
      }
    }

    void remove(int port, int queue, int bytes) {
      int at = place(port, queue);
      PauseThresholds own = thresholds[at];
      if (own == null) {
        return;
      }
      set(at, waitingBytes[at] - bytes, Math.max(0, headroomBytes[at] - bytes));
      if (paused[at] && headroomBytes[at] == 0 && waitingBytes[at] <= xonBytes(at, own)) {
        pause(port, queue, false);
      }
    }

    /** The resume threshold is the same share of the dynamic threshold as of the fixed one. */
    private long xonBytes(int at, PauseThresholds own) {
      Sharing part = parts[at];
      if (part == null) {
        return own.xonBytes();
      }
      double xonShare = own.xonBytes() / (double) own.xoffBytes();
      long boundBytes = memory.boundBytes(part, waitingBytes[at]);
      return Math.min(own.xonBytes(), Math.round(xonShare * (double) boundBytes));
    }

    private void pause(int port, int queue, boolean on) {
      int at = place(port, queue);
      paused[at] = on;
      PauseListener listener = listeners[at];
      if (listener != null) {
        listener.pause(port, queue, on);
      }
    }
  }

  /**
   * The buffer that a lossless queue's packets from one port may take (802.1Qbb). Where it is part
   * of shared memory, packets beyond the dynamic threshold take headroom too, and what leaves frees
   * headroom first, as in Broadcom's and SONiC's profiles of priority groups.
   *
   * @param xoffBytes above it, the port's peer is asked to pause
   * @param xonBytes from it down, the peer may send again
   * @param headroomBytes beyond xoff, for what is on its way while the pause takes effect; what
   *     comes on top of it is dropped
   * @param sharing what it has of shared memory, without its headroom; empty: nothing is shared
   */
  public record PauseThresholds(
      long xoffBytes, long xonBytes, long headroomBytes, Optional<Sharing> sharing) {
    /** Thresholds of a buffer that is the port's alone. */
    public PauseThresholds(long xoffBytes, long xonBytes, long headroomBytes) {
      this(xoffBytes, xonBytes, headroomBytes, Optional.empty());
    }

    /** The same within memory that is shared. */
    public PauseThresholds within(Sharing part) {
      return new PauseThresholds(xoffBytes, xonBytes, headroomBytes, Optional.of(part));
    }

    /** Checks their order. */
    public PauseThresholds {
      if (xonBytes < 0 || xoffBytes < xonBytes || headroomBytes < 0) {
        throw new IllegalArgumentException(
            "pause above %d B, resume at %d B, headroom %d B: want 0 <= resume <= pause, headroom >= 0"
                .formatted(xoffBytes, xonBytes, headroomBytes));
      }
    }

    /** Returns the most bytes that may be buffered. */
    public long limitBytes() {
      return xoffBytes + headroomBytes;
    }
  }
}
