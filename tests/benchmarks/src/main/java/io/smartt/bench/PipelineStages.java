package io.smartt.bench;

import module java.base;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.softswitch.QueueConfig;

/**
 * The stages of {@link StagedSwitch} around the compiled program as it is: ingress of all frames of
 * a window, departures by arithmetic, then egress and deparser of all that leaves. As the program's
 * ingress reads what its egress writes, this is right only while nothing is nearly full: it says
 * what the order of work brings without another compiler.
 */
final class PipelineStages extends StagedSwitch {
  private static final long PS_PER_US = 1_000_000;
  private static final long PS_PER_NS = 1_000;

  private final Pipeline pipeline;
  private PacketContext[] contexts = {};
  private long[] enqueuedPs = {};
  private int[] unused = {};
  private int unusedCount;
  private final int[] contextOf = new int[NUMBER_MASK + 1];
  private final int[] cellOf = new int[NUMBER_MASK + 1];
  private final int[] ecnOf = new int[NUMBER_MASK + 1];
  private long beganPs;

  @SuppressWarnings("UnusedVariable") // Reading is what it is for.
  private long prefetched;

  PipelineStages(
      Pipeline pipeline,
      StagedTables tables,
      Scratch scratch,
      long tieSeed,
      Wire[] wires,
      QueueConfig[][] bounds) {
    super(tables, scratch, new SplittableRandom(0), tieSeed, wires, bounds);
    this.pipeline = pipeline;
  }

  /** Copies what a controller has written from one pipeline to another. */
  static void copy(PipelineControl from, PipelineControl to) {
    List<Change> changes = new ArrayList<>();
    from.members("ingress.ecmp")
        .forEach((id, call) -> changes.add(new Change.PutMember("ingress.ecmp", id, call)));
    from.groups("ingress.ecmp")
        .forEach((id, all) -> changes.add(new Change.PutGroup("ingress.ecmp", id, all)));
    for (String table : from.tables()) {
      from.entries(table).stream()
          .filter(entry -> !entry.isConst())
          .forEach((TableEntry entry) -> changes.add(new Change.PutEntry(entry)));
      if (from.defaultTarget(table).isPresent()
          && !from.defaultTarget(table).equals(to.defaultTarget(table))) {
        changes.add(new Change.SetDefault(table, from.defaultTarget(table).get()));
      }
    }
    to.apply(changes);
  }

  private int context() {
    if (unusedCount == 0) {
      int before = contexts.length;
      int now = Math.max(16, 2 * before);
      contexts = Arrays.copyOf(contexts, now);
      enqueuedPs = Arrays.copyOf(enqueuedPs, now);
      unused = Arrays.copyOf(unused, now);
      for (int i = before; i < now; i++) {
        contexts[i] = pipeline.newContext();
        unused[unusedCount++] = i;
      }
    }
    return unused[--unusedCount];
  }

  @Override
  void ingress(int frames, long startPs) {
    beganPs = startPs;
    Scratch s = scratch;
    for (int i = 0; i < frames; i++) {
      byte[] slots = areas[s.port[i]];
      int at = s.place[i];
      int number = context();
      contextOf[i] = number;
      PacketContext context = contexts[number];
      context.reset();
      Packet packet = context.packet();
      int length = (int) INT.get(slots, at + LENGTH);
      packet.set(slots, at + HEAD, (int) INT.get(slots, at + HEAD_LENGTH), length);
      packet.numberAs((long) LONG.get(slots, at + ID), (int) INT.get(slots, at + SENT_LENGTH));
      s.length[i] = length;
      context.set(StandardMetadata.INGRESS_PORT, s.port[i]);
      context.set(StandardMetadata.PACKET_LENGTH, length);
      long nowPs = startPs + s.offset[i];
      context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
      pipeline.ingress(context, nowPs);
      int port = (int) context.get(StandardMetadata.EGRESS_SPEC);
      s.to[i] = port == pipeline.dropPort() ? 0 : (byte) port;
      context.set(StandardMetadata.INSTANCE_TYPE, InstanceType.NORMAL);
    }
  }

  @Override
  boolean enqueue(int port, int frame) {
    int number = contextOf[frame];
    PacketContext context = contexts[number];
    int queue = (int) context.get(StandardMetadata.PRIORITY);
    int cell = port * QUEUES + queue;
    enqueuedPs[number] = beganPs + scratch.offset[frame];
    context.set(StandardMetadata.EGRESS_PORT, port);
    context.set(StandardMetadata.ENQ_TIMESTAMP, enqueuedPs[number] / PS_PER_US);
    context.set(StandardMetadata.ENQ_QDEPTH, depth[cell]);
    context.set(StandardMetadata.QID, queue);
    return add(port, queue, context.deparsedLength(), scratch.length[frame], number);
  }

  @Override
  void leaves(long noted, int cell, long offsetPs, long order) {
    Scratch s = scratch;
    s.draws[s.leave] = offsetPs << OFFSET_SHIFT | order << TIE_SHIFT | s.leave;
    cellOf[s.leave] = cell;
    PacketContext context = contexts[(int) noted & SLOT_MASK];
    context.set(StandardMetadata.DEQ_QDEPTH, depth[cell]);
    context.set(StandardMetadata.DEQ_QBYTES, depthBytes[cell]);
  }

  @Override
  void egress(long startPs) {
    Scratch s = scratch;
    Arrays.sort(s.draws, 0, s.leave);
    for (int i = 0; i < s.leave; i++) {
      prefetched += contexts[(int) s.leaving[i] & SLOT_MASK].prefetch();
    }
    for (int i = 0; i < s.leave; i++) {
      long nowPs = startPs + (s.draws[i] >>> OFFSET_SHIFT);
      int leaving = (int) s.draws[i] & NUMBER_MASK;
      int number = (int) s.leaving[leaving] & SLOT_MASK;
      PacketContext context = contexts[number];
      context.set(StandardMetadata.DEQ_TIMEDELTA, (nowPs - enqueuedPs[number]) / PS_PER_US);
      context.set(StandardMetadata.DEQ_NS, nowPs / PS_PER_NS);
      ecnOf[leaving] = context.packet().bytes()[HEAD_ECN] & 3;
      pipeline.egress(context, nowPs);
      pipeline.deparse(context);
    }
    for (int i = 0; i < s.leave; i++) {
      int number = (int) s.leaving[i] & SLOT_MASK;
      Packet packet = contexts[number].packet();
      if (ecnOf[i] != 3 && (packet.bytes()[HEAD_ECN] & 3) == 3) {
        marks[cellOf[i]]++;
        markedBytes[cellOf[i]] += packet.length();
      }
      write(s.leavesBy[i], s.leavesPs[i], packet);
      unused[unusedCount++] = number;
    }
  }

  /** The byte with a frame's ECN bits. */
  private static final int HEAD_ECN = 15;

  private void write(int port, long arrivalPs, Packet packet) {
    byte[] slots = out[port];
    if ((outEnd[port] - outFirst[port]) * SLOT == slots.length) {
      slots = larger(slots, outFirst[port]);
      out[port] = slots;
    }
    put(slots, at(slots, outEnd[port]++), arrivalPs, packet);
  }
}
