package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

import io.netty.buffer.ByteBuf;

/**
 * An array of {@code mmsghdr} with a buffer each, for one call that receives or sends many frames.
 * One copy of each frame is made; nothing is allocated per frame.
 */
final class FrameBatch {
  static final long NO_STAMP = 0;

  private static final int HEADER_BYTES = 64;
  private static final int ADDRESS_BYTES = 32;
  private static final int CONTROL_BYTES = 128;
  private static final int CONTROL_HEADER_BYTES = 16;
  private static final int LENGTH_AT = 56;
  private static final int PACKET_AUXDATA = 8;

  /** Third of the times of {@code struct scm_timestamping}. */
  private static final int CARD_STAMP_AT = 32;

  private static final long NS_PER_S = 1_000_000_000L;

  private final LongUnaryOperator cardTime;
  private final MemorySegment headers;
  private final MemorySegment vectors;
  private final MemorySegment addresses;
  private final MemorySegment controls;
  private final ByteBuffer[] frames;
  private long stampNs;
  private long cardStampNs;
  private int tag;

  /**
   * Room for frames.
   *
   * @param notes whether the kernel is to write who sent them and when they came
   * @param cardTime makes nanoseconds since 1970 of a card's stamp
   */
  FrameBatch(Arena arena, int size, int frameBytes, boolean notes, LongUnaryOperator cardTime) {
    this.cardTime = cardTime;
    headers = arena.allocate((long) size * HEADER_BYTES, 8);
    vectors = arena.allocate(size * 16L, 8);
    addresses = arena.allocate((long) size * ADDRESS_BYTES, 8);
    controls = arena.allocate((long) size * CONTROL_BYTES, 8);
    frames = new ByteBuffer[size];
    for (int i = 0; i < size; i++) {
      MemorySegment bytes = arena.allocate(frameBytes, 64);
      frames[i] = bytes.asByteBuffer();
      vectors.set(ADDRESS, i * 16L, bytes);
      vectors.set(JAVA_LONG, i * 16L + 8, bytes.byteSize());
      long header = i * (long) HEADER_BYTES;
      headers.set(ADDRESS, header + 16, vectors.asSlice(i * 16L, 16));
      headers.set(JAVA_LONG, header + 24, 1);
      if (notes) {
        headers.set(ADDRESS, header, addresses.asSlice((long) i * ADDRESS_BYTES, ADDRESS_BYTES));
        headers.set(
            ADDRESS, header + 32, controls.asSlice((long) i * CONTROL_BYTES, CONTROL_BYTES));
        rearm(i);
      }
    }
  }

  /** The array from an entry on. */
  MemorySegment from(int index) {
    return index == 0 ? headers : headers.asSlice((long) index * HEADER_BYTES);
  }

  /** The kernel writes the lengths that it used over those that there are. */
  void rearm(int index) {
    long header = (long) index * HEADER_BYTES;
    headers.set(JAVA_INT, header + 8, ADDRESS_BYTES);
    headers.set(JAVA_LONG, header + 40, CONTROL_BYTES);
  }

  /** Bytes of a frame that was received. */
  int length(int index) {
    return headers.get(JAVA_INT, (long) index * HEADER_BYTES + LENGTH_AT);
  }

  /** Returns whether this host sent the frame. */
  boolean isOutgoing(int index) {
    return addresses.get(JAVA_BYTE, (long) index * ADDRESS_BYTES + 10)
        == PacketDescriptor.PACKET_OUTGOING;
  }

  /** The bytes of the frame, for reading from the start. */
  ByteBuffer frame(int index) {
    return frames[index].clear().limit(Math.min(length(index), frames[index].capacity()));
  }

  /** Reads the kernel's notes on a frame, for {@link #stampNs} and {@link #tag}. */
  void readNotes(int index) {
    stampNs = NO_STAMP;
    cardStampNs = NO_STAMP;
    tag = SocketReceiver.NO_TAG;
    long end = headers.get(JAVA_LONG, (long) index * HEADER_BYTES + 40);
    long base = (long) index * CONTROL_BYTES;
    for (long at = 0; at + CONTROL_HEADER_BYTES <= end; ) {
      long length = controls.get(JAVA_LONG, base + at);
      int level = controls.get(JAVA_INT, base + at + 8);
      int type = controls.get(JAVA_INT, base + at + 12);
      long data = base + at + CONTROL_HEADER_BYTES;
      if (level == PacketDescriptor.SOL_SOCKET && type == PacketDescriptor.SO_TIMESTAMPNS) {
        stampNs = timespec(data);
      } else if (level == PacketDescriptor.SOL_SOCKET && type == PacketDescriptor.SO_TIMESTAMPING) {
        readCardStamp(data);
      } else if (level == PacketDescriptor.SOL_PACKET && type == PACKET_AUXDATA) {
        readTag(data);
      }
      if (length < CONTROL_HEADER_BYTES) {
        return;
      }
      at += (length + 7) & ~7L;
    }
  }

  private void readCardStamp(long data) {
    long byCard = timespec(data + CARD_STAMP_AT);
    if (byCard != NO_STAMP) {
      cardStampNs = cardTime.applyAsLong(byCard);
    }
  }

  private long timespec(long at) {
    return controls.get(JAVA_LONG, at) * NS_PER_S + controls.get(JAVA_LONG, at + 8);
  }

  private void readTag(long data) {
    tag =
        SocketReceiver.tag(
            controls.get(JAVA_INT, data),
            controls.get(JAVA_SHORT, data + 16),
            controls.get(JAVA_SHORT, data + 18));
  }

  /**
   * The time at which the card, or else the kernel, got the frame, nanoseconds since 1970; {@link
   * #NO_STAMP} if neither said.
   */
  long stampNs() {
    return cardStampNs == NO_STAMP ? stampNs : cardStampNs;
  }

  /** TPID and TCI of the VLAN tag that the kernel took off, or {@link SocketReceiver#NO_TAG}. */
  int tag() {
    return tag;
  }

  /** Copies a frame in that is to be sent; false if it is too long. */
  boolean put(int index, ByteBuf frame) {
    int length = frame.readableBytes();
    ByteBuffer into = frames[index].clear();
    if (length > into.capacity()) {
      return false;
    }
    frame.getBytes(frame.readerIndex(), into.limit(length));
    vectors.set(JAVA_LONG, index * 16L + 8, length);
    return true;
  }
}
