package io.smartt.base.trace;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/**
 * Takes packets from a running fabric. Called once per packet and interface, in the order in which
 * it happened; implementations copy what they need before they return.
 */
public interface CaptureSink {
  /** The id of a packet that cannot be known again by one: real networks number none. */
  long NO_PACKET_ID = 0;

  /** One packet at one interface. */
  void packet(Passing packet);

  /**
   * A packet that passes an interface.
   *
   * @param timePs when its last bit passed, picoseconds since the start of the experiment
   * @param interfaceId number of the interface
   * @param direction in or out
   * @param bytes the packet from its Ethernet header on; only the first {@code headLength} are real
   * @param headLength how many bytes there are
   * @param wireLength length of the whole packet; for a trimmed packet its length before the cut
   * @param packetId the same at every hop of a packet, or {@link #NO_PACKET_ID}
   * @param comment what happened to it here, such as {@code trimmed at s1 p3 q0 depth=61440B}
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Passing(
      long timePs,
      int interfaceId,
      Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment) {
    /** Returns the same with other bytes of it. */
    public Passing with(byte[] others, int length) {
      return new Passing(
          timePs,
          interfaceId,
          direction,
          others,
          length,
          Math.max(headLength, wireLength),
          packetId,
          comment);
    }
  }

  /** Frames of an interface that are not in the capture, since nobody read them in time. */
  default void lost(int interfaceId, long frames) {}

  /** One packet of a real network, which numbers none and tells nothing of them. */
  default void packet(
      long timePs, int interfaceId, Direction direction, byte[] head, int wireLength) {
    packet(
        new Passing(
            timePs,
            interfaceId,
            direction,
            head,
            head.length,
            wireLength,
            NO_PACKET_ID,
            Optional.empty()));
  }

  /** The way by which a packet passed an interface, with its code in pcapng's {@code epb_flags}. */
  enum Direction {
    /** The packet goes into the node that owns the interface. */
    INBOUND(1),
    /** The packet comes out of it. */
    OUTBOUND(2);

    private final int epbFlags;

    Direction(int epbFlags) {
      this.epbFlags = epbFlags;
    }

    int epbFlags() {
      return epbFlags;
    }

    /** The direction in the two lowest bits of {@code epb_flags}; empty if they do not say. */
    static Optional<Direction> ofFlags(int flags) {
      return switch (flags & 3) {
        case 1 -> Optional.of(INBOUND);
        case 2 -> Optional.of(OUTBOUND);
        default -> Optional.empty();
      };
    }
  }

  /**
   * A capture that ends when its file cannot be written, so that the packets go on. Thread safe:
   * the ports of real networks have threads of their own.
   */
  public static final class EndingCapture implements CaptureSink, AutoCloseable {
    private final PcapngWriter writer;
    private final SortedMap<Integer, Long> lost = new TreeMap<>();
    private Optional<Flaw> ended = Optional.empty();
    private long frames;
    private long latestPs;

    /**
     * The reason for which a capture has not all packets of its run.
     *
     * @param timePs of the last packet that was to be written
     * @param why for the user
     */
    public record Flaw(long timePs, String why) {}

    /** Creates a capture into a writer, which is closed with this. */
    public EndingCapture(PcapngWriter writer) {
      this.writer = writer;
    }

    @Override
    public synchronized void packet(Passing packet) {
      if (ended.isPresent()) {
        return;
      }
      latestPs = packet.timePs();
      try {
        writer.packet(packet);
        frames++;
      } catch (RunFailedException e) {
        end(e);
      }
    }

    @Override
    public synchronized void lost(int interfaceId, long frames) {
      lost.merge(interfaceId, frames, Long::sum);
    }

    /** Returns which frames were not read in time, if any were not. */
    public synchronized Optional<Flaw> lacking() {
      String where =
          lost.entrySet().stream()
              .filter(one -> one.getValue() > 0)
              .map(one -> one.getValue() + " of " + writer.name(one.getKey()))
              .collect(Collectors.joining(", "));
      return Optional.of(where)
          .filter(all -> !all.isEmpty())
          .map(all ->
              new Flaw(latestPs, "the capture lacks frames that were not read in time: " + all));
    }

    private void end(RunFailedException e) {
      ended = Optional.of(new Flaw(latestPs, "the capture ended early: " + e.getMessage()));
    }

    /** Returns how many frames were taken. */
    public synchronized long frames() {
      return frames;
    }

    /** Returns why it ended early, if it did. */
    public synchronized Optional<Flaw> ended() {
      return ended;
    }

    /** Completes the file; see {@link #ended} for whether that worked. */
    @Override
    public synchronized void close() {
      try {
        writer.close();
      } catch (RunFailedException e) {
        if (ended.isEmpty()) {
          end(e);
        }
      }
    }
  }

  /**
   * Passes packets on in the order of their stamps. They may come out of order by a bounded time:
   * the arrival at a switch is known only once the latency of the switch has passed. Packets of one
   * instant keep their order. Not thread-safe.
   */
  public static final class TimeOrderedSink implements CaptureSink {
    private final CaptureSink next;
    private final long latestPs;
    private final PriorityQueue<Held> held =
        new PriorityQueue<>(
            Comparator.comparingLong((Held held) -> held.packet.timePs())
                .thenComparingLong(Held::order));
    private long newestPs;
    private long order;

    private record Held(Passing packet, long order) {}

    /**
     * @param latestPs by how much a stamp may be older than the newest before it
     */
    public TimeOrderedSink(CaptureSink next, long latestPs) {
      this.next = next;
      this.latestPs = latestPs;
    }

    @Override
    public void packet(Passing packet) {
      byte[] head = Arrays.copyOf(packet.bytes(), packet.headLength());
      held.add(new Held(packet.with(head, head.length), order++));
      newestPs = Math.max(newestPs, packet.timePs());
      passOn(newestPs - latestPs);
    }

    /** Passes on all that is held. */
    public void flush() {
      passOn(Long.MAX_VALUE);
    }

    private void passOn(long untilPs) {
      for (Held first = held.peek();
          first != null && first.packet.timePs() <= untilPs;
          first = held.peek()) {
        next.packet(held.remove().packet);
      }
    }
  }
}
