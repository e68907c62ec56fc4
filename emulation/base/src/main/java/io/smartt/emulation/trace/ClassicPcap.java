package io.smartt.emulation.trace;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The packets of a classic pcap file, behind its magic number. */
final class ClassicPcap implements CaptureReader.Form {
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
