package io.smartt.base.trace;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface.StampUnit;

/**
 * Writes one pcapng file with all interfaces of a fabric (draft-ietf-opsawg-pcapng): nanosecond
 * stamps by default, the direction at each interface, the packet's id, and a comment where a switch
 * did something to the packet. A packet of which only headers exist, be it that its payload is
 * virtual or that a switch trimmed it, has fewer captured bytes than its original length, so
 * readers show it as cut.
 *
 * <p>Blocks are gathered in a buffer that goes to the channel at block ends only; a packet without
 * a comment allocates nothing. Not thread-safe.
 */
public final class PcapngWriter implements CaptureSink, AutoCloseable {
  private static final String APPLICATION = "smartt";
  private static final int BUFFER_BYTES = 1 << 19;
  private static final int LINKTYPE_ETHERNET = 1;
  private static final int OPT_END = 0;
  private static final int SHB_USERAPPL = 4;
  private static final byte NANOSECONDS = 9;
  private static final byte MICROSECONDS = 6;
  private static final long PS_PER_NS = 1_000;
  private static final byte[] NO_BYTES = {};
  private static final int MAX_OPTION_BYTES = 65_535;
  // Fixed fields, flags, packet id, end of options and the trailing length of a packet block.
  private static final int PACKET_OVERHEAD_BYTES = 28 + 8 + 12 + 4 + 4;

  private final WritableByteChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final StampUnit unit;
  private final List<String> names = new ArrayList<>();
  private final long startNs;
  private int blockStart;

  /**
   * Writes the head of the file.
   *
   * @param channel where to; closed with this
   * @param start wall-clock instant of experiment time zero
   * @param unit of its stamps
   * @param application name and version of what writes this
   * @param comment about the run: its seed and profile
   * @param interfaces in the order of their numbers
   * @param hosts names for addresses
   * @throws RunFailedException if the channel refuses
   */
  public PcapngWriter(
      WritableByteChannel channel,
      Instant start,
      StampUnit unit,
      String application,
      String comment,
      List<CaptureInterface> interfaces,
      List<HostName> hosts) {
    this.unit = unit;
    this.channel = channel;
    this.startNs = ChronoUnit.NANOS.between(Instant.EPOCH, start);
    sectionHeader(application, comment);
    interfaces.forEach(this::add);
    names(hosts);
  }

  /**
   * Creates a file for the packets of every host NIC and switch port of a network.
   *
   * @param file the file
   * @param start wall-clock instant of experiment time zero
   * @param comment about the run: its seed and profile
   * @param options how the file is opened, such as {@link StandardOpenOption#CREATE_NEW}
   * @throws IOException if the file cannot be opened
   * @throws RunFailedException if the head of the file cannot be written
   */
  public static PcapngWriter create(
      Path file, Topology topology, Instant start, String comment, OpenOption... options)
      throws IOException {
    return new PcapngWriter(
        FileChannel.open(file, options),
        start,
        StampUnit.NANOSECOND,
        APPLICATION,
        comment,
        CaptureInterface.of(topology),
        HostName.of(topology));
  }

  /**
   * Creates or replaces a file whose interfaces and names follow later.
   *
   * @param file the file
   * @param unit of its time stamps, which count from 1970
   * @param comment about the packets
   * @throws IOException if the file cannot be opened
   * @throws RunFailedException if the head of the file cannot be written
   */
  public static PcapngWriter empty(Path file, StampUnit unit, String comment) throws IOException {
    return new PcapngWriter(
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE),
        Instant.EPOCH,
        unit,
        APPLICATION,
        comment,
        List.of(),
        List.of());
  }

  /** Describes one more interface. Returns its number. */
  public int add(CaptureInterface captured) {
    interfaceDescription(captured);
    names.add(captured.name());
    return names.size() - 1;
  }

  /** Returns the name of an interface. */
  String name(int interfaceId) {
    return names.get(interfaceId);
  }

  /** Writes names for addresses. */
  public void names(List<HostName> hosts) {
    if (!hosts.isEmpty()) {
      nameResolution(hosts);
    }
  }

  /**
   * A packet of another capture.
   *
   * @param interfaceId a number that {@link #add} gave
   * @param timeNs since 1970
   */
  public void copy(RecordedPacket packet, int interfaceId, long timeNs) {
    byte[] bytes = packet.bytes();
    byte[] text = packet.comment().map(PcapngWriter::utf8).orElse(NO_BYTES);
    beginPacket(interfaceId, timeNs, bytes, bytes.length, packet.originalBytes(), text.length);
    if (packet.direction().isPresent()) {
      option(Pcapng.EPB_FLAGS, Integer.BYTES);
      buffer.putInt(packet.direction().get().epbFlags());
    }
    if (packet.packetId().isPresent()) {
      option(Pcapng.EPB_PACKETID, Long.BYTES);
      buffer.putLong(packet.packetId().getAsLong());
    }
    endPacket(text);
  }

  @Override
  public void packet(Passing packet) {
    byte[] text = packet.comment().isPresent() ? utf8(packet.comment().get()) : NO_BYTES;
    beginPacket(
        packet.interfaceId(),
        startNs + packet.timePs() / PS_PER_NS,
        packet.bytes(),
        packet.headLength(),
        packet.wireLength(),
        text.length);
    option(Pcapng.EPB_FLAGS, Integer.BYTES);
    buffer.putInt(packet.direction().epbFlags());
    if (packet.packetId() != NO_PACKET_ID) {
      option(Pcapng.EPB_PACKETID, Long.BYTES);
      buffer.putLong(packet.packetId());
    }
    endPacket(text);
  }

  private void beginPacket(
      int interfaceId, long stampNs, byte[] bytes, int length, int wireLength, int textLength) {
    if (interfaceId < 0 || interfaceId >= names.size()) {
      throw new IllegalArgumentException("interface " + interfaceId + " of " + names.size());
    }
    begin(Pcapng.ENHANCED_PACKET, PACKET_OVERHEAD_BYTES + padded(length) + 4 + padded(textLength));
    buffer.putInt(interfaceId);
    long stamp = stampNs / unit.ns();
    buffer.putInt((int) (stamp >>> 32)).putInt((int) stamp);
    buffer.putInt(length).putInt(Math.max(length, wireLength));
    buffer.put(bytes, 0, length);
    pad(length);
  }

  private void endPacket(byte[] text) {
    if (text.length > 0) {
      bytesOption(Pcapng.OPT_COMMENT, text);
    }
    end();
  }

  /** Writes out what is buffered and closes the channel. */
  @Override
  public void close() {
    try (channel) {
      flush();
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private void sectionHeader(String application, String comment) {
    byte[] applicationText = utf8(application);
    byte[] commentText = utf8(comment);
    begin(Pcapng.SECTION_HEADER, 64 + applicationText.length + commentText.length);
    buffer.putInt(Pcapng.BYTE_ORDER_MAGIC).putShort((short) 1).putShort((short) 0);
    buffer.putLong(-1); // length of the section is not known in advance
    bytesOption(SHB_USERAPPL, applicationText);
    bytesOption(Pcapng.OPT_COMMENT, commentText);
    end();
  }

  private void interfaceDescription(CaptureInterface captured) {
    byte[] name = utf8(captured.name());
    byte[] description = utf8(captured.description());
    begin(Pcapng.INTERFACE_DESCRIPTION, 64 + name.length + description.length);
    buffer.putShort((short) LINKTYPE_ETHERNET).putShort((short) 0);
    buffer.putInt(0); // no limit on captured bytes
    if (name.length > 0) {
      bytesOption(Pcapng.IF_NAME, name);
    }
    if (description.length > 0) {
      bytesOption(Pcapng.IF_DESCRIPTION, description);
    }
    if (captured.rateBps() > 0) {
      option(Pcapng.IF_SPEED, Long.BYTES);
      buffer.putLong(captured.rateBps());
    }
    option(Pcapng.IF_TSRESOL, 1);
    buffer.put(unit == StampUnit.NANOSECOND ? NANOSECONDS : MICROSECONDS);
    pad(1);
    end();
  }

  private void nameResolution(List<HostName> hosts) {
    begin(Pcapng.NAME_RESOLUTION, 32);
    for (HostName host : hosts) {
      byte[] name = utf8(host.name());
      if (buffer.remaining() < 64 + name.length) {
        // A block must not straddle a flush: what follows goes into a block of its own.
        buffer.putInt(OPT_END);
        end();
        push();
        begin(Pcapng.NAME_RESOLUTION, 64 + name.length);
      }
      buffer
          .putShort((short) Pcapng.NAME_RECORD_IPV4)
          .putShort((short) (Integer.BYTES + name.length + 1));
      // Addresses are in network order in sections of either byte order.
      buffer.putInt(Integer.reverseBytes(host.ipv4()));
      buffer.put(name).put((byte) 0);
      pad(Integer.BYTES + name.length + 1);
    }
    buffer.putInt(OPT_END); // end of the records, which looks like the end of options
    end();
  }

  private void begin(int type, int atMostBytes) {
    if (buffer.remaining() < atMostBytes + 12) {
      push();
    }
    blockStart = buffer.position();
    buffer.putInt(type).putInt(0);
  }

  private void end() {
    buffer.putInt(OPT_END);
    int length = buffer.position() + Integer.BYTES - blockStart;
    buffer.putInt(length);
    buffer.putInt(blockStart + Integer.BYTES, length);
  }

  private void bytesOption(int code, byte[] value) {
    option(code, value.length);
    buffer.put(value);
    pad(value.length);
  }

  private void option(int code, int length) {
    buffer.putShort((short) code).putShort((short) length);
  }

  private void pad(int length) {
    for (int i = length; i % Integer.BYTES != 0; i++) {
      buffer.put((byte) 0);
    }
  }

  private static int padded(int length) {
    return (length + Integer.BYTES - 1) & -Integer.BYTES;
  }

  private static byte[] utf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_OPTION_BYTES) {
      throw new IllegalArgumentException("text of " + bytes.length + " bytes in a capture");
    }
    return bytes;
  }

  /** Writes out what is buffered, for a reader that waits. */
  public void push() {
    try {
      flush();
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    long began = channel instanceof SeekableByteChannel file ? file.position() : 0;
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      if (channel instanceof SeekableByteChannel file) {
        file.truncate(began + wholeBlocks(buffer.position()));
      }
      throw e;
    } finally {
      buffer.clear();
    }
  }

  /** Returns the bytes of the blocks that are whole within the first so many of the buffer. */
  private int wholeBlocks(int written) {
    int whole = 0;
    while (whole + 2 * Integer.BYTES <= written) {
      int length = buffer.getInt(whole + Integer.BYTES);
      if (length <= 0 || whole + length > written) {
        break;
      }
      whole += length;
    }
    return whole;
  }

  private static RunFailedException cannotWrite(IOException e) {
    return new RunFailedException("cannot write the packet trace: " + FileErrors.reason(e), e);
  }

  /**
   * A name for an address in the trace.
   *
   * @param ipv4 the address, its first octet in the highest eight bits
   * @param name of the host
   */
  public record HostName(int ipv4, String name) {

    /** Returns the names of a network's hosts, in the order of their numbers. */
    public static List<HostName> of(Topology topology) {
      return topology.hosts().stream().map(host -> new HostName(host.ipv4(), host.name())).toList();
    }
  }
}
