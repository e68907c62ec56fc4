package io.smartt.base.trace;

import module java.base;

import io.smartt.base.trace.CaptureReader.CaptureFormatException;

/**
 * The packets of a pcapng file (draft-ietf-opsawg-pcapng), behind the type of its first block.
 * Blocks that hold no packet are passed over.
 */
final class Pcapng implements CaptureReader.Form {
  static final int SECTION_HEADER = 0x0A0D0D0A;
  static final int INTERFACE_DESCRIPTION = 1;
  private static final int OBSOLETE_PACKET = 2;
  private static final int SIMPLE_PACKET = 3;
  static final int NAME_RESOLUTION = 4;
  static final int ENHANCED_PACKET = 6;
  static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  static final int NAME_RECORD_IPV4 = 1;
  static final int OPT_COMMENT = 1;
  static final int IF_NAME = 2;
  static final int IF_DESCRIPTION = 3;
  static final int IF_SPEED = 8;
  static final int IF_TSRESOL = 9;
  static final int EPB_FLAGS = 2;
  static final int EPB_PACKETID = 5;
  private static final int IF_TSOFFSET = 14;
  private static final int MAX_BLOCK_BYTES = 1 << 24;
  private static final int FRAME_BYTES = 12;
  private static final BigInteger NS_PER_S = BigInteger.valueOf(1_000_000_000);

  private final DataInputStream in;
  private final List<Interface> interfaces = new ArrayList<>();
  private final List<CaptureInterface> described = new ArrayList<>();
  private final Map<Integer, String> hostNames = new HashMap<>();
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  private record Interface(int id, int snapBytes, BigInteger ticksPerSecond, long offsetSeconds) {
    long ns(long ticks) {
      if (ticksPerSecond.equals(NS_PER_S) && offsetSeconds == 0) {
        return ticks;
      }
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
        case NAME_RESOLUTION -> names(block());
        case ENHANCED_PACKET -> {
          ByteBuffer block = block();
          require(block, 20);
          return Optional.of(enhanced(block, block.getInt(0)));
        }
        case OBSOLETE_PACKET -> {
          ByteBuffer block = block();
          require(block, 20);
          return Optional.of(enhanced(block, Short.toUnsignedInt(block.getShort(0))));
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

  private Interface described(ByteBuffer block) {
    require(block, 8);
    CaptureReader.requireEthernet(Short.toUnsignedInt(block.getShort(0)));
    BigInteger ticks = BigInteger.valueOf(1_000_000);
    long offset = 0;
    CaptureInterface known = CaptureInterface.UNKNOWN;
    for (Options option = new Options(block, 8); option.next(); ) {
      int length = option.length;
      switch (option.code) {
        case IF_NAME -> known = known.named(option.text());
        case IF_DESCRIPTION ->
            known = new CaptureInterface(known.name(), option.text(), known.rateBps());
        case IF_SPEED -> {
          if (length == Long.BYTES) {
            long rate = Math.max(0, block.getLong(option.at));
            known = new CaptureInterface(known.name(), known.description(), rate);
          }
        }
        case IF_TSRESOL -> {
          if (length == 1) {
            int resolution = block.get(option.at);
            BigInteger base = resolution < 0 ? BigInteger.TWO : BigInteger.TEN;
            ticks = base.pow(resolution & 0x7f);
          }
        }
        case IF_TSOFFSET -> offset = length == Long.BYTES ? block.getLong(option.at) : offset;
        default -> {
          // Says nothing that matters here.
        }
      }
    }
    described.add(known);
    return new Interface(described.size() - 1, block.getInt(4), ticks, offset);
  }

  private void names(ByteBuffer block) {
    int at = 0;
    while (at + 4 <= block.limit()) {
      int type = Short.toUnsignedInt(block.getShort(at));
      int length = Short.toUnsignedInt(block.getShort(at + 2));
      if (type == 0) {
        return;
      }
      require(block, at + 4 + length);
      if (type == NAME_RECORD_IPV4 && length > Integer.BYTES) {
        // Addresses are in network order in sections of either byte order.
        byte[] address = new byte[Integer.BYTES];
        block.get(at + 4, address);
        String name = text(block, at + 8, length - Integer.BYTES);
        int end = name.indexOf(0);
        hostNames.putIfAbsent(
            ByteBuffer.wrap(address).getInt(), end < 0 ? name : name.substring(0, end));
      }
      at += 4 + (length + 3) / 4 * 4;
    }
  }

  /** The options behind a block's fixed fields. */
  private static final class Options {
    private final ByteBuffer block;
    private int next;
    private int code;
    private int length;
    private int at;

    Options(ByteBuffer block, int from) {
      this.block = block;
      next = from;
    }

    boolean next() {
      if (next + 4 > block.limit()) {
        return false;
      }
      code = Short.toUnsignedInt(block.getShort(next));
      length = Short.toUnsignedInt(block.getShort(next + 2));
      at = next + 4;
      require(block, at + length);
      next = at + (length + 3) / 4 * 4;
      return code != 0;
    }

    String text() {
      return Pcapng.text(block, at, length);
    }
  }

  private static String text(ByteBuffer block, int at, int length) {
    byte[] bytes = new byte[length];
    block.get(at, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private RecordedPacket enhanced(ByteBuffer block, int number) {
    Interface from = interfaceOf(number);
    long ticks = Integer.toUnsignedLong(block.getInt(4)) << 32;
    ticks |= Integer.toUnsignedLong(block.getInt(8));
    int captured = CaptureReader.packetBytes(block.getInt(12));
    require(block, 20 + captured);
    return packet(
        block, 20, captured, block.getInt(16), from, from.ns(ticks), notes(block, 20 + captured));
  }

  private static RecordedPacket.Notes notes(ByteBuffer block, int end) {
    Optional<CaptureSink.Direction> direction = Optional.empty();
    OptionalLong id = OptionalLong.empty();
    Optional<String> comment = Optional.empty();
    for (Options option = new Options(block, (end + 3) / 4 * 4); option.next(); ) {
      switch (option.code) {
        case OPT_COMMENT -> comment = Optional.of(option.text());
        case EPB_FLAGS -> {
          if (option.length == Integer.BYTES) {
            direction = CaptureSink.Direction.ofFlags(block.getInt(option.at));
          }
        }
        case EPB_PACKETID -> {
          if (option.length == Long.BYTES) {
            id = OptionalLong.of(block.getLong(option.at));
          }
        }
        default -> {
          // Says nothing that matters here.
        }
      }
    }
    return new RecordedPacket.Notes(direction, id, comment);
  }

  private RecordedPacket simple(ByteBuffer block) {
    require(block, 4);
    Interface from = interfaceOf(0);
    int original = CaptureReader.packetBytes(block.getInt(0));
    int captured = Math.min(original, block.limit() - 4);
    if (from.snapBytes > 0) {
      captured = Math.min(captured, from.snapBytes);
    }
    return packet(block, 4, captured, original, from, 0, RecordedPacket.Notes.NONE);
  }

  private static RecordedPacket packet(
      ByteBuffer block,
      int offset,
      int captured,
      int original,
      Interface from,
      long timeNs,
      RecordedPacket.Notes notes) {
    require(block, offset + captured);
    byte[] bytes = new byte[captured];
    block.get(offset, bytes);
    return new RecordedPacket(
        timeNs, bytes, Math.max(CaptureReader.packetBytes(original), captured), from.id, notes);
  }

  @Override
  public List<CaptureInterface> interfaces() {
    return Collections.unmodifiableList(described);
  }

  @Override
  public Map<Integer, String> hostNames() {
    return Collections.unmodifiableMap(hostNames);
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
