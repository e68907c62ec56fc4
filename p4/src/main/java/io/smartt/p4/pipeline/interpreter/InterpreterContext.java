package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.Snapshot;
import java.util.Arrays;

/** A packet in the interpreter. The nodes work on its fields directly. */
final class InterpreterContext extends PacketContext {
  private static final int PACKET_CAPACITY = 256;

  final Machine machine;

  /** Headers, metadata and stack indices, as the program's layout says. */
  final long[] slots;

  /** The key of the table or parse state that is being looked up. */
  final long[] key;

  /** The argument values of the running action. */
  long[] arguments = new long[0];

  /** What hashes are computed over, and what the deparser emits. */
  final BitBuffer bits = new BitBuffer();

  Snapshot snapshot;
  long nowPs;

  /** How many bytes of the packet the parser has taken. */
  int parsedBytes;

  /** Set by {@code exit}: the control ends after the action. */
  boolean exit;

  /** Length that {@code truncate} asked for. */
  int truncateBytes;

  /** Length as received, which counters count. */
  int receivedBytes;

  /** Length as received plus the headers added and less those removed since. */
  int adjustedBytes;

  int cloneSession;
  int cloneFieldList;
  int resubmitFieldList;
  int recirculateFieldList;
  int digestList;

  private final InterpreterProgram program;
  private final long[] saved;
  private byte[] padded = new byte[PACKET_CAPACITY];

  InterpreterContext(InterpreterProgram program, Machine machine, Snapshot snapshot) {
    super(new Packet(PACKET_CAPACITY));
    this.program = program;
    this.machine = machine;
    this.snapshot = snapshot;
    this.slots = new long[program.slotCount()];
    this.key = new long[program.keyWords()];
    this.saved = new long[program.slotCount()];
    reset();
  }

  @Override
  public long get(StandardMetadata field) {
    int slot = program.standard(field).slot();
    return slot < 0 ? 0 : slots[slot];
  }

  @Override
  public void set(StandardMetadata field, long value) {
    ProgramLayout.Place place = program.standard(field);
    if (place.slot() >= 0) {
      slots[place.slot()] = value & Words.mask(place.width());
    }
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
  }

  /** Everything of another packet but its requests. */
  void copyFrom(InterpreterContext other) {
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
  void keepMetadata(InterpreterContext from, int fieldList) {
    int[] preserved = program.fieldList(fieldList);
    for (int i = 0; i < preserved.length; i++) {
      saved[i] = from.slots[preserved[i]];
    }
    program.clearMetadata(slots);
    for (int i = 0; i < preserved.length; i++) {
      slots[preserved[i]] = saved[i];
    }
  }

  /** Forgets everything but the packet and the fields of a list. */
  void restart(int fieldList) {
    int[] preserved = program.fieldList(fieldList);
    for (int i = 0; i < preserved.length; i++) {
      saved[i] = slots[preserved[i]];
    }
    reset();
    for (int i = 0; i < preserved.length; i++) {
      slots[preserved[i]] = saved[i];
    }
  }

  @Override
  public int deparsedLength() {
    int length = program.emittedBytes(slots) + packet().length() - parsedBytes;
    return Math.min(length, truncateBytes);
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

  /** How many bytes of the packet are still ahead of the parser. */
  int remainingBytes() {
    return packet().length() - parsedBytes;
  }

  /**
   * A buffer with the next bytes of the packet at {@link #readOffset}; those that the packet only
   * counts are zero.
   */
  byte[] readable(int bytes) {
    return parsedBytes + bytes <= packet().headLength() ? packet().bytes() : pad(bytes);
  }

  /** Where the bytes of {@link #readable} start. */
  int readOffset(int bytes) {
    return parsedBytes + bytes <= packet().headLength() ? parsedBytes : 0;
  }

  private byte[] pad(int bytes) {
    if (padded.length < bytes) {
      padded = new byte[bytes];
    }
    int real = Math.clamp(packet().headLength() - parsedBytes, 0, bytes);
    if (real > 0) {
      System.arraycopy(packet().bytes(), parsedBytes, padded, 0, real);
    }
    Arrays.fill(padded, real, bytes, (byte) 0);
    return padded;
  }
}
