package io.smartt.host.wire;

/** Forms of the semantic sublayer's header in data packets. */
public enum SesForm {
  /** {@link SesSmallRequest}: 20 bytes, no response. */
  SMALL(
      Uet.REQ_SMALL,
      SesSmallRequest.BYTES,
      SesSmallRequest.MESSAGE_IDS,
      SesSmallRequest.MAX_MESSAGE_BYTES),

  /** {@link SesStandardRequest}: 44 bytes, with {@link SesResponse} in acknowledgements. */
  STANDARD(
      Uet.REQ_STANDARD,
      SesStandardRequest.BYTES,
      SesStandardRequest.MESSAGE_IDS,
      SesStandardRequest.MAX_MESSAGE_BYTES);

  private final int nextHeader;
  private final int bytes;
  private final long messageIds;
  private final long maxMessageBytes;

  SesForm(int nextHeader, int bytes, long messageIds, long maxMessageBytes) {
    this.nextHeader = nextHeader;
    this.bytes = bytes;
    this.messageIds = messageIds;
    this.maxMessageBytes = maxMessageBytes;
  }

  /** The form that a PDS header announces; {@link #SMALL} for any that is not known. */
  public static SesForm of(int nextHeader) {
    return nextHeader == Uet.REQ_STANDARD ? STANDARD : SMALL;
  }

  /** The next-header number in the PDS header. */
  public int nextHeader() {
    return nextHeader;
  }

  /** Bytes of the header. */
  public int bytes() {
    return bytes;
  }

  /** Message ids are below this. */
  public long messageIds() {
    return messageIds;
  }

  /** Bytes of a data frame before its payload, with a PDS request of this type. */
  public int dataHeaderBytes(int type) {
    return Uet.PDS_AT + PdsRequest.bytes(type) + bytes;
  }

  /** Bytes of an acknowledgement's frame. */
  public int ackBytes() {
    return Uet.PDS_AT + PdsAck.BYTES + (this == STANDARD ? SesResponse.BYTES : 0);
  }

  /** Messages are at most this long. */
  public long maxMessageBytes() {
    return maxMessageBytes;
  }

  /** Returns whether opcode, version and flags are ones that this transport writes. */
  public boolean isValid(byte[] frame, int at) {
    return this == SMALL
        ? SesSmallRequest.isValid(frame, at)
        : SesStandardRequest.isValid(frame, at);
  }

  /**
   * Bytes of payload in a packet.
   *
   * @param restBytes bytes behind the header, by the UDP length
   * @return another number than {@code restBytes} if the header says so or contradicts itself
   */
  public int payloadBytes(byte[] frame, int at, int restBytes) {
    return this == SMALL
        ? SesSmallRequest.payloadBytes(frame, at)
        : SesStandardRequest.payloadBytes(frame, at, restBytes);
  }

  /**
   * Returns whether {@link #payloadBytes} is the header's own word, not that of the packet's
   * length.
   */
  public boolean tellsPayload(byte[] frame, int at) {
    return this == SMALL || !SesStandardRequest.isFirst(frame, at) || isLast(frame, at);
  }

  /** The sender's id of the message. */
  public long messageId(byte[] frame, int at) {
    return this == SMALL
        ? SesSmallRequest.messageId(frame, at)
        : SesStandardRequest.messageId(frame, at);
  }

  /** The offset of the payload in its message. */
  public long messageOffset(byte[] frame, int at) {
    return this == SMALL
        ? SesSmallRequest.messageOffset(frame, at)
        : SesStandardRequest.messageOffset(frame, at);
  }

  /** Returns whether the message ends with this payload. */
  public boolean isLast(byte[] frame, int at) {
    return this == SMALL ? SesSmallRequest.isLast(frame, at) : SesStandardRequest.isLast(frame, at);
  }
}
