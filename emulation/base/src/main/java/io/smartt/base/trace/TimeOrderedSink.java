package io.smartt.base.trace;

import module java.base;

/**
 * Passes packets on in the order of their stamps. They may come out of order by a bounded time: the
 * arrival at a switch is known only once the latency of the switch has passed. Packets of one
 * instant keep their order. Not thread-safe.
 */
public final class TimeOrderedSink implements CaptureSink {
  private final CaptureSink next;
  private final long latestPs;
  private final PriorityQueue<Held> held =
      new PriorityQueue<>(
          Comparator.comparingLong((Held packet) -> packet.timePs).thenComparingLong(Held::order));
  private long newestPs;
  private long order;

  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Held(
      long timePs,
      long order,
      int interfaceId,
      CaptureSink.Direction direction,
      byte[] head,
      int wireLength,
      long packetId,
      Optional<String> comment) {}

  /**
   * @param latestPs by how much a stamp may be older than the newest before it
   */
  public TimeOrderedSink(CaptureSink next, long latestPs) {
    this.next = next;
    this.latestPs = latestPs;
  }

  @Override
  public void packet(
      long timePs,
      int interfaceId,
      CaptureSink.Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment) {
    held.add(
        new Held(
            timePs,
            order++,
            interfaceId,
            direction,
            Arrays.copyOf(bytes, headLength),
            wireLength,
            packetId,
            comment));
    newestPs = Math.max(newestPs, timePs);
    passOn(newestPs - latestPs);
  }

  /** Passes on all that is held. */
  public void flush() {
    passOn(Long.MAX_VALUE);
  }

  private void passOn(long untilPs) {
    for (Held first = held.peek(); first != null && first.timePs <= untilPs; first = held.peek()) {
      held.remove();
      byte[] bytes = first.head;
      next.packet(
          first.timePs,
          first.interfaceId,
          first.direction,
          bytes,
          bytes.length,
          first.wireLength,
          first.packetId,
          first.comment);
    }
  }
}
