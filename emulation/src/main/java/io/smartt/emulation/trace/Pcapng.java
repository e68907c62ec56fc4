package io.smartt.emulation.trace;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The packets of a pcapng file (draft-ietf-opsawg-pcapng), behind the type of its first block.
 * Blocks that hold no packet are passed over.
 */
final class Pcapng implements CaptureReader.Form {
  private static final int SECTION_HEADER = 0x0A0D0D0A;
  private static final int INTERFACE_DESCRIPTION = 1;
  private static final int SIMPLE_PACKET = 3;
  private static final int ENHANCED_PACKET = 6;
  private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  private static final int IF_TSRESOL = 9;
  private static final int IF_TSOFFSET = 14;
  private static final int MAX_BLOCK_BYTES = 1 << 24;
  private static final int FRAME_BYTES = 12;
  private static final BigInteger NS_PER_S = BigInteger.valueOf(1_000_000_000);

  private final DataInputStream in;
  private final List<Interface> interfaces = new ArrayList<>();
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  private record Interface(int snapBytes, BigInteger ticksPerSecond, long offsetSeconds) {
    long ns(long ticks) {
      BigInteger unsigned = new BigInteger(Long.toUnsignedString(ticks));
      return unsigned.multiply(NS_PER_S).divide(ticksPerSecond).longValue()
          + offsetSeconds * NS_PER_S.longValue();
    }
  }

  Pcapng(DataInputStream in) throws IOException {
    this.in = in;
    section();
  }

  @Override
  public Optional<RecordedPacket> next() throws IOException {
    while (true) {
      byte[] type = in.readNBytes(4);
      if (type.length == 0) {
        return Optional.empty();
      }
      if (type.length < 4) {
        throw new EOFException();
      }
      switch (ByteBuffer.wrap(type).order(order).getInt()) {
        case SECTION_HEADER -> section();
        case INTERFACE_DESCRIPTION -> interfaces.add(described(block()));
        case ENHANCED_PACKET -> {
          return Optional.of(enhanced(block()));
        }
        case SIMPLE_PACKET -> {
          return Optional.of(simple(block()));
        }
        default -> block();
      }
    }
  }

  private void section() throws IOException {
    byte[] head = new byte[8];
    in.readFully(head);
    ByteBuffer buffer = ByteBuffer.wrap(head);
    order =
        buffer.order(ByteOrder.BIG_ENDIAN).getInt(4) == BYTE_ORDER_MAGIC
            ? ByteOrder.BIG_ENDIAN
            : ByteOrder.LITTLE_ENDIAN;
    if (buffer.order(order).getInt(4) != BYTE_ORDER_MAGIC) {
      throw new CaptureFormatException("has a section of neither byte order");
    }
    interfaces.clear();
    int length = checked(buffer.getInt(0), FRAME_BYTES + 4);
    in.skipNBytes(length - FRAME_BYTES);
  }

  /** The body of a block whose type has been read. */
  private ByteBuffer block() throws IOException {
    byte[] length = new byte[4];
    in.readFully(length);
    int total = checked(ByteBuffer.wrap(length).order(order).getInt(), FRAME_BYTES);
    byte[] body = new byte[total - FRAME_BYTES];
    in.readFully(body);
    in.skipNBytes(4);
    return ByteBuffer.wrap(body).order(order);
  }

  private static int checked(int length, int least) {
    if (length < least || length > MAX_BLOCK_BYTES || length % 4 != 0) {
      throw new CaptureFormatException(
          "has a block of " + Integer.toUnsignedString(length) + " B, which cannot be");
    }
    return length;
  }

  private static Interface described(ByteBuffer block) {
    require(block, 8);
    CaptureReader.requireEthernet(Short.toUnsignedInt(block.getShort(0)));
    int snap = block.getInt(4);
    BigInteger ticks = BigInteger.valueOf(1_000_000);
    long offset = 0;
    int at = 8;
    while (at + 4 <= block.limit()) {
      int code = Short.toUnsignedInt(block.getShort(at));
      int length = Short.toUnsignedInt(block.getShort(at + 2));
      require(block, at + 4 + length);
      if (code == IF_TSRESOL && length == 1) {
        int resolution = block.get(at + 4);
        BigInteger base = resolution < 0 ? BigInteger.TWO : BigInteger.TEN;
        ticks = base.pow(resolution & 0x7f);
      } else if (code == IF_TSOFFSET && length == 8) {
        offset = block.getLong(at + 4);
      }
      at += 4 + (length + 3) / 4 * 4;
    }
    return new Interface(snap, ticks, offset);
  }

  private RecordedPacket enhanced(ByteBuffer block) {
    require(block, 20);
    Interface from = interfaceOf(block.getInt(0));
    long ticks = Integer.toUnsignedLong(block.getInt(4)) << 32;
    ticks |= Integer.toUnsignedLong(block.getInt(8));
    int captured = CaptureReader.packetBytes(block.getInt(12));
    return packet(block, 20, captured, block.getInt(16), from.ns(ticks));
  }

  private RecordedPacket simple(ByteBuffer block) {
    require(block, 4);
    Interface from = interfaceOf(0);
    int original = CaptureReader.packetBytes(block.getInt(0));
    int captured = Math.min(original, block.limit() - 4);
    if (from.snapBytes > 0) {
      captured = Math.min(captured, from.snapBytes);
    }
    return packet(block, 4, captured, original, 0);
  }

  private static RecordedPacket packet(
      ByteBuffer block, int offset, int captured, int original, long timeNs) {
    require(block, offset + captured);
    byte[] bytes = new byte[captured];
    block.get(offset, bytes);
    return new RecordedPacket(
        timeNs, bytes, Math.max(CaptureReader.packetBytes(original), captured));
  }

  private Interface interfaceOf(int number) {
    if (number < 0 || number >= interfaces.size()) {
      throw new CaptureFormatException(
          "has a packet of interface %d, which it does not describe".formatted(number));
    }
    return interfaces.get(number);
  }

  private static void require(ByteBuffer block, int bytes) {
    if (block.limit() < bytes) {
      throw new CaptureFormatException("has a block that is shorter than what it says it holds");
    }
  }
}
