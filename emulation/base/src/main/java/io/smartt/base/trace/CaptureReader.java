package io.smartt.base.trace;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.input.FileErrors;

/**
 * Reads the Ethernet packets of a capture file one after the other: classic pcap of either byte
 * order with stamps in microseconds or nanoseconds, or pcapng.
 */
public final class CaptureReader implements AutoCloseable {
  /** Longer packets are taken for a broken file. */
  static final int MAX_PACKET_BYTES = 1 << 18;

  private static final int PCAP_MICROSECONDS = 0xa1b2c3d4;
  private static final int PCAP_NANOSECONDS = 0xa1b23c4d;
  private static final int PCAPNG = 0x0A0D0D0A;

  private final Path file;
  private final DataInputStream in;
  private final Form form;

  /** The parts that are particular to a file format. */
  interface Form {
    /** The next packet, or empty at the end of the file. */
    Optional<RecordedPacket> next() throws IOException;

    /** The interfaces described so far, of all sections. */
    List<CaptureInterface> interfaces();

    /** Names for IPv4 addresses that the file has given so far. */
    Map<Integer, String> hostNames();
  }

  private CaptureReader(Path file, DataInputStream in) throws IOException {
    this.file = file;
    this.in = in;
    ByteBuffer magic = ByteBuffer.wrap(in.readNBytes(4));
    if (magic.remaining() < 4) {
      throw new CaptureFormatException("is too short for a capture file");
    }
    this.form = form(magic);
  }

  /**
   * Opens a file.
   *
   * @throws CaptureFormatException naming the file and what is wrong with it
   */
  public static CaptureReader open(Path file) {
    if (Files.isDirectory(file)) {
      throw new CaptureFormatException(
          file + " is a folder; name the capture in it, as " + file.resolve("trace.pcapng"));
    }
    InputStream in;
    try {
      in = Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new CaptureFormatException(file + ": no such capture file", e);
    } catch (IOException e) {
      throw new CaptureFormatException(file + ": cannot be read: " + FileErrors.reason(e), e);
    }
    try {
      return new CaptureReader(file, new DataInputStream(new BufferedInputStream(in, 1 << 16)));
    } catch (IOException | CaptureFormatException e) {
      throw wrong(file, Closing.after(e, in));
    }
  }

  private static CaptureFormatException wrong(Path file, Exception e) {
    return e instanceof EOFException
        ? new CaptureCutShortException(file + ": ends in the middle of a packet", e)
        : new CaptureFormatException(file + ": " + e.getMessage(), e);
  }

  private Form form(ByteBuffer magic) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      switch (magic.order(order).getInt(0)) {
        case PCAP_MICROSECONDS -> {
          return new ClassicPcap(in, order, 1_000);
        }
        case PCAP_NANOSECONDS -> {
          return new ClassicPcap(in, order, 1);
        }
        case PCAPNG -> {
          return new Pcapng(in);
        }
        default -> {
          // The other byte order.
        }
      }
    }
    throw new CaptureFormatException("is neither pcap nor pcapng");
  }

  /**
   * The next packet, or empty at the end.
   *
   * @throws CaptureCutShortException if the file ends in the middle of it
   * @throws CaptureFormatException naming the file and what is wrong with it
   */
  public Optional<RecordedPacket> next() {
    try {
      return form.next();
    } catch (IOException | CaptureFormatException e) {
      throw wrong(file, e);
    }
  }

  /**
   * The interfaces that the file has described so far, in the order of {@link
   * RecordedPacket#interfaceId}; a classic file has one without a name.
   */
  public List<CaptureInterface> interfaces() {
    return form.interfaces();
  }

  /** Names for IPv4 addresses that the file has given so far. */
  public Map<Integer, String> hostNames() {
    return form.hostNames();
  }

  /** The file that it reads. */
  public Path file() {
    return file;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw wrong(file, e);
    }
  }

  static void requireEthernet(int linkType) {
    if (linkType != 1) {
      throw new CaptureFormatException(
          "holds packets of link type " + linkType + ", not Ethernet (1)");
    }
  }

  static int packetBytes(int length) {
    if (length < 0 || length > MAX_PACKET_BYTES) {
      throw new CaptureFormatException(
          "has a packet of %s B, more than %d B"
              .formatted(Integer.toUnsignedString(length), MAX_PACKET_BYTES));
    }
    return length;
  }

  /**
   * A capture file ends in the middle of a packet, as that of a program that was killed does. The
   * packets before are whole.
   */
  public static final class CaptureCutShortException extends CaptureFormatException {
    CaptureCutShortException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A capture file cannot be read; the message names it and what is wrong. */
  public static sealed class CaptureFormatException extends RuntimeException
      permits CaptureCutShortException {
    /** An exception with the message for the user. */
    public CaptureFormatException(String message) {
      super(message);
    }

    /** An exception with the message for the user and what led to it. */
    public CaptureFormatException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The packets of a classic pcap file, behind its magic number. */
  private static final class ClassicPcap implements CaptureReader.Form {
    private static final int REST_OF_HEADER_BYTES = 20;
    private static final int LINK_TYPE = 16;
    private static final int LINK_TYPE_MASK = 0x0fff_ffff;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final long NS_PER_S = 1_000_000_000;

    private final DataInputStream in;
    private final ByteBuffer header = ByteBuffer.allocate(REST_OF_HEADER_BYTES);
    private final long nsPerFraction;

    /**
     * @param nsPerFraction what the second half of a stamp counts
     */
    ClassicPcap(DataInputStream in, ByteOrder order, long nsPerFraction) throws IOException {
      this.in = in;
      this.nsPerFraction = nsPerFraction;
      header.order(order);
      in.readFully(header.array(), 0, REST_OF_HEADER_BYTES);
      int linkType = header.getInt(LINK_TYPE) & LINK_TYPE_MASK;
      // simple_switch writes 0 where it means Ethernet.
      CaptureReader.requireEthernet(linkType == 0 ? 1 : linkType);
    }

    @Override
    public Optional<RecordedPacket> next() throws IOException {
      int got = in.readNBytes(header.array(), 0, RECORD_HEADER_BYTES);
      if (got == 0) {
        return Optional.empty();
      }
      if (got < RECORD_HEADER_BYTES) {
        throw new EOFException();
      }
      long seconds = Integer.toUnsignedLong(header.getInt(0));
      long fraction = Integer.toUnsignedLong(header.getInt(4));
      byte[] bytes = new byte[CaptureReader.packetBytes(header.getInt(8))];
      int original = CaptureReader.packetBytes(header.getInt(12));
      in.readFully(bytes);
      return Optional.of(
          new RecordedPacket(
              seconds * NS_PER_S + fraction * nsPerFraction,
              bytes,
              Math.max(original, bytes.length),
              0,
              RecordedPacket.Notes.NONE));
    }

    @Override
    public List<CaptureInterface> interfaces() {
      return List.of(CaptureInterface.UNKNOWN);
    }

    @Override
    public Map<Integer, String> hostNames() {
      return Map.of();
    }
  }
}
