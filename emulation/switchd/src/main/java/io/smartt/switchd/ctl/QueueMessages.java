package io.smartt.switchd.ctl;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.switchd.ctl.v1.Count;
import io.smartt.switchd.ctl.v1.Queue;
import io.smartt.switchd.ctl.v1.ReadQueuesResponse;

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
        .setEnqueued(message(counters.enqueued()))
        .setDequeued(message(counters.dequeued()))
        .setDropped(message(counters.dropped()))
        .setTrimmed(message(counters.trimmed()))
        .setMarked(message(counters.marked()))
        .build();
  }

  static QueueStatus status(Queue queue) {
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
            count(queue.getEnqueued()),
            count(queue.getDequeued()),
            count(queue.getDropped()),
            count(queue.getTrimmed()),
            count(queue.getMarked()),
            queue.getMaxDepthPackets(),
            queue.getMaxDepthBytes()));
  }

  private static long bound(long capacity) {
    return capacity == QueueConfig.UNLIMITED ? 0 : capacity;
  }

  private static Count message(PacketByteCount count) {
    return Count.newBuilder().setPackets(count.packets()).setBytes(count.bytes()).build();
  }

  private static PacketByteCount count(Count message) {
    return new PacketByteCount(message.getPackets(), message.getBytes());
  }
}
