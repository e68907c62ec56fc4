package io.smartt.bench;

import module java.base;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.hash.Crc;
import io.smartt.softswitch.QueueConfig;
import io.smartt.virtual.PresentOrder.Taken;

/**
 * One switch that runs smartt.p4 in stages: all frames of a window are collected, then all parsed,
 * all looked up, and put in order by port; a sweep over each port works out what leaves when, and
 * at last all that leaves is written. Written by hand, arrays of numbers, no event, no object a
 * packet. It does what the product does for UDP frames that no other feature touches, to the byte;
 * it records no series.
 */
class StagedSwitch {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle WIRE_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WIRE_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WIRE_SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  static final int SLOT = 128;
  static final int ID = 8;
  static final int LENGTH = 16;
  static final int HEAD_LENGTH = 20;
  static final int SENT_LENGTH = 24;
  static final int HEAD = 32;
  private static final int IP = HEAD + 14;
  static final int QUEUES = StagedTables.QUEUES;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long LOW = 0xffffffffL;

  /** A key of a frame: offset in the window, order within its instant, number in the window. */
  static final int OFFSET_SHIFT = 43;

  static final int TIE_SHIFT = 12;
  static final int NUMBER_MASK = (1 << TIE_SHIFT) - 1;
  private static final long TIE_MASK = (1L << 31) - 1;

  /** The parts of the long that notes a waiting frame: bytes, flags, ECN, member, place. */
  private static final int BYTES_SHIFT = 48;

  private static final int TRIMMED = 1 << 15;
  private static final int CONTROL = 1 << 14;
  private static final int FLAGS_SHIFT = 32;
  private static final int ECN_SHIFT = 12;
  private static final int MEMBER_MASK = (1 << 12) - 1;

  /** The area in the upper byte: 0 for what waits, a port for what has just reached it. */
  private static final int AREA_SHIFT = 24;

  static final int SLOT_MASK = (1 << AREA_SHIFT) - 1;

  private static final Crc CRC_32 = Crc.crc32();
  private static final Crc CRC_16 = Crc.crc16();

  /** Working memory that all switches of a thread use, so that it stays in the cache. */
  static final class Scratch {
    final int[] place = new int[NUMBER_MASK + 1];
    final byte[] port = new byte[NUMBER_MASK + 1];
    final int[] offset = new int[NUMBER_MASK + 1];
    final int[] source = new int[NUMBER_MASK + 1];
    final int[] address = new int[NUMBER_MASK + 1];
    final int[] udpPorts = new int[NUMBER_MASK + 1];
    final int[] hash = new int[NUMBER_MASK + 1];
    final int[] length = new int[NUMBER_MASK + 1];
    final byte[] tos = new byte[NUMBER_MASK + 1];
    final byte[] to = new byte[NUMBER_MASK + 1];
    final int[] member = new int[NUMBER_MASK + 1];
    final long[] keys = new long[NUMBER_MASK + 1];
    final int[] begins = new int[1 << 8];
    final long[] leaving = new long[1 << 14];
    final long[] leavesPs = new long[1 << 14];
    final byte[] leavesBy = new byte[1 << 14];
    final boolean[] marked = new boolean[1 << 14];
    final long[] draws = new long[1 << 14];
    final int[] drawsOf = new int[1 << 14];
    final long[] drawsAt = new long[1 << 14];
    int leave;
    int drawn;
  }

  /** The way from a port to the next node. */
  record Wire(int inEvent, int outEvent, long psPerByte, int overheadBytes, long flightPs) {}

  private final StagedTables tables;
  final Scratch scratch;
  private final RandomGenerator random;
  private final long tieSeed;
  private final int ports;
  private final Wire[] wires;
  private final int queues;
  private final long[] capacity;

  /** Slots of what waits, and of what reached each port. */
  final byte[][] areas;

  private int[] free = new int[64];
  private int freeCount;
  private final int[] comeFirst;
  private final int[] comeEnd;
  final byte[][] out;
  final int[] outFirst;
  final int[] outEnd;
  private final long[][] ring;
  private final int[] ringHead;
  final int[] depth;
  private final int[] mostDepth;
  final long[] depthBytes;
  private final long[] mostBytes;
  private final long[] enqueued;
  private final long[] enqueuedBytes;
  private final long[] dequeued;
  private final long[] dequeuedBytes;
  private final long[] dropped;
  private final long[] droppedBytes;
  private final long[] trimmed;
  private final long[] trimmedBytes;
  final long[] marks;
  final long[] markedBytes;
  private final long[] programMarks;
  private final long[] programMarkBytes;
  private final long[] programTrims;
  private final long[] programTrimBytes;
  private final long[] occupancy;
  private final int[] waiting;
  private final long[] freeAtPs;

  StagedSwitch(
      StagedTables tables,
      Scratch scratch,
      RandomGenerator random,
      long tieSeed,
      Wire[] wires,
      QueueConfig[][] bounds) {
    this.tables = tables;
    this.scratch = scratch;
    this.random = random;
    this.tieSeed = tieSeed;
    this.wires = wires.clone();
    ports = wires.length - 1;
    queues = bounds[1].length;
    int cells = wires.length * QUEUES;
    capacity = new long[cells];
    for (int port = 1; port <= ports; port++) {
      for (int queue = 0; queue < queues; queue++) {
        capacity[port * QUEUES + queue] = bounds[port][queue].capacityBytes();
      }
    }
    areas = new byte[wires.length][4 * SLOT];
    areas[0] = new byte[0];
    comeFirst = new int[wires.length];
    comeEnd = new int[wires.length];
    out = new byte[wires.length][4 * SLOT];
    outFirst = new int[wires.length];
    outEnd = new int[wires.length];
    ring = new long[cells][16];
    ringHead = new int[cells];
    depth = new int[cells];
    mostDepth = new int[cells];
    depthBytes = new long[cells];
    mostBytes = new long[cells];
    enqueued = new long[cells];
    enqueuedBytes = new long[cells];
    dequeued = new long[cells];
    dequeuedBytes = new long[cells];
    dropped = new long[cells];
    droppedBytes = new long[cells];
    trimmed = new long[cells];
    trimmedBytes = new long[cells];
    marks = new long[cells];
    markedBytes = new long[cells];
    programMarks = new long[wires.length];
    programMarkBytes = new long[wires.length];
    programTrims = new long[wires.length];
    programTrimBytes = new long[wires.length];
    occupancy = new long[cells];
    waiting = new int[wires.length];
    freeAtPs = new long[wires.length];
  }

  /** Puts a frame on the link to a port. */
  void put(int port, long arrivalPs, Packet frame) {
    byte[] slots = areas[port];
    if ((comeEnd[port] - comeFirst[port]) * SLOT == slots.length) {
      slots = larger(slots, comeFirst[port]);
      areas[port] = slots;
    }
    put(slots, at(slots, comeEnd[port]++), arrivalPs, frame);
  }

  /** Writes a frame to a slot. */
  static void put(byte[] slots, int at, long arrivalPs, Packet frame) {
    LONG.set(slots, at, arrivalPs);
    LONG.set(slots, at + ID, frame.id());
    INT.set(slots, at + LENGTH, frame.length());
    INT.set(slots, at + HEAD_LENGTH, frame.headLength());
    INT.set(slots, at + SENT_LENGTH, frame.sentLength());
    System.arraycopy(frame.bytes(), 0, slots, at + HEAD, frame.headLength());
  }

  /** Takes what has arrived at the far ends of the links. */
  void take(long untilPs, Packet frame, Taken to) {
    for (int port = 1; port <= ports; port++) {
      byte[] slots = out[port];
      while (outFirst[port] != outEnd[port]) {
        int at = at(slots, outFirst[port]);
        long arrivalPs = (long) LONG.get(slots, at);
        if (arrivalPs > untilPs) {
          break;
        }
        int headLength = (int) INT.get(slots, at + HEAD_LENGTH);
        frame.set(slots, at + HEAD, headLength, (int) INT.get(slots, at + LENGTH));
        frame.numberAs((long) LONG.get(slots, at + ID), (int) INT.get(slots, at + SENT_LENGTH));
        to.add(port, arrivalPs, frame);
        outFirst[port]++;
      }
    }
  }

  /** Returns what all queues have seen, as text. */
  String counters() {
    StringJoiner text = new StringJoiner(" ");
    text.add(sum(enqueued)).add(sum(enqueuedBytes)).add(sum(dequeued)).add(sum(dequeuedBytes));
    text.add(sum(dropped)).add(sum(droppedBytes)).add(sum(trimmed)).add(sum(trimmedBytes));
    text.add(sum(marks)).add(sum(markedBytes)).add(sum(mostBytes));
    return text.add(String.valueOf(Arrays.stream(mostDepth).sum())).toString();
  }

  private static String sum(long[] cells) {
    return String.valueOf(Arrays.stream(cells).sum());
  }

  /** Runs through a window. */
  void run(long startPs, long endPs) {
    int frames = collect(startPs, endPs);
    ingress(frames, startPs);
    order(frames, startPs);
    scratch.leave = 0;
    scratch.drawn = 0;
    for (int port = 1; port <= ports; port++) {
      sweep(port, startPs, endPs);
    }
    egress(startPs);
  }

  /** Sets the port where each frame leaves, 0 for none. */
  void ingress(int frames, long startPs) {
    parse(frames);
    lookUp(frames);
  }

  /** Writes all that leaves. */
  void egress(long startPs) {
    decide();
    deparse();
    keep();
  }

  private int collect(long startPs, long endPs) {
    Scratch s = scratch;
    int count = 0;
    for (int port = 1; port <= ports; port++) {
      byte[] slots = areas[port];
      int end = comeEnd[port];
      for (int number = comeFirst[port]; number != end; number++) {
        int at = at(slots, number);
        long offset = (long) LONG.get(slots, at) - startPs;
        if (offset >= endPs - startPs) {
          end = number;
          break;
        }
        s.offset[count] = (int) offset;
        s.place[count] = at;
        s.port[count++] = (byte) port;
      }
      comeFirst[port] = end;
    }
    return count;
  }

  private void parse(int frames) {
    Scratch s = scratch;
    for (int i = 0; i < frames; i++) {
      byte[] slots = areas[s.port[i]];
      int at = s.place[i];
      long first = (long) WIRE_LONG.get(slots, at + IP);
      long second = (long) WIRE_LONG.get(slots, at + IP + 8);
      int to = (int) WIRE_INT.get(slots, at + IP + 16);
      // IPv4 without options, first fragment, UDP, a TTL that lasts, and a right checksum.
      boolean good =
          (short) WIRE_SHORT.get(slots, at + HEAD + 12) == 0x0800
              && first >>> 56 == 0x45
              && (first & 0x1fff) == 0
              && (second >>> 48 & 0xff) == 17
              && second >>> 56 > 1
              && fold(first, second, to) == 0xffff;
      s.source[i] = (int) second;
      s.address[i] = to;
      s.udpPorts[i] = (int) WIRE_INT.get(slots, at + IP + 20);
      s.tos[i] = (byte) (first >>> 48);
      s.length[i] = good ? (int) INT.get(slots, at + LENGTH) : 0;
    }
  }

  private static int fold(long first, long second, int third) {
    long sum = (first >>> 32) + (first & LOW) + (second >>> 32) + (second & LOW) + (third & LOW);
    sum = (sum >>> 32) + (sum & LOW);
    sum = (sum >>> 16) + (sum & 0xffff);
    sum = (sum >>> 16) + (sum & 0xffff);
    return (int) ((sum >>> 16) + (sum & 0xffff));
  }

  private void lookUp(int frames) {
    Scratch s = scratch;
    for (int i = 0; i < frames; i++) {
      long remainder =
          CRC_32.update(CRC_32.start(), (long) s.source[i] << 32 | (s.address[i] & LOW), 8);
      remainder = CRC_32.update(remainder, 17L << 32 | (s.udpPorts[i] & LOW), 5);
      int hash = (int) CRC_32.finish(remainder) ^ tables.salt;
      hash = (hash ^ (hash >>> 16)) * 0x7feb352d;
      hash = (hash ^ (hash >>> 15)) * 0x846ca68b;
      hash ^= hash >>> 16;
      s.hash[i] = (int) CRC_16.finish(CRC_16.update(CRC_16.start(), hash & LOW, 4));
    }
    for (int i = 0; i < frames; i++) {
      s.member[i] = tables.group(s.address[i]);
    }
    for (int i = 0; i < frames; i++) {
      int group = s.member[i];
      s.member[i] = group < 0 || s.length[i] == 0 ? -1 : tables.member(group, s.hash[i]);
      s.to[i] = s.member[i] < 0 ? 0 : (byte) tables.memberPorts[s.member[i]];
    }
  }

  /** Puts the frames in order of time by the ports where they leave. */
  private void order(int frames, long startPs) {
    Scratch s = scratch;
    int[] begins = s.begins;
    Arrays.fill(begins, 0, ports + 3, 0);
    for (int i = 0; i < frames; i++) {
      begins[s.to[i] + 2]++;
    }
    for (int port = 0; port <= ports; port++) {
      begins[port + 2] += begins[port + 1];
    }
    for (int i = 0; i < frames; i++) {
      long tie = tie(wires[s.port[i]].inEvent(), startPs + s.offset[i]);
      s.keys[begins[s.to[i] + 1]++] = (long) s.offset[i] << OFFSET_SHIFT | tie << TIE_SHIFT | i;
    }
    for (int port = 1; port <= ports; port++) {
      sort(s.keys, begins[port], begins[port + 1]);
    }
  }

  /** Few frames, which are some sorted rows one behind the other. */
  private static void sort(long[] keys, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int at = i;
      while (at > from && keys[at - 1] > key) {
        keys[at] = keys[at - 1];
        at--;
      }
      keys[at] = key;
    }
  }

  /** The order of events of one instant, as the product draws it. */
  private long tie(int number, long timePs) {
    long z = tieSeed + timePs * 0x9e3779b97f4a7c15L + number * 0x94d049bb133111ebL;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return (z >>> 33) | 1;
  }

  /** Works out what leaves by a port. */
  private void sweep(int port, long startPs, long endPs) {
    Scratch s = scratch;
    Wire wire = wires[port];
    int next = s.begins[port];
    int end = s.begins[port + 1];
    long freePs = freeAtPs[port];
    while (true) {
      long key = next < end ? s.keys[next] : 0;
      long arrivalPs = next < end ? startPs + (key >>> OFFSET_SHIFT) : NEVER;
      long order = key >>> TIE_SHIFT & TIE_MASK;
      long nowPs = freePs;
      if (waiting[port] != 0
          && (freePs < arrivalPs
              || (freePs == arrivalPs && tie(wire.outEvent(), freePs) < order))) {
        if (freePs >= endPs) {
          break;
        }
        order = -1;
      } else if (next == end) {
        break;
      } else {
        next++;
        if (!enqueue(port, (int) key & NUMBER_MASK) || arrivalPs < freePs) {
          continue;
        }
        nowPs = arrivalPs;
      }
      int queue = 31 - Integer.numberOfLeadingZeros(waiting[port]);
      int cell = port * QUEUES + queue;
      long noted = dequeue(port, queue, cell);
      freePs = nowPs + ((noted >>> BYTES_SHIFT) + wire.overheadBytes()) * wire.psPerByte();
      s.leaving[s.leave] = noted;
      s.leavesPs[s.leave] = freePs + wire.flightPs();
      s.leavesBy[s.leave] = (byte) port;
      leaves(noted, cell, nowPs - startPs, order < 0 ? tie(wire.outEvent(), nowPs) : order);
      s.leave++;
    }
    freeAtPs[port] = freePs;
  }

  /** RED, as far as no draw decides. */
  void leaves(long noted, int cell, long offsetPs, long order) {
    Scratch s = scratch;
    s.marked[s.leave] = false;
    int flags = (int) (noted >>> FLAGS_SHIFT) & 0xffff;
    if ((flags & (TRIMMED | CONTROL)) == 0) {
      long left = depthBytes[cell];
      occupancy[cell] = left;
      int ecn = flags >>> ECN_SHIFT & 3;
      if (ecn != 0 && ecn != 3 && tables.redKind[cell] != 0 && left > tables.kmin[cell]) {
        if (left >= tables.kmax[cell]) {
          s.marked[s.leave] = true;
        } else {
          s.draws[s.drawn] = offsetPs << OFFSET_SHIFT | order << TIE_SHIFT | s.drawn;
          s.drawsOf[s.drawn] = s.leave;
          s.drawsAt[s.drawn++] = left << QUEUES | cell;
        }
      }
    }
  }

  boolean enqueue(int port, int frame) {
    Scratch s = scratch;
    int tos = s.tos[frame] & 0xff;
    int kind = tables.classes[tos >>> 2];
    int queue = tables.classQueues[tos >>> 2];
    int length = s.length[frame];
    int bytes = length;
    int flags = (tos & 3) << ECN_SHIFT | s.member[frame];
    if (kind == StagedTables.CLASS_CONTROL) {
      flags |= CONTROL;
    } else {
      int cell = port * QUEUES + queue;
      long filled = occupancy[cell] + length;
      if (filled <= tables.trimAbove[cell]) {
        occupancy[cell] = filled;
      } else if (kind == StagedTables.CLASS_DATA) {
        flags |= TRIMMED;
        queue = tables.trimQueue[cell];
        if (length > tables.trimBytes[cell]) {
          bytes = tables.trimBytes[cell];
          programTrims[port]++;
          programTrimBytes[port] += length;
        }
      }
    }
    return add(
        port,
        queue,
        bytes,
        length,
        (long) flags << FLAGS_SHIFT | (long) s.port[frame] << AREA_SHIFT | s.place[frame] / SLOT);
  }

  /** Puts a frame in a queue, if there is room; {@code note} without its bytes. */
  final boolean add(int port, int queue, int bytes, int length, long note) {
    int cell = port * QUEUES + queue;
    if (queue >= queues || depthBytes[cell] + bytes > capacity[cell]) {
      dropped[cell]++;
      droppedBytes[cell] += bytes;
      return false;
    }
    long[] places = ring[cell];
    if (depth[cell] == places.length) {
      places = new long[2 * depth[cell]];
      for (int i = 0; i < depth[cell]; i++) {
        places[i] = ring[cell][(ringHead[cell] + i) & (depth[cell] - 1)];
      }
      ring[cell] = places;
      ringHead[cell] = 0;
    }
    places[(ringHead[cell] + depth[cell]) & (places.length - 1)] =
        (long) bytes << BYTES_SHIFT | note;
    waiting[port] |= 1 << queue;
    depth[cell]++;
    depthBytes[cell] += bytes;
    enqueued[cell]++;
    enqueuedBytes[cell] += bytes;
    if (bytes < length) {
      trimmed[cell]++;
      trimmedBytes[cell] += length;
    }
    mostDepth[cell] = Math.max(mostDepth[cell], depth[cell]);
    mostBytes[cell] = Math.max(mostBytes[cell], depthBytes[cell]);
    return true;
  }

  private long dequeue(int port, int queue, int cell) {
    long[] places = ring[cell];
    long noted = places[ringHead[cell]];
    ringHead[cell] = (ringHead[cell] + 1) & (places.length - 1);
    int bytes = (int) (noted >>> BYTES_SHIFT);
    if (--depth[cell] == 0) {
      waiting[port] &= ~(1 << queue);
    }
    depthBytes[cell] -= bytes;
    dequeued[cell]++;
    dequeuedBytes[cell] += bytes;
    return noted;
  }

  /** Draws in the order in which the product does, for all ports together. */
  private void decide() {
    Scratch s = scratch;
    Arrays.sort(s.draws, 0, s.drawn);
    for (int i = 0; i < s.drawn; i++) {
      int draw = (int) s.draws[i] & NUMBER_MASK;
      int cell = (int) s.drawsAt[draw] & (1 << QUEUES) - 1;
      long above = (s.drawsAt[draw] >>> QUEUES) - tables.kmin[cell];
      long span = tables.kmax[cell] - tables.kmin[cell];
      s.marked[s.drawsOf[draw]] = random.nextLong(1 << 16) * span < above * tables.redMost[cell];
    }
  }

  /** Writes all that leaves. */
  private void deparse() {
    Scratch s = scratch;
    for (int i = 0; i < s.leave; i++) {
      long noted = s.leaving[i];
      int from = ((int) noted & SLOT_MASK) * SLOT;
      int area = (int) noted >>> AREA_SHIFT;
      int bytes = (int) (noted >>> BYTES_SHIFT);
      int flags = (int) (noted >>> FLAGS_SHIFT) & 0xffff;
      int port = s.leavesBy[i];
      byte[] read = areas[area];
      byte[] slots = out[port];
      if ((outEnd[port] - outFirst[port]) * SLOT == slots.length) {
        slots = larger(slots, outFirst[port]);
        out[port] = slots;
      }
      int at = at(slots, outEnd[port]++);
      System.arraycopy(read, from + ID, slots, at + ID, SLOT - ID);
      LONG.set(slots, at, s.leavesPs[i]);
      long first = (long) WIRE_LONG.get(read, from + IP);
      long second = (long) WIRE_LONG.get(read, from + IP + 8);
      int tos = (int) (first >>> 48) & 0xff;
      if (s.marked[i]) {
        int cell = port * QUEUES + tables.classQueues[tos >>> 2];
        marks[cell]++;
        markedBytes[cell] += bytes;
        programMarks[port]++;
        programMarkBytes[port] += bytes;
        first |= 3L << 48;
      } else if ((flags & TRIMMED) != 0) {
        first = trim(slots, at, first, port * QUEUES + tables.classQueues[tos >>> 2], bytes);
      }
      second = (second & ~(0xffffL << 32)) - (1L << 56);
      int to = (int) WIRE_INT.get(read, from + IP + 16);
      second |= (~fold(first, second, to) & 0xffffL) << 32;
      WIRE_LONG.set(slots, at + IP, first);
      WIRE_LONG.set(slots, at + IP + 8, second);
      long own = (long) WIRE_LONG.get(read, from + HEAD) >>> 16;
      WIRE_LONG.set(slots, at + HEAD, tables.memberMacs[flags & MEMBER_MASK] << 16 | own >>> 32);
      WIRE_INT.set(slots, at + HEAD + 8, (int) own);
      if (area == 0) {
        free[freeCount++] = (int) noted & SLOT_MASK;
      }
    }
  }

  private long trim(byte[] slots, int at, long first, int cell, int bytes) {
    long changed = (first & ~(0xfcL << 48)) | (long) tables.trimDscp[cell] << 50;
    if (bytes < (int) INT.get(slots, at + LENGTH)) {
      INT.set(slots, at + LENGTH, bytes);
      INT.set(slots, at + HEAD_LENGTH, Math.min(bytes, (int) INT.get(slots, at + HEAD_LENGTH)));
      changed = (changed & ~(0xffffL << 32)) | (long) (bytes - 14) << 32;
      WIRE_INT.set(slots, at + IP + 24, (bytes - 34) << 16);
    }
    return changed;
  }

  /** Moves what came in this window and still waits to where it can stay. */
  private void keep() {
    for (int port = 1; port <= ports; port++) {
      for (int left = waiting[port]; left != 0; left &= left - 1) {
        int cell = port * QUEUES + Integer.numberOfTrailingZeros(left);
        long[] places = ring[cell];
        for (int i = depth[cell] - 1; i >= 0; i--) {
          int place = (ringHead[cell] + i) & (places.length - 1);
          int area = (int) places[place] >>> AREA_SHIFT;
          if (area == 0) {
            break;
          }
          int slot = slot();
          int from = ((int) places[place] & SLOT_MASK) * SLOT;
          System.arraycopy(areas[area], from, areas[0], slot * SLOT, SLOT);
          places[place] = (places[place] & ~LOW) | slot;
        }
      }
    }
  }

  private int slot() {
    if (freeCount == 0) {
      int before = areas[0].length / SLOT;
      int now = Math.max(16, 2 * before);
      areas[0] = Arrays.copyOf(areas[0], now * SLOT);
      free = Arrays.copyOf(free, now);
      for (int slot = before; slot < now; slot++) {
        free[freeCount++] = slot;
      }
    }
    return free[--freeCount];
  }

  static int at(byte[] slots, int number) {
    return number * SLOT & slots.length - 1;
  }

  static byte[] larger(byte[] slots, int first) {
    byte[] larger = new byte[2 * slots.length];
    for (int i = 0; i < slots.length / SLOT; i++) {
      System.arraycopy(slots, at(slots, first + i), larger, at(larger, first + i), SLOT);
    }
    return larger;
  }
}
