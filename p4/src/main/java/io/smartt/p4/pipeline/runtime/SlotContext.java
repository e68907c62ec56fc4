package io.smartt.p4.pipeline.runtime;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.PipelineState.Snapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A packet whose headers and metadata are in slots. Nodes and generated code work on its fields
 * directly; nobody else does.
 */
public final class SlotContext extends PacketContext {
  private static final int PACKET_CAPACITY = 256;
  private static final int SLOTS_PER_CACHE_LINE = 8;

  /** The state of the switch. */
  public final Machine machine;

  /** Headers, metadata and stack indices, as the program's layout says. */
  public final long[] slots;

  /**
   * The key of the table or parse state that is being looked up; shared by a pipeline's packets.
   */
  public final long[] key;

  /** The argument values of the running action. */
  public long[] arguments = {};

  /** The input of hashes, and what the deparser emits; shared like the key. */
  public final BitBuffer bits;

  /** The control state that the running control works with. */
  public Snapshot snapshot;

  /** Time of the switch. */
  public long nowPs;

  /** The number of bytes of the packet that the parser has taken. */
  public int parsedBytes;

  /** True where the parser was ended in a loop. */
  boolean parserLooped;

  /** Set by {@code exit}: the control ends after the action. */
  public boolean exit;

  /** Length that {@code truncate} asked for. */
  public int truncateBytes;

  /** Length as received, which counters count. */
  public int receivedBytes;

  /** Length as received plus the headers added and less those removed since. */
  public int adjustedBytes;

  /** Asked for by {@code clone}. */
  public int cloneSession;

  /** The field list that the clone is to keep. */
  public int cloneFieldList;

  /** Asked for by {@code resubmit}. */
  public int resubmitFieldList;

  /** Asked for by {@code recirculate}. */
  public int recirculateFieldList;

  /** Asked for by {@code digest}. */
  public int digestList;

  /** The cache that remembers this packet; null where the next one may fare otherwise. */
  public @Nullable FlowCache flows;

  private final SlotProgram program;
  private final Scratch scratch;

  SlotContext(SlotProgram program, Machine machine, Scratch scratch, Snapshot snapshot) {
    super(new Packet(PACKET_CAPACITY));
    this.program = program;
    this.machine = machine;
    this.snapshot = snapshot;
    this.slots = new long[program.slotCount()];
    this.scratch = scratch;
    this.key = scratch.key;
    this.bits = scratch.bits;
    reset();
  }

  @Override
  public long get(StandardMetadata field) {
    int slot = program.slot(field);
    return slot < 0 ? 0 : slots[slot];
  }

  @Override
  public void set(StandardMetadata field, long value) {
    int slot = program.slot(field);
    if (slot >= 0) {
      slots[slot] = value & program.mask(field);
    }
  }

  @Override
  public long prefetch() {
    long sum = cloneSession + super.prefetch();
    for (int i = 0; i < slots.length; i += SLOTS_PER_CACHE_LINE) {
      sum += slots[i];
    }
    return sum;
  }

  @Override
  public void reset() {
    program.clear(slots);
    parsedBytes = 0;
    exit = false;
    truncateBytes = Integer.MAX_VALUE;
    receivedBytes = 0;
    adjustedBytes = 0;
    clearRequests();
  }

  void clearRequests() {
    clearControlRequests();
    recirculateFieldList = NONE;
  }

  /** Forgets what the control that runs next may ask for again. */
  void clearControlRequests() {
    cloneSession = NONE;
    cloneFieldList = NONE;
    resubmitFieldList = NONE;
    digestList = NONE;
    flows = null;
  }

  /** Everything of another packet but its requests. */
  void copyFrom(SlotContext other) {
    packet().copyFrom(other.packet());
    System.arraycopy(other.slots, 0, slots, 0, slots.length);
    parsedBytes = other.parsedBytes;
    exit = false;
    truncateBytes = other.truncateBytes;
    receivedBytes = other.receivedBytes;
    adjustedBytes = other.adjustedBytes;
    clearRequests();
  }

  /** Zeroes the metadata but for the fields of a list, which are copied from another packet. */
  void keepMetadata(SlotContext from, int fieldList) {
    int[] preserved = program.fieldList(fieldList);
    for (int i = 0; i < preserved.length; i++) {
      scratch.saved[i] = from.slots[preserved[i]];
    }
    program.clearMetadata(slots);
    for (int i = 0; i < preserved.length; i++) {
      slots[preserved[i]] = scratch.saved[i];
    }
  }

  /** Forgets everything but the packet and the fields of a list. */
  void restart(int fieldList) {
    int[] preserved = program.fieldList(fieldList);
    for (int i = 0; i < preserved.length; i++) {
      scratch.saved[i] = slots[preserved[i]];
    }
    reset();
    for (int i = 0; i < preserved.length; i++) {
      slots[preserved[i]] = scratch.saved[i];
    }
  }

  @Override
  public int deparsedLength() {
    int length = program.emittedBytes(slots) + packet().length() - parsedBytes;
    return Math.min(length, truncateBytes);
  }

  @Override
  public boolean parserLooped() {
    return parserLooped;
  }

  @Override
  public int cloneSession() {
    return cloneSession;
  }

  @Override
  public int resubmitFieldList() {
    return resubmitFieldList;
  }

  @Override
  public int recirculateFieldList() {
    return recirculateFieldList;
  }

  @Override
  public int digestList() {
    return digestList;
  }

  /** Counts the packet in a cell of a counter. */
  public void count(CounterCells counter, long cell) {
    counter.count(cell, receivedBytes);
    if (flows != null) {
      flows.counted(counter, cell);
    }
  }

  /** Returns how many bytes of the packet are still ahead of the parser. */
  public int remainingBytes() {
    return packet().length() - parsedBytes;
  }

  /**
   * A buffer with the next bytes of the packet at {@link #readOffset}; those that the packet only
   * counts are zero.
   */
  public byte[] readable(int bytes) {
    return parsedBytes + bytes <= packet().headLength() ? packet().bytes() : pad(bytes);
  }

  /** Returns where the bytes of {@link #readable} start. */
  public int readOffset(int bytes) {
    return parsedBytes + bytes <= packet().headLength() ? parsedBytes : 0;
  }

  private byte[] pad(int bytes) {
    if (scratch.padded.length < bytes) {
      scratch.padded = new byte[bytes];
    }
    byte[] padded = scratch.padded;
    int real = Math.clamp(packet().headLength() - parsedBytes, 0, bytes);
    if (real > 0) {
      System.arraycopy(packet().bytes(), parsedBytes, padded, 0, real);
    }
    Arrays.fill(padded, real, bytes, (byte) 0);
    return padded;
  }

  /**
   * Working memory that the packets of one pipeline use one after the other. Kept apart from
   * packets, it stays in the cache.
   */
  static final class Scratch {
    private static final int PADDED_BYTES = 256;

    final long[] key;
    final long[] saved;
    final BitBuffer bits = new BitBuffer();
    byte[] padded = new byte[PADDED_BYTES];

    Scratch(SlotProgram program) {
      key = new long[program.keyWords()];
      saved = new long[program.slotCount()];
    }
  }
}
