package io.smartt.softswitch;

import java.util.Optional;

/**
 * The behaviour of one queue of a port.
 *
 * @param capacityPackets most packets that may wait; {@link #UNLIMITED} for no such bound
 * @param capacityBytes most bytes that may wait; {@link #UNLIMITED} for no such bound
 * @param trimming what becomes of a packet that does not fit; empty: it is dropped
 * @param depthSeen the depth that the program reads as {@code deq_qdepth}
 * @param sharing what it has of memory that it shares; empty: it has its capacity for itself
 * @param weight its share of what the port's strict queues leave, against other queues with a
 *     weight; {@link #STRICT}: it goes before them and before strict queues of lower numbers
 */
public record QueueConfig(
    int capacityPackets,
    long capacityBytes,
    Optional<Trimming> trimming,
    DepthSeen depthSeen,
    Optional<Sharing> sharing,
    int weight) {
  /** The weight of a queue that is served in strict priority. */
  public static final int STRICT = 0;

  /** The largest weight, as in SONiC's SCHEDULER table. */
  public static final int MAX_WEIGHT = 100;

  /** No bound. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * Trimming by the traffic manager, as Trident 4 does it: the packet is cut, its IP length stays.
   * A packet that is not longer goes the same way whole.
   *
   * @param keepBytes frame bytes that are left
   * @param dscp code point that marks a trimmed packet
   * @param queue where the trimmed packet goes
   * @param keepsChecksum whether the IP checksum stays that of the old code point, so that it is
   *     wrong
   */
  public record Trimming(int keepBytes, int dscp, int queue, boolean keepsChecksum) {
    /** Trimming that corrects the checksum. */
    public Trimming(int keepBytes, int dscp, int queue) {
      this(keepBytes, dscp, queue, false);
    }
  }

  /**
   * The part of a queue in packet memory that the queues of a switch share ({@link SharedBuffer}).
   *
   * @param sharedBytes of the whole memory, without what queues have reserved
   * @param alpha above 0: the queue takes a packet while it has less than so many times what is
   *     free
   * @param reservedBytes that are the queue's alone
   */
  public record Sharing(long sharedBytes, double alpha, long reservedBytes) {
    /** Checks the numbers. */
    public Sharing {
      if (sharedBytes <= 0 || !(alpha > 0) || !Double.isFinite(alpha) || reservedBytes < 0) {
        throw new IllegalArgumentException(
            "%d B shared, alpha %s, %d B reserved: want above 0, above 0, 0 or more"
                .formatted(sharedBytes, alpha, reservedBytes));
      }
    }

    /** The depth up to which the queue can grow while no other queue holds anything. */
    public long aloneBytes() {
      return boundBytes(sharedBytes, 0);
    }

    /** The depth up to which a queue of this depth can grow while so much is free. */
    long boundBytes(long freeBytes, long depthBytes) {
      long own = beyondReserved(depthBytes);
      // It grows into what is free, so that its threshold falls to meet it.
      long meets = Math.round(alpha * (freeBytes + own) / (1 + alpha));
      return reservedBytes + Math.min(Math.max(own, meets), own + freeBytes);
    }

    /** The bytes of a queue of this depth that are beyond what it has reserved. */
    long beyondReserved(long depthBytes) {
      return Math.max(0, depthBytes - reservedBytes);
    }
  }

  /**
   * The depth that a packet carries to egress, where the program marks by it.
   *
   * @param atEnqueue whether it is the depth that the packet found, for an ASIC whose RED decides
   *     as packets are admitted; otherwise the one that it leaves behind
   * @param of what is so deep
   */
  public record DepthSeen(boolean atEnqueue, DepthOf of) {
    /** The depth that a packet leaves behind in its queue. */
    public static final DepthSeen AT_DEQUEUE = new DepthSeen(false, DepthOf.QUEUE);
  }

  /** The place whose bytes are the depth that packets of a queue carry to egress. */
  public enum DepthOf {
    /** The queue itself. */
    QUEUE,

    /** The port: all its queues that say so. */
    PORT,

    /** Memory that queues share, without what they have reserved. */
    MEMORY
  }

  /** A queue whose packets carry the depth that they leave behind. */
  public QueueConfig(int capacityPackets, long capacityBytes, Optional<Trimming> trimming) {
    this(capacityPackets, capacityBytes, trimming, DepthSeen.AT_DEQUEUE, Optional.empty(), STRICT);
  }

  /** Checks the bounds. */
  public QueueConfig {
    if (capacityPackets < 1 || capacityBytes < 1) {
      throw new IllegalArgumentException(
          "a queue holds at least one packet and one byte, not %s packets and %s B"
              .formatted(capacityPackets, capacityBytes));
    }
    if (weight < STRICT || weight > MAX_WEIGHT) {
      throw new IllegalArgumentException(
          "weight is " + weight + ": want 0 for strict priority, to " + MAX_WEIGHT);
    }
  }

  /** A queue bounded in packets that drops what does not fit. */
  public static QueueConfig packets(int capacityPackets) {
    return new QueueConfig(capacityPackets, UNLIMITED, Optional.empty());
  }

  /** A queue bounded in bytes that drops what does not fit. */
  public static QueueConfig bytes(long capacityBytes) {
    return new QueueConfig(UNLIMITED, capacityBytes, Optional.empty());
  }

  /** The same queue with trimming. */
  public QueueConfig withTrimming(Trimming newTrimming) {
    return new QueueConfig(
        capacityPackets, capacityBytes, Optional.of(newTrimming), depthSeen, sharing, weight);
  }

  /** The same queue, whose packets carry another depth. */
  public QueueConfig with(DepthSeen newDepth) {
    return new QueueConfig(capacityPackets, capacityBytes, trimming, newDepth, sharing, weight);
  }

  /** The same queue in memory that it shares. */
  public QueueConfig with(Sharing newSharing) {
    return new QueueConfig(
        capacityPackets, capacityBytes, trimming, depthSeen, Optional.of(newSharing), weight);
  }

  /** The same queue, which shares what strict ones leave by this weight, or is strict. */
  public QueueConfig withWeight(int newWeight) {
    return new QueueConfig(capacityPackets, capacityBytes, trimming, depthSeen, sharing, newWeight);
  }

  /** The same queue with at most so many bytes. */
  QueueConfig within(long bytes) {
    return new QueueConfig(
        capacityPackets, Math.clamp(bytes, 1, capacityBytes), trimming, depthSeen, sharing, weight);
  }
}
