package io.smartt.emulation.softswitch;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A P4 switch in this JVM: parser, ingress, traffic manager, egress and deparser, in the order of
 * simple_switch. It owns no link and no clock. Whoever does gives it packets with {@link #receive}
 * and asks for one with {@link #transmit} when a port's wire is free.
 *
 * <p>Packets are for one thread; {@link #install} may be called from another and takes effect with
 * the next packet. Packets of the program before are dropped. Allocates nothing per packet once its
 * pool has grown to the packets it holds.
 */
public final class EmbeddedSwitch {
  private static final long PS_PER_US = 1_000_000;

  private final String name;
  private final TrafficManager trafficManager;
  private final SwitchListener listener;
  private final ArrayDeque<QueuedPacket> pool = new ArrayDeque<>();

  private volatile @Nullable Pipeline installed;
  private volatile boolean replaced;

  private long received;
  private long noPipeline;
  private long droppedByProgram;
  private long noSuchPort;

  /**
   * A switch without a program, which drops everything.
   *
   * @param name for messages
   * @param ports highest port number; ports count from 1
   * @param queues one for each queue of a port, lowest priority first
   */
  public EmbeddedSwitch(String name, int ports, List<QueueConfig> queues, SwitchListener listener) {
    this.name = name;
    this.trafficManager = new TrafficManager(ports, queues);
    this.listener = listener;
  }

  /** The name it was given. */
  public String name() {
    return name;
  }

  /** Its queues. */
  public TrafficManager trafficManager() {
    return trafficManager;
  }

  /** Runs this pipeline from the next packet on. */
  public void install(Pipeline pipeline) {
    installed = pipeline;
    replaced = true;
  }

  /** The pipeline last installed. */
  public Optional<Pipeline> pipeline() {
    return Optional.ofNullable(installed);
  }

  /** Packets that reached no queue. */
  public SwitchCounters counters() {
    return new SwitchCounters(
        received, noPipeline, droppedByProgram, noSuchPort, trafficManager.noSuchQueueDrops());
  }

  /** Takes a packet in: parser, ingress, queue. The packet is copied. */
  public void receive(int port, Packet arrived, long nowPs) {
    received++;
    Pipeline pipeline = current(nowPs);
    if (pipeline == null) {
      noPipeline++;
      return;
    }
    QueuedPacket packet = take(pipeline);
    PacketContext context = packet.context;
    context.packet().copyFrom(arrived);
    packet.receivedBytes = arrived.length();
    packet.receivedEcn = Ipv4Frame.ecn(arrived);
    context.set(StandardMetadata.INGRESS_PORT, port);
    context.set(StandardMetadata.PACKET_LENGTH, arrived.length());
    context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
    pipeline.ingress(context, nowPs);

    int out = (int) context.get(StandardMetadata.EGRESS_SPEC);
    if (out == pipeline.dropPort()) {
      droppedByProgram++;
      pool.push(packet);
    } else if (out < 1 || out > trafficManager.ports()) {
      noSuchPort++;
      pool.push(packet);
    } else {
      packet.bytes = context.deparsedLength();
      if (trafficManager.enqueue(out, packet, nowPs) == TrafficManager.Verdict.QUEUED) {
        if (packet.bytes < packet.receivedBytes) {
          int depthPackets = trafficManager.depthPackets(out, packet.queue);
          listener.trimmed(nowPs, out, packet.queue, depthPackets);
        }
        listener.portReady(out);
      } else {
        listener.dropped(nowPs, out);
        pool.push(packet);
      }
    }
  }

  /**
   * Takes the next packet of a port out: queue, egress, deparser.
   *
   * @param out receives the packet
   * @return false when none waits
   */
  public boolean transmit(int port, long nowPs, Packet out) {
    Pipeline pipeline = current(nowPs);
    if (pipeline == null) {
      return false;
    }
    while (true) {
      QueuedPacket packet = trafficManager.dequeue(port, nowPs);
      if (packet == null) {
        return false;
      }
      PacketContext context = packet.context;
      context.set(StandardMetadata.EGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
      pipeline.egress(context, nowPs);
      boolean dropped = context.get(StandardMetadata.EGRESS_SPEC) == pipeline.dropPort();
      if (dropped) {
        droppedByProgram++;
      } else {
        pipeline.deparse(context);
        finish(packet, port, nowPs);
        out.copyFrom(context.packet());
      }
      pool.push(packet);
      if (!dropped) {
        return true;
      }
    }
  }

  private void finish(QueuedPacket packet, int port, long nowPs) {
    Packet bytes = packet.context.packet();
    if (packet.trimming != null) {
      bytes.truncate(packet.trimming.keepBytes());
      Ipv4Frame.setDscp(bytes, packet.trimming.dscp());
    }
    if (packet.receivedEcn != 3 && Ipv4Frame.ecn(bytes) == 3) {
      trafficManager.countMark(port, packet);
      int depthPackets = trafficManager.depthPackets(port, packet.queue);
      listener.marked(nowPs, port, packet.queue, depthPackets);
    }
  }

  private QueuedPacket take(Pipeline pipeline) {
    QueuedPacket packet = pool.poll();
    if (packet == null) {
      return new QueuedPacket(pipeline.newContext());
    }
    packet.context.reset();
    packet.trimming = null;
    return packet;
  }

  private @Nullable Pipeline current(long nowPs) {
    if (replaced) {
      replaced = false;
      for (int port = 1; port <= trafficManager.ports(); port++) {
        while (trafficManager.dequeue(port, nowPs) != null) {
          droppedByProgram++;
        }
      }
      pool.clear();
    }
    return installed;
  }
}
