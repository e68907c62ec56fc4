package io.smartt.base.topology;

/**
 * Sizes of packets on a link.
 *
 * @param payloadBytes most payload of one data packet
 * @param headerBytes of a data packet, without its payload
 * @param ackBytes a whole ACK or NACK
 * @param overheadBytes time of a link that any frame takes in addition, as bytes: preamble, FCS and
 *     gap; no queue has them
 */
public record PacketSizes(int payloadBytes, int headerBytes, int ackBytes, int overheadBytes) {
  private static final int ETHERNET_BYTES = 14;

  /** Refuses sizes that no packet has. */
  public PacketSizes {
    if (payloadBytes <= 0 || headerBytes < 0 || ackBytes <= 0 || overheadBytes < 0) {
      throw new IllegalArgumentException(
          "payload %d B, header %d B, ACK %d B, overhead %d B"
              .formatted(payloadBytes, headerBytes, ackBytes, overheadBytes));
    }
  }

  /** Sizes of frames that take a link for their own bytes only. */
  public PacketSizes(int payloadBytes, int headerBytes, int ackBytes) {
    this(payloadBytes, headerBytes, ackBytes, 0);
  }

  /** A full data packet: payload and header. */
  public int mtuBytes() {
    return payloadBytes + headerBytes;
  }

  /** The IP packet in it, as the MTU of an interface counts. */
  public int ipMtuBytes() {
    return mtuBytes() - ETHERNET_BYTES;
  }

  /** Data packets that a message takes. */
  public long packets(long messageBytes) {
    return (messageBytes + payloadBytes - 1) / payloadBytes;
  }

  /** Bytes for which a frame takes a link, overhead included. */
  public int linkBytes(int frameBytes) {
    return frameBytes + overheadBytes;
  }

  /** Bytes on the wire of a message's data packets, overhead included. */
  public long wireBytes(long messageBytes) {
    return messageBytes + packets(messageBytes) * (headerBytes + overheadBytes);
  }

  /** The first, and largest, data packet of a message. */
  public int firstPacketBytes(long messageBytes) {
    return (int) Math.min(payloadBytes, messageBytes) + headerBytes;
  }
}
