package io.smartt.softswitch.backend;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.p4.pipeline.PacketByteCount;

/**
 * The counts that smartt.p4 itself keeps, by egress port, for switches that count nothing of their
 * queues.
 *
 * @param marks packets that were marked in a data queue
 * @param trims packets that were trimmed on their way to a control queue
 */
public record ProgramCounts(
    Map<Integer, PacketByteCount> marks, Map<Integer, PacketByteCount> trims) {
  /** Nothing. */
  public static final ProgramCounts NONE = new ProgramCounts(Map.of(), Map.of());

  private static final int DATA_QUEUE = 0;
  private static final int CONTROL_QUEUE = 1;

  /** Asks a switch whose program counts trimmed packets in this counter. */
  public static ProgramCounts of(ProgrammedSwitch programmed, String trims) {
    return new ProgramCounts(
        programmed.counters(ForwardingPlanner.MARKS), programmed.counters(trims));
  }

  /** Returns the difference to an earlier snapshot, for these ports by the switch's own numbers. */
  public List<QueueRecord> since(ProgramCounts before, String name, Collection<Integer> ports) {
    PacketByteCount none = PacketByteCount.ZERO;
    List<QueueRecord> records = new ArrayList<>();
    for (int port : ports) {
      PacketByteCount marked = difference(marks, before.marks, port);
      PacketByteCount trimmed = difference(trims, before.trims, port);
      QueueCounters data = counters(none, marked);
      QueueCounters control = counters(trimmed, none);
      records.add(new QueueRecord(name, port, DATA_QUEUE, data));
      records.add(new QueueRecord(name, port, CONTROL_QUEUE, control));
    }
    return records;
  }

  private static QueueCounters counters(PacketByteCount trimmed, PacketByteCount marked) {
    PacketByteCount none = PacketByteCount.ZERO;
    return new QueueCounters(
        none, none, none, trimmed, marked, 0, 0, none, none, CountedBy.PROGRAM);
  }

  private static PacketByteCount difference(
      Map<Integer, PacketByteCount> now, Map<Integer, PacketByteCount> before, int port) {
    return now.getOrDefault(port, PacketByteCount.ZERO)
        .minus(before.getOrDefault(port, PacketByteCount.ZERO));
  }
}
