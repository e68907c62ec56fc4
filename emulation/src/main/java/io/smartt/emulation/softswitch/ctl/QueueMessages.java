package io.smartt.emulation.softswitch.ctl;

import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.QueueCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.switchctl.v1.Count;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.ReadQueuesResponse;
import java.util.List;

/** Queues as messages. */
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

  private static long bound(long capacity) {
    return capacity == QueueConfig.UNLIMITED ? 0 : capacity;
  }

  private static Count count(long packets, long bytes) {
    return Count.newBuilder().setPackets(packets).setBytes(bytes).build();
  }
}
