package io.smartt.emulation.softswitch;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues between ingress and egress. Each port has the same number of queues, served in strict
 * priority, highest number first, out of one link: whoever owns the link asks for a packet when the
 * wire is free, so the port's bit rate is shared by its queues.
 *
 * <p>Writes BMv2's queueing metadata: depths in packets of the packet's own queue ({@code
 * deq_qdepth} after removal), times in microseconds. Time is given by the caller. One thread;
 * allocates nothing once the rings have grown.
 */
public final class TrafficManager {
  /** What became of a packet offered to a queue. */
  enum Verdict {
    QUEUED,
    DROPPED
  }

  private static final long PS_PER_US = 1_000_000;

  private final PacketQueue[][] queues;
  private final int queuesPerPort;
  private long noSuchQueueDrops;

  /**
   * Queues for ports 1 to {@code ports} (and a port 0, which nothing is connected to).
   *
   * @param configs one for each queue of a port, lowest priority first
   */
  TrafficManager(int ports, List<QueueConfig> configs) {
    queuesPerPort = configs.size();
    queues = new PacketQueue[ports + 1][queuesPerPort];
    for (PacketQueue[] port : queues) {
      for (int i = 0; i < queuesPerPort; i++) {
        port[i] = new PacketQueue(configs.get(i));
      }
    }
  }

  /** Queues of each port. */
  public int queuesPerPort() {
    return queuesPerPort;
  }

  /** Highest port number. */
  public int ports() {
    return queues.length - 1;
  }

  /** Changes the bounds of one queue; packets that wait already stay. */
  public void configure(int port, int queue, QueueConfig config) {
    queues[port][queue].configure(config);
  }

  /** The bounds of one queue. */
  public QueueConfig config(int port, int queue) {
    return queues[port][queue].config();
  }

  /** What a queue has seen. */
  public QueueCounters counters(int port, int queue) {
    return queues[port][queue].counters();
  }

  /** Packets waiting in a queue. */
  public int depthPackets(int port, int queue) {
    return queues[port][queue].depthPackets();
  }

  /** Bytes waiting in a queue. */
  public long depthBytes(int port, int queue) {
    return queues[port][queue].depthBytes();
  }

  /** Packets dropped because their priority named a queue that the ports do not have. */
  public long noSuchQueueDrops() {
    return noSuchQueueDrops;
  }

  /** Whether a packet waits at this port. */
  public boolean hasPackets(int port) {
    for (PacketQueue queue : queues[port]) {
      if (queue.depthPackets() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Offers a packet to the queue that its priority names, trimming it where that queue says so. */
  Verdict enqueue(int port, QueuedPacket packet, long nowPs) {
    int wanted = (int) packet.context.get(StandardMetadata.PRIORITY);
    if (wanted >= queuesPerPort) {
      noSuchQueueDrops++;
      return Verdict.DROPPED;
    }
    PacketQueue queue = queues[port][wanted];
    if (queue.hasRoomFor(packet.bytes)) {
      return add(port, wanted, packet, nowPs);
    }
    QueueConfig.@Nullable Trimming trimming = queue.config().trimming().orElse(null);
    if (trimming != null && packet.bytes > trimming.keepBytes()) {
      PacketQueue other = queues[port][trimming.queue()];
      if (other.hasRoomFor(trimming.keepBytes())) {
        packet.bytes = trimming.keepBytes();
        packet.trimming = trimming;
        packet.context.set(StandardMetadata.PRIORITY, trimming.queue());
        return add(port, trimming.queue(), packet, nowPs);
      }
      other.countDrop(packet.bytes);
    } else {
      queue.countDrop(packet.bytes);
    }
    return Verdict.DROPPED;
  }

  private Verdict add(int port, int number, QueuedPacket packet, long nowPs) {
    PacketQueue queue = queues[port][number];
    PacketContext context = packet.context;
    packet.queue = number;
    packet.enqueuedPs = nowPs;
    context.set(StandardMetadata.EGRESS_PORT, port);
    context.set(StandardMetadata.ENQ_TIMESTAMP, nowPs / PS_PER_US);
    context.set(StandardMetadata.ENQ_QDEPTH, queue.depthPackets());
    context.set(StandardMetadata.QID, number);
    queue.add(packet);
    return Verdict.QUEUED;
  }

  /** The next packet of a port, with its queueing metadata; null when none waits. */
  @Nullable QueuedPacket dequeue(int port, long nowPs) {
    for (int i = queuesPerPort - 1; i >= 0; i--) {
      PacketQueue queue = queues[port][i];
      if (queue.depthPackets() > 0) {
        QueuedPacket packet = queue.remove();
        packet.context.set(StandardMetadata.DEQ_TIMEDELTA, (nowPs - packet.enqueuedPs) / PS_PER_US);
        packet.context.set(StandardMetadata.DEQ_QDEPTH, queue.depthPackets());
        return packet;
      }
    }
    return null;
  }

  void countMark(int port, QueuedPacket packet) {
    queues[port][packet.queue].countMark(packet.bytes);
  }
}
