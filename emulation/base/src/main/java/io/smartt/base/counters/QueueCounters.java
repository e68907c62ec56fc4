package io.smartt.base.counters;

import io.smartt.p4.pipeline.PacketByteCount;
import java.util.stream.Stream;

/**
 * The counters of one queue of a switch port.
 *
 * @param enqueued taken in
 * @param dequeued sent
 * @param dropped refused because the queue was full
 * @param trimmed packets that entered this queue cut to their headers by this switch, whether its
 *     P4 program or its traffic manager cut them, with their sizes from before the cut
 * @param marked packets of this queue that left with ECN CE and had come without
 * @param maxDepthPackets the most packets that waited at one time
 * @param maxDepthBytes the most bytes that waited at one time
 * @param cut packets that had no room in this queue and that the traffic manager of this process
 *     cut for another, with their sizes from before the cut
 */
public record QueueCounters(
    PacketByteCount enqueued,
    PacketByteCount dequeued,
    PacketByteCount dropped,
    PacketByteCount trimmed,
    PacketByteCount marked,
    long maxDepthPackets,
    long maxDepthBytes,
    PacketByteCount cut) {
  /** Returns the difference to an earlier snapshot; maximum depths stay as they are. */
  public QueueCounters since(QueueCounters before) {
    return new QueueCounters(
        enqueued.minus(before.enqueued),
        dequeued.minus(before.dequeued),
        dropped.minus(before.dropped),
        trimmed.minus(before.trimmed),
        marked.minus(before.marked),
        maxDepthPackets,
        maxDepthBytes,
        cut.minus(before.cut));
  }

  /** Returns these with more that was dropped. */
  public QueueCounters plusDropped(PacketByteCount more) {
    PacketByteCount all = dropped.plus(more);
    return new QueueCounters(
        enqueued, dequeued, all, trimmed, marked, maxDepthPackets, maxDepthBytes, cut);
  }

  /** Returns these as SAI has them, where the traffic manager cuts. */
  public QueueCounters asInSai() {
    return asInSai(cut);
  }

  /**
   * Returns these as SAI has them. It counts what was cut at the queue that had no room, and there
   * among the drops too (saiqueue.h:465; SAI-Proposal-Packet-Trimming.md, DROP_AND_TRIM).
   *
   * @param trims whether it is the queue of its port whose packets are cut
   * @param port counters of all queues of its port
   */
  public QueueCounters asInSai(boolean trims, Stream<QueueCounters> port) {
    return asInSai(
        trims
            ? port.map(QueueCounters::trimmed).reduce(PacketByteCount.ZERO, PacketByteCount::plus)
            : PacketByteCount.ZERO);
  }

  private QueueCounters asInSai(PacketByteCount here) {
    return new QueueCounters(
        enqueued, dequeued, dropped.plus(here), here, marked, maxDepthPackets, maxDepthBytes, here);
  }

  /**
   * The counts of one queue of one switch port in a run.
   *
   * @param switchName the switch
   * @param port egress port number as P4 sees it
   * @param queue priority of the queue; the highest number is served first
   * @param counters of the run
   */
  public record QueueRecord(String switchName, int port, int queue, QueueCounters counters) {}
}
