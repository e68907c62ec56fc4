package io.smartt.emulation.softswitch.ctl;

import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.QueueCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.switchctl.v1.Count;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.ReadQueuesResponse;
import java.util.List;
import java.util.Optional;

/** Queues as messages, and back. */
final class QueueMessages {
  private QueueMessages() {}

  static ReadQueuesResponse response(long timeNs, List<QueueStatus> queues) {
    ReadQueuesResponse.Builder response = ReadQueuesResponse.newBuilder().setTimeNs(timeNs);
    queues.forEach(queue -> response.addQueues(message(queue)));
    return response.build();
  }

  private static Queue message(QueueStatus queue) {
    QueueConfig config = queue.config();
    QueueCounters counters = queue.counters();
    return Queue.newBuilder()
        .setPort(queue.port())
        .setQueue(queue.queue())
        .setCapacityPackets(bound(config.capacityPackets()))
        .setCapacityBytes(bound(config.capacityBytes()))
        .setDepthPackets(queue.depthPackets())
        .setDepthBytes(queue.depthBytes())
        .setMaxDepthPackets(counters.maxDepthPackets())
        .setMaxDepthBytes(counters.maxDepthBytes())
        .setEnqueued(count(counters.enqueuedPackets(), counters.enqueuedBytes()))
        .setDequeued(count(counters.dequeuedPackets(), counters.dequeuedBytes()))
        .setDropped(count(counters.droppedPackets(), counters.droppedBytes()))
        .setTrimmed(count(counters.trimmedPackets(), counters.trimmedBytes()))
        .setMarked(count(counters.markedPackets(), counters.markedBytes()))
        .build();
  }

  static QueueStatus status(Queue queue) {
    Count in = queue.getEnqueued();
    Count out = queue.getDequeued();
    Count dropped = queue.getDropped();
    Count trimmed = queue.getTrimmed();
    Count marked = queue.getMarked();
    long packets = queue.getCapacityPackets();
    long bytes = queue.getCapacityBytes();
    return new QueueStatus(
        queue.getPort(),
        queue.getQueue(),
        new QueueConfig(
            packets == 0 ? QueueConfig.UNLIMITED : (int) packets,
            bytes == 0 ? QueueConfig.UNLIMITED : bytes,
            Optional.empty()),
        (int) queue.getDepthPackets(),
        queue.getDepthBytes(),
        new QueueCounters(
            in.getPackets(),
            in.getBytes(),
            out.getPackets(),
            out.getBytes(),
            dropped.getPackets(),
            dropped.getBytes(),
            trimmed.getPackets(),
            trimmed.getBytes(),
            marked.getPackets(),
            marked.getBytes(),
            (int) queue.getMaxDepthPackets(),
            queue.getMaxDepthBytes()));
  }

  private static long bound(long capacity) {
    return capacity == QueueConfig.UNLIMITED ? 0 : capacity;
  }

  private static Count count(long packets, long bytes) {
    return Count.newBuilder().setPackets(packets).setBytes(bytes).build();
  }
}
