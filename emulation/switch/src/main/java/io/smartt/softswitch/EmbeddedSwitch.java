package io.smartt.softswitch;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropCounter;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger.PacketBalance;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import io.smartt.softswitch.SwitchListener.EndlessRequest;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl;
import org.jspecify.annotations.Nullable;

/**
 * A P4 switch in this JVM: parser, ingress, replication, traffic manager, egress and deparser, in
 * the order of simple_switch. It owns no link and no clock. Its driver gives it packets with {@link
 * #receive} and asks for one with {@link #transmit} when a port's wire is free.
 *
 * <p>Packets are for one thread; {@link #install} may be called from another and takes effect with
 * the next packet. Packets of the program before are dropped. Allocates nothing per packet once its
 * pool has grown to the packets it holds.
 */
public final class EmbeddedSwitch {
  private static final long PS_PER_US = 1_000_000;

  private static final EndlessRequest LOOPING_PARSER =
      new EndlessRequest(
          "parser", "states", Pipeline.MAX_PARSER_STATES, EndlessRequest.Kind.STATES);

  private final String name;
  private final BitSet ports;
  private final OptionalInt dropPort;
  private final TrafficManager trafficManager;
  private final SwitchListener listener;
  private final DropCounter drops;
  private final PacketPool pool = new PacketPool();

  private volatile @Nullable InstalledPipeline installed;

  /** The pipeline that the packets in the switch belong to; of the packets' thread. */
  private @Nullable InstalledPipeline running;

  /**
   * The sum of what is read early, which is a use of it: without one the compiler would leave the
   * reads out.
   */
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  private long received;
  private long noPipeline;
  private long droppedByProgram;
  private long noSuchPort;
  private long copied;
  private long replicated;
  private long sent;
  private long waitingBefore;
  private long endless;
  private final AtomicLong lastSeenPs = new AtomicLong();

  private record InstalledPipeline(
      Pipeline pipeline, ReplicationEngine replication, boolean dropsExpired, Object program) {}

  /**
   * A switch without a program, which drops everything.
   *
   * @param name for messages
   * @param ports the ports there are, with the CPU port where there is one
   * @param dropPort the EGRESS_SPEC that drops; empty: the program's own
   * @param queues one for each queue of a port, lowest priority first
   */
  public EmbeddedSwitch(
      String name,
      BitSet ports,
      OptionalInt dropPort,
      List<QueueConfig> queues,
      SwitchListener listener) {
    this.name = name;
    this.ports = (BitSet) ports.clone();
    this.dropPort = dropPort;
    this.trafficManager = new TrafficManager(Math.max(1, ports.length() - 1), queues);
    this.drops = new DropCounter(trafficManager.ports());
    this.listener = listener;
  }

  /** The name it was given. */
  public String name() {
    return name;
  }

  /** Returns whether it has this port. */
  public boolean hasPort(int port) {
    return port >= 0 && ports.get(port);
  }

  /** The latest time that it was given, in picoseconds. */
  long lastSeenPs() {
    return lastSeenPs.getOpaque();
  }

  /** Its queues. */
  public TrafficManager trafficManager() {
    return trafficManager;
  }

  /**
   * Runs this pipeline with these groups and sessions from the next packet on.
   *
   * @param dropsExpired whether the program is known to drop packets whose TTL has run out
   */
  void install(Pipeline pipeline, ReplicationEngine replication, boolean dropsExpired) {
    installed = new InstalledPipeline(pipeline, replication, dropsExpired, new Object());
  }

  /** Runs another engine of what is installed from the next packet on. Packets stay. */
  void exchange(Pipeline engine) {
    InstalledPipeline now = installed;
    if (now != null) {
      installed = new InstalledPipeline(engine, now.replication, now.dropsExpired, now.program);
    }
  }

  /** Counts anew, queues included. */
  public void clearCounters() {
    received = 0;
    noPipeline = 0;
    droppedByProgram = 0;
    noSuchPort = 0;
    copied = 0;
    replicated = 0;
    sent = 0;
    waitingBefore = trafficManager.waitingPackets();
    drops.clear();
    endless = 0;
    trafficManager.clearCounters();
  }

  /** Packets that reached no queue. */
  public SwitchCounters counters() {
    return new SwitchCounters(
        received,
        noPipeline,
        droppedByProgram,
        noSuchPort,
        trafficManager.noSuchQueueDrops(),
        endless);
  }

  /**
   * Returns what a port dropped outside its queues; what had no way out counts at its ingress port.
   */
  public Drops drops(int port) {
    return drops.of(port, DropReason.PROGRAM, DropReason.TTL, DropReason.NO_PORT);
  }

  /** Returns what became of all packets so far. For the switch's thread. */
  public PacketBalance balance() {
    return new PacketBalance(
        waitingBefore,
        received,
        copied,
        replicated,
        sent,
        drops.total() + trafficManager.droppedPackets(),
        trafficManager.waitingPackets());
  }

  /**
   * Takes a packet in: parser, ingress, queue. Its content is taken, not copied: afterwards {@code
   * arrived} holds what is to be overwritten.
   */
  public void receive(int port, Packet arrived, long nowPs) {
    received++;
    // Other threads read it; a fence for each packet would cost more than being a moment old.
    lastSeenPs.setOpaque(nowPs);
    InstalledPipeline current = current(nowPs);
    if (current == null) {
      noPipeline++;
      drops.count(port, DropReason.PROGRAM);
      return;
    }
    QueuedPacket packet = pool.take(current.pipeline);
    PacketContext context = packet.context;
    packet.ingressPort = port;
    context.packet().swap(arrived);
    context.set(StandardMetadata.INGRESS_PORT, port);
    context.set(StandardMetadata.PACKET_LENGTH, context.packet().length());
    note(packet);
    ingress(current, packet, nowPs);
  }

  /**
   * Takes the next packet of a port out: queue, egress, deparser.
   *
   * @param out receives the packet
   * @return false when none waits
   */
  public boolean transmit(int port, long nowPs, Packet out) {
    InstalledPipeline current = current(nowPs);
    if (current == null) {
      return false;
    }
    while (true) {
      QueuedPacket packet = trafficManager.dequeue(port, nowPs);
      if (packet == null) {
        return false;
      }
      if (egress(current, packet, port, nowPs)) {
        out.swap(packet.context.packet());
        pool.release(packet);
        sent++;
        return true;
      }
    }
  }

  /**
   * Reads from the packets that leave next, and changes nothing. They have waited for so long that
   * they are in no cache. Read here all at once, the processor waits for many together and not for
   * one after the other as they leave. For who then has this switch do much before another's turn.
   */
  public void prefetch() {
    prefetched += trafficManager.prefetch();
  }

  /** Ingress as often as the program wants it, then what it asked for, in simple_switch's order. */
  private void ingress(InstalledPipeline current, QueuedPacket packet, long nowPs) {
    Pipeline pipeline = current.pipeline;
    PacketContext context = packet.context;
    while (true) {
      context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
      try {
        pipeline.ingress(context, nowPs);
      } catch (Pipeline.FailedAssertionException e) {
        break;
      } finally {
        if (context.parserLooped()) {
          endless++;
          listener.endless(nowPs, LOOPING_PARSER);
        }
      }
      if (context.cloneSession() != PacketContext.NONE) {
        cloneIngress(current, packet, nowPs);
      }
      if (context.digestList() != PacketContext.NONE) {
        listener.digest(nowPs, pipeline.digest(context));
      }
      if (context.resubmitFieldList() == PacketContext.NONE) {
        forward(current, packet, nowPs);
        return;
      }
      if (!pool.admits(packet, packet.passes + 1)) {
        refuse(pipeline.ingressName(), "resubmit", packet.passes + 1, nowPs);
        break;
      }
      packet.passes++;
      pipeline.resubmit(context);
    }
    drop(packet, packet.ingressPort, DropReason.PROGRAM);
  }

  private void forward(InstalledPipeline current, QueuedPacket packet, long nowPs) {
    PacketContext context = packet.context;
    int group = (int) context.get(StandardMetadata.MCAST_GRP);
    int port = (int) context.get(StandardMetadata.EGRESS_SPEC);
    if (group != 0) {
      multicast(current, packet, group, nowPs);
    } else if (port == dropPort(current)) {
      boolean expired = current.dropsExpired && Ipv4Frame.hasExpired(context.packet());
      drop(packet, packet.ingressPort, expired ? DropReason.TTL : DropReason.PROGRAM);
    } else {
      context.set(StandardMetadata.INSTANCE_TYPE, InstanceType.NORMAL);
      enqueue(port, packet, nowPs);
    }
  }

  private void multicast(InstalledPipeline current, QueuedPacket packet, int group, long nowPs) {
    List<ReplicationControl.Replica> replicas = current.replication.group(group);
    if (replicas.isEmpty()) {
      dropWithoutPort(packet, packet.ingressPort);
      return;
    }
    replicated++;
    for (ReplicationControl.Replica replica : replicas) {
      if (!pool.admits(packet, packet.passes)) {
        refuse(current.pipeline.ingressName(), "multicast", packet.passes, nowPs);
        break;
      }
      copied++;
      QueuedPacket copy = pool.copyOf(packet, current.pipeline);
      current.pipeline.copy(packet.context, copy.context);
      copy.context.set(StandardMetadata.EGRESS_RID, replica.instance());
      copy.context.set(StandardMetadata.INSTANCE_TYPE, InstanceType.REPLICATION);
      copy.copyMetadataFrom(packet);
      enqueue(replica.port(), copy, nowPs);
    }
    pool.release(packet);
  }

  private int dropPort(InstalledPipeline current) {
    return dropPort.orElse(current.pipeline.dropPort());
  }

  private void cloneIngress(InstalledPipeline current, QueuedPacket packet, long nowPs) {
    ReplicationControl.CloneSession session =
        current.replication.session(packet.context.cloneSession());
    requireReplicas(session, packet.ingressPort);
    for (ReplicationControl.Replica replica : session.replicas()) {
      if (!pool.admits(packet, packet.passes)) {
        refuse(current.pipeline.ingressName(), "clone (I2E)", packet.passes, nowPs);
        return;
      }
      QueuedPacket copy = pool.copyOf(packet, current.pipeline);
      current.pipeline.cloneIngress(packet.context, copy.context);
      copy.passes = packet.passes;
      sendClone(session, replica, copy, nowPs);
    }
  }

  /** An egress clone comes to egress again, so it is one pass further than its original. */
  private void cloneEgress(InstalledPipeline current, QueuedPacket packet, int port, long nowPs) {
    ReplicationControl.CloneSession session =
        current.replication.session(packet.context.cloneSession());
    requireReplicas(session, port);
    for (ReplicationControl.Replica replica : session.replicas()) {
      if (!pool.admits(packet, packet.passes + 1)) {
        refuse(current.pipeline.egressName(), "clone (E2E)", packet.passes + 1, nowPs);
        return;
      }
      QueuedPacket copy = pool.copyOf(packet, current.pipeline);
      current.pipeline.cloneEgress(packet.context, copy.context);
      copy.passes = packet.passes + 1;
      sendClone(session, replica, copy, nowPs);
    }
  }

  /** A clone that its session sends nowhere is a packet that was asked for and lost. */
  private void requireReplicas(ReplicationControl.CloneSession session, int port) {
    if (session.replicas().isEmpty()) {
      copied++;
      noSuchPort++;
      drops.count(port, DropReason.NO_PORT);
    }
  }

  private void refuse(String control, String asked, int pass, long nowPs) {
    endless++;
    listener.endless(
        nowPs,
        pass > PacketPool.MAX_PASSES
            ? new EndlessRequest(control, asked, PacketPool.MAX_PASSES, EndlessRequest.Kind.PASSES)
            : new EndlessRequest(
                control, asked, PacketPool.MAX_OFFSPRING, EndlessRequest.Kind.OFFSPRING));
  }

  private void sendClone(
      ReplicationControl.CloneSession session,
      ReplicationControl.Replica replica,
      QueuedPacket copy,
      long nowPs) {
    copied++;
    if (session.truncateToBytes() > 0) {
      copy.keepBytes = session.truncateToBytes();
    }
    copy.context.set(StandardMetadata.EGRESS_RID, replica.instance());
    copy.context.set(StandardMetadata.PRIORITY, session.classOfService());
    note(copy);
    copy.receivedBytes = Math.min(copy.receivedBytes, copy.keepBytes);
    enqueue(replica.port(), copy, nowPs);
  }

  private void enqueue(int port, QueuedPacket packet, long nowPs) {
    if (!hasPort(port)) {
      dropWithoutPort(packet, packet.ingressPort);
      return;
    }
    packet.bytes = Math.min(packet.context.deparsedLength(), packet.keepBytes);
    if (trafficManager.enqueue(port, packet, nowPs) == TrafficManager.Verdict.QUEUED) {
      listener.portReady(port);
    } else {
      if (!trafficManager.hasQueueFor(packet)) {
        drops.count(port, DropReason.NO_PORT);
      }
      listener.dropped(nowPs, port);
      listener.notQueued(packet.context, port);
      pool.release(packet);
    }
  }

  /** Egress and deparser; true when the packet is now to be sent, else it is taken care of. */
  private boolean egress(InstalledPipeline current, QueuedPacket packet, int port, long nowPs) {
    Pipeline pipeline = current.pipeline;
    PacketContext context = packet.context;
    try {
      pipeline.egress(context, nowPs);
    } catch (Pipeline.FailedAssertionException e) {
      drop(packet, port, DropReason.PROGRAM);
      return false;
    }
    if (context.cloneSession() != PacketContext.NONE) {
      cloneEgress(current, packet, port, nowPs);
    }
    if (context.get(StandardMetadata.EGRESS_SPEC) == dropPort(current)) {
      drop(packet, port, DropReason.PROGRAM);
      return false;
    }
    pipeline.deparse(context);
    context.packet().truncate(packet.keepBytes);
    if (context.recirculateFieldList() != PacketContext.NONE) {
      recirculate(current, packet, port, nowPs);
      return false;
    }
    finish(packet, port, nowPs);
    return true;
  }

  private void recirculate(InstalledPipeline current, QueuedPacket packet, int port, long nowPs) {
    if (!pool.admits(packet, packet.passes + 1)) {
      refuse(current.pipeline.egressName(), "recirculate", packet.passes + 1, nowPs);
      drop(packet, port, DropReason.PROGRAM);
      return;
    }
    packet.passes++;
    current.pipeline.recirculate(packet.context);
    note(packet);
    ingress(current, packet, nowPs);
  }

  private void finish(QueuedPacket packet, int port, long nowPs) {
    Packet bytes = packet.context.packet();
    if (packet.trimming != null) {
      bytes.truncate(packet.trimming.keepBytes());
      Ipv4Frame.setDscp(bytes, packet.trimming.dscp(), packet.trimming.keepsChecksum());
    }
    if (packet.bytes < packet.receivedBytes) {
      listener.trimmed(nowPs, port, packet.queue, packet.receivedBytes);
    }
    if (packet.receivedEcn != 3 && Ipv4Frame.ecn(bytes) == 3) {
      trafficManager.countMark(port, packet);
      int depthPackets = trafficManager.depthPackets(port, packet.queue);
      listener.marked(nowPs, port, packet.queue, depthPackets);
    }
  }

  private void drop(QueuedPacket packet, int port, DropReason reason) {
    droppedByProgram++;
    drops.count(port, reason);
    pool.release(packet);
  }

  private void dropWithoutPort(QueuedPacket packet, int port) {
    noSuchPort++;
    drops.count(port, DropReason.NO_PORT);
    pool.release(packet);
  }

  private static void note(QueuedPacket packet) {
    packet.receivedBytes = packet.context.packet().length();
    packet.receivedEcn = Ipv4Frame.ecn(packet.context.packet());
  }

  /**
   * The pipeline that packets go through now. The control plane writes {@code installed} alone, so
   * a packet meets the old program with the old packets or the new one without them, never a
   * mixture.
   */
  @SuppressWarnings("ReferenceEquality") // each install makes another, even of the same program
  private @Nullable InstalledPipeline current(long nowPs) {
    InstalledPipeline newest = installed;
    if (newest != running) {
      if (newest == null || running == null || newest.program != running.program) {
        drain(nowPs);
      }
      running = newest;
    }
    return newest;
  }

  private void drain(long nowPs) {
    for (int port = 0; port <= trafficManager.ports(); port++) {
      for (int queue = 0; queue < trafficManager.queuesPerPort(); queue++) {
        trafficManager.pause(port, queue, false);
      }
      while (trafficManager.dequeue(port, nowPs) != null) {
        droppedByProgram++;
        drops.count(port, DropReason.PROGRAM);
      }
    }
    pool.clear();
  }
}
