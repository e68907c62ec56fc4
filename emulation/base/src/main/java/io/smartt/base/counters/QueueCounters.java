package io.smartt.base.counters;

import io.smartt.p4.pipeline.PacketByteCount;
import java.util.Collection;
import java.util.function.Function;

/**
 * The counters of one queue of a switch port. Those that nobody counts are 0, and {@code countedBy}
 * says which.
 *
 * @param enqueued taken in
 * @param dequeued sent
 * @param dropped refused because the queue was full; what found no room cut either is among them
 * @param trimmed packets that entered this queue cut to their headers by this switch, whether its
 *     P4 program or its traffic manager cut them, with their sizes from before the cut
 * @param marked packets of this queue that left with ECN CE and had come without
 * @param maxDepthPackets the most packets that waited at one time
 * @param maxDepthBytes the most bytes that waited at one time
 * @param cut packets that had no room in this queue and that the traffic manager of this process
 *     cut for another, with their sizes from before the cut
 * @param cutDropped those of {@code dropped} that this switch cut: at the queue for which its
 *     traffic manager did, or at that of trimmed packets if its P4 program did
 */
public record QueueCounters(
    PacketByteCount enqueued,
    PacketByteCount dequeued,
    PacketByteCount dropped,
    PacketByteCount trimmed,
    PacketByteCount marked,
    long maxDepthPackets,
    long maxDepthBytes,
    PacketByteCount cut,
    PacketByteCount cutDropped,
    CountedBy countedBy) {
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
        cut.minus(before.cut),
        cutDropped.minus(before.cutDropped),
        countedBy);
  }

  /** Returns these with more that was dropped. */
  public QueueCounters plusDropped(PacketByteCount more) {
    return with(dropped.plus(more), trimmed, cut, cutDropped);
  }

  /** Returns these as SAI has them, where the traffic manager cuts. */
  public QueueCounters asInSai() {
    return asInSai(cut, cutDropped);
  }

  /**
   * Returns these as SAI has them. It counts what was cut at the queue that had no room, and there
   * among the drops too, whether the queue of trimmed packets took it or not (saiqueue.h:465;
   * SAI-Proposal-Packet-Trimming.md, DROP_AND_TRIM; SONiC's test plan, case 13, step 12).
   *
   * @param trims whether it is the queue of its port whose packets are cut
   * @param port counters of all queues of its port
   */
  public QueueCounters asInSai(boolean trims, Collection<QueueCounters> port) {
    return trims
        ? asInSai(sum(port, QueueCounters::trimmed), sum(port, QueueCounters::cutDropped))
        : asInSai(PacketByteCount.ZERO, PacketByteCount.ZERO);
  }

  private static PacketByteCount sum(
      Collection<QueueCounters> port, Function<QueueCounters, PacketByteCount> count) {
    return port.stream().map(count).reduce(PacketByteCount.ZERO, PacketByteCount::plus);
  }

  private QueueCounters asInSai(PacketByteCount sent, PacketByteCount lost) {
    PacketByteCount all = sent.plus(lost);
    return with(dropped.minus(cutDropped).plus(all), all, sent, lost);
  }

  private QueueCounters with(
      PacketByteCount newDropped,
      PacketByteCount newTrimmed,
      PacketByteCount newCut,
      PacketByteCount newCutDropped) {
    return new QueueCounters(
        enqueued,
        dequeued,
        newDropped,
        newTrimmed,
        marked,
        maxDepthPackets,
        maxDepthBytes,
        newCut,
        newCutDropped,
        countedBy);
  }

  /** The one that counts, from which follows what is counted. */
  public enum CountedBy {
    /** The traffic manager of a switch of the harness: everything. */
    TRAFFIC_MANAGER,
    /** An ASIC, through SAI: neither what was enqueued, nor depths, nor bytes of trims. */
    ASIC,
    /** A P4 program, on a switch that says nothing of its queues: trims and marks. */
    PROGRAM
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
