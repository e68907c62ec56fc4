package io.smartt.emulation.stf;

import module java.base;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import io.smartt.softswitch.port.Frames;

/**
 * The least switch around a pipeline: one queue without limit or rate, everything else in the order
 * of simple_switch. For scripts, not for speed.
 */
final class StfSwitch {
  /** A packet that goes round more often than this goes round for ever. */
  private static final int MAX_PASSES = 1000;

  private static final long PS_PER_US = 1_000_000;

  private final Pipeline pipeline;
  private final Map<Integer, List<StfDevice.Replica>> sessions = new HashMap<>();
  private final Map<Integer, List<StfDevice.Replica>> groups = new HashMap<>();
  private final SortedMap<Integer, List<byte[]>> sent = new TreeMap<>();
  private final Deque<PacketContext> toIngress = new ArrayDeque<>();
  private final Deque<PacketContext> toEgress = new ArrayDeque<>();
  private long nowPs;
  private int passes;

  StfSwitch(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  Map<Integer, List<StfDevice.Replica>> sessions() {
    return sessions;
  }

  Map<Integer, List<StfDevice.Replica>> groups() {
    return groups;
  }

  /** The packets sent so far on each port on which something was. */
  SortedMap<Integer, List<byte[]>> sent() {
    return sent;
  }

  /** Sends a packet in and carries on until nothing is left in the switch. */
  void receive(int port, byte[] bytes) {
    nowPs += PS_PER_US;
    PacketContext context = pipeline.newContext();
    context.packet().set(bytes, 0, bytes.length, bytes.length);
    context.set(StandardMetadata.INGRESS_PORT, port);
    context.set(StandardMetadata.PACKET_LENGTH, bytes.length);
    context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
    toIngress.add(context);
    passes = 0;
    while (!toIngress.isEmpty() || !toEgress.isEmpty()) {
      if (!toIngress.isEmpty()) {
        ingress(toIngress.remove());
      } else {
        egress(toEgress.remove());
      }
    }
  }

  private void ingress(PacketContext context) {
    if (passes++ > MAX_PASSES) {
      return;
    }
    try {
      pipeline.ingress(context, nowPs);
    } catch (Pipeline.FailedAssertionException e) {
      return;
    }
    if (context.cloneSession() != PacketContext.NONE) {
      List<StfDevice.Replica> session = sessions.get(context.cloneSession());
      if (session != null) {
        PacketContext clone = pipeline.newContext();
        pipeline.cloneIngress(context, clone);
        replicate(clone, session);
      }
    }
    if (context.resubmitFieldList() != PacketContext.NONE) {
      pipeline.resubmit(context);
      toIngress.add(context);
      return;
    }
    long group = context.get(StandardMetadata.MCAST_GRP);
    if (group != 0) {
      context.set(StandardMetadata.INSTANCE_TYPE, InstanceType.REPLICATION);
      replicate(context, groups.getOrDefault((int) group, List.of()));
    } else if (context.get(StandardMetadata.EGRESS_SPEC) != pipeline.dropPort()) {
      context.set(StandardMetadata.INSTANCE_TYPE, InstanceType.NORMAL);
      enqueue(context, (int) context.get(StandardMetadata.EGRESS_SPEC));
    }
  }

  private void replicate(PacketContext context, List<StfDevice.Replica> replicas) {
    for (StfDevice.Replica replica : replicas) {
      PacketContext copy = pipeline.newContext();
      pipeline.copy(context, copy);
      copy.set(StandardMetadata.EGRESS_RID, replica.instance());
      enqueue(copy, replica.port());
    }
  }

  private void enqueue(PacketContext context, int port) {
    context.set(StandardMetadata.EGRESS_PORT, port);
    context.set(StandardMetadata.ENQ_TIMESTAMP, nowPs / PS_PER_US);
    context.set(StandardMetadata.ENQ_QDEPTH, 0);
    toEgress.add(context);
  }

  private void egress(PacketContext context) {
    int port = (int) context.get(StandardMetadata.EGRESS_PORT);
    context.set(StandardMetadata.DEQ_TIMEDELTA, 0);
    context.set(StandardMetadata.DEQ_QDEPTH, 0);
    try {
      pipeline.egress(context, nowPs);
    } catch (Pipeline.FailedAssertionException e) {
      return;
    }
    if (context.cloneSession() != PacketContext.NONE) {
      List<StfDevice.Replica> session = sessions.get(context.cloneSession());
      if (session != null && passes++ < MAX_PASSES) {
        PacketContext clone = pipeline.newContext();
        pipeline.cloneEgress(context, clone);
        replicate(clone, session);
      }
    }
    if (context.get(StandardMetadata.EGRESS_SPEC) == pipeline.dropPort()) {
      return;
    }
    pipeline.deparse(context);
    if (context.recirculateFieldList() != PacketContext.NONE) {
      pipeline.recirculate(context);
      toIngress.add(context);
      return;
    }
    sent.computeIfAbsent(port, _ -> new ArrayList<>()).add(Frames.bytes(context.packet()));
  }
}
