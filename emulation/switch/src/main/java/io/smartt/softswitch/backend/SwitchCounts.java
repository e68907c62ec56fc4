package io.smartt.softswitch.backend;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.softswitch.SwitchCounters;

/**
 * A snapshot of the counters of switches.
 *
 * @param queues of all switches
 * @param unqueuedDrops packets that reached no queue, or were lost on wires
 * @param pauseFrames that switches sent (802.1Qbb), to pause what feeds them or let it go on
 * @param hops packets that switches took in
 * @param packets where packets began and ended, as far as switches know
 */
public record SwitchCounts(
    List<QueueRecord> queues,
    long unqueuedDrops,
    long pauseFrames,
    long hops,
    PacketLedger packets) {
  /** Nothing. */
  public static final SwitchCounts NONE = new SwitchCounts(List.of(), 0, 0);

  /** Makes the counts of switches that do not say what became of packets. */
  public SwitchCounts(List<QueueRecord> queues, long unqueuedDrops, long hops) {
    this(queues, unqueuedDrops, 0, hops, PacketLedger.UNKNOWN);
  }

  /** Copies. */
  public SwitchCounts {
    queues = List.copyOf(queues);
  }

  /** Returns the counts of one embedded switch. */
  public static SwitchCounts of(
      String name,
      List<SwitchBackend.QueueStatus> queues,
      SwitchCounters counters,
      long lostOnWires) {
    return new SwitchCounts(
        queues.stream()
            .map(queue -> new QueueRecord(name, queue.port(), queue.queue(), queue.counters()))
            .toList(),
        counters.unqueued() + lostOnWires,
        counters.received());
  }

  /** Returns the counts of switches that count by queue, and pause frames, and say nothing else. */
  public static SwitchCounts ofQueues(List<QueueRecord> queues, long pauseFrames) {
    long full = queues.stream().mapToLong(queue -> queue.counters().dropped().packets()).sum();
    return new SwitchCounts(
        queues,
        0,
        pauseFrames,
        0,
        PacketLedger.of(Drops.of(Drops.DropReason.QUEUE_FULL, full), List.of()));
  }

  /** Returns the same with what became of packets. */
  public SwitchCounts with(PacketLedger ledger) {
    return new SwitchCounts(queues, unqueuedDrops, pauseFrames, hops, ledger);
  }

  /** Returns these counts and those of other switches. */
  public SwitchCounts plus(SwitchCounts others) {
    List<QueueRecord> all = new ArrayList<>(queues);
    all.addAll(others.queues);
    return new SwitchCounts(
        all,
        unqueuedDrops + others.unqueuedDrops,
        pauseFrames + others.pauseFrames,
        hops + others.hops,
        packets.plus(others.packets));
  }

  /** Returns the difference to an earlier snapshot; maximum depths stay as they are. */
  public SwitchCounts since(SwitchCounts before) {
    Map<QueueName, QueueCounters> earlier = new HashMap<>();
    before.queues.forEach(queue -> earlier.put(QueueName.of(queue), queue.counters()));
    return new SwitchCounts(
        queues.stream().map(now -> since(now, earlier)).toList(),
        unqueuedDrops - before.unqueuedDrops,
        pauseFrames - before.pauseFrames,
        hops - before.hops,
        packets.since(before.packets));
  }

  private static QueueRecord since(QueueRecord now, Map<QueueName, QueueCounters> earlier) {
    QueueCounters before = earlier.getOrDefault(QueueName.of(now), now.counters());
    return new QueueRecord(now.switchName(), now.port(), now.queue(), now.counters().since(before));
  }

  private record QueueName(String switchName, int port, int queue) {
    static QueueName of(QueueRecord queue) {
      return new QueueName(queue.switchName(), queue.port(), queue.queue());
    }
  }
}
