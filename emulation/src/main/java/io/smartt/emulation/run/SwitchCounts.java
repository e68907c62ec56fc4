package io.smartt.emulation.run;

import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.Tally;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.switchctl.v1.Count;
import io.smartt.switchctl.v1.ListPortsResponse;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.Unqueued;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What switches had counted at one moment, so that a run's share can be told.
 *
 * @param queues of all switches
 * @param unqueuedDrops packets that reached no queue
 * @param hops packets that switches took in
 */
public record SwitchCounts(List<QueueRecord> queues, long unqueuedDrops, long hops) {
  /** Nothing. */
  public static final SwitchCounts NONE = new SwitchCounts(List.of(), 0, 0);

  /** Copies. */
  public SwitchCounts {
    queues = List.copyOf(queues);
  }

  /** What an embedded switch elsewhere says that it has counted. */
  public static SwitchCounts of(String name, RemoteSwitch control) {
    ListPortsResponse ports = control.ports();
    Unqueued unqueued = ports.getUnqueued();
    return new SwitchCounts(
        control.queues().stream().map(queue -> record(name, queue)).toList(),
        unqueued.getNoProgramPackets()
            + unqueued.getProgramDropPackets()
            + unqueued.getNoSuchPortPackets()
            + unqueued.getNoSuchQueuePackets()
            + ports.getWireLostPackets(),
        ports.getPortsList().stream().mapToLong(port -> port.getReceivedPackets()).sum());
  }

  private static QueueRecord record(String name, Queue queue) {
    return new QueueRecord(
        name,
        queue.getPort(),
        queue.getQueue(),
        tally(queue.getEnqueued()),
        tally(queue.getDequeued()),
        tally(queue.getDropped()),
        tally(queue.getTrimmed()),
        tally(queue.getMarked()),
        queue.getMaxDepthPackets(),
        queue.getMaxDepthBytes());
  }

  private static Tally tally(Count count) {
    return new Tally(count.getPackets(), count.getBytes());
  }

  /** Those of other switches as well. */
  public SwitchCounts plus(SwitchCounts others) {
    List<QueueRecord> all = new ArrayList<>(queues);
    all.addAll(others.queues);
    return new SwitchCounts(all, unqueuedDrops + others.unqueuedDrops, hops + others.hops);
  }

  /** What came to it since; the deepest that a queue has been is not known by moment. */
  public SwitchCounts since(SwitchCounts before) {
    Map<QueueName, QueueRecord> earlier = new HashMap<>();
    before.queues.forEach(queue -> earlier.put(QueueName.of(queue), queue));
    return new SwitchCounts(
        queues.stream()
            .map(now -> since(now, earlier.getOrDefault(QueueName.of(now), now)))
            .toList(),
        unqueuedDrops - before.unqueuedDrops,
        hops - before.hops);
  }

  private record QueueName(String switchName, int port, int queue) {
    static QueueName of(QueueRecord queue) {
      return new QueueName(queue.switchName(), queue.port(), queue.queue());
    }
  }

  private static QueueRecord since(QueueRecord now, QueueRecord then) {
    return new QueueRecord(
        now.switchName(),
        now.port(),
        now.queue(),
        minus(now.enqueued(), then.enqueued()),
        minus(now.dequeued(), then.dequeued()),
        minus(now.dropped(), then.dropped()),
        minus(now.trimmed(), then.trimmed()),
        minus(now.marked(), then.marked()),
        now.maxDepthPackets(),
        now.maxDepthBytes());
  }

  private static Tally minus(Tally a, Tally b) {
    return new Tally(a.packets() - b.packets(), a.bytes() - b.bytes());
  }
}
