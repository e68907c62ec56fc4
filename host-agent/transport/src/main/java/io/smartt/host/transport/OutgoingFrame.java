package io.smartt.host.transport;

import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;

/**
 * A frame to send, filled by {@link TransportEndpoint#nextFrame}: header bytes, and which bytes of
 * which message follow them. Reused from frame to frame; its header buffer too.
 */
public final class OutgoingFrame {
  /** Room for any header that the transport writes, but for many signals. */
  public static final int MAX_HEADER_BYTES = 128;

  private static final int UDP_AT = EthernetHeader.BYTES + Ipv4Header.BYTES;

  private byte[] header = new byte[MAX_HEADER_BYTES];
  private final UdpHeader.PayloadSum sums = new UdpHeader.PayloadSum();
  private int headerLength;
  private long messageId;
  private PayloadSource source = PayloadSource.COUNTED;
  private long payloadOffset;
  private int payloadLength;

  /** Length of the longest frame under these settings. */
  public static int maxBytes(TransportSettings settings) {
    return settings.dataHeaderBytes(Uet.RUD_CC_REQ) + settings.maxPayloadBytes();
  }

  /** The buffer that holds the header from index 0; the next frame overwrites it. */
  public byte[] header() {
    return header;
  }

  /** The buffer, with room for so many bytes. */
  byte[] header(int bytes) {
    if (header.length < bytes) {
      header = new byte[bytes];
    }
    return header;
  }

  /** Bytes of the header, Ethernet to the last UET header. */
  public int headerLength() {
    return headerLength;
  }

  /** The message that the payload is from; no meaning where the payload is empty. */
  public long messageId() {
    return messageId;
  }

  /** The offset of the payload in its message, in bytes. */
  public long payloadOffset() {
    return payloadOffset;
  }

  /** Bytes of the whole frame, without FCS. */
  public int wireLength() {
    return headerLength + payloadLength;
  }

  /**
   * Brings the payload into the header's UDP checksum, which otherwise takes it for zeros. For
   * callers that send real payload; without a checksum nothing changes.
   *
   * @param offset where in {@code payload} the {@code payloadLength} bytes begin
   */
  public void coverPayload(byte[] payload, int offset) {
    UdpHeader.addPayload(header, UDP_AT, payload, offset, payloadLength, sums);
  }

  /**
   * Writes the whole frame, its payload copied from the message and brought into the UDP checksum.
   * For one call a frame.
   *
   * @return its bytes, {@link #wireLength}
   */
  public int copyWhole(byte[] into, int at) {
    if (payloadLength > 0) {
      int payloadAt = at + headerLength;
      source.copy(payloadOffset, into, payloadAt, payloadLength);
      coverPayload(into, payloadAt);
    }
    System.arraycopy(header, 0, into, at, headerLength);
    return wireLength();
  }

  void setControl(int headerBytes) {
    setData(headerBytes, 0, PayloadSource.COUNTED, 0, 0);
  }

  void setData(int headerBytes, long message, PayloadSource bytes, long offset, int length) {
    headerLength = headerBytes;
    messageId = message;
    source = bytes;
    payloadOffset = offset;
    payloadLength = length;
  }
}
