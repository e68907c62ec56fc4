package io.smartt.host.transport;

/** Counts of one connection or of a whole endpoint. Live: values grow while the caller looks. */
public final class TransportCounters {
  long dataFramesSent;
  long retransmissions;
  long timeouts;
  long trimsNotified;
  long acksReceived;
  long marksReceived;
  long dataFramesReceived;
  long trimmedReceived;
  long trimmedDamaged;
  long duplicatesReceived;
  long bytesDelivered;
  long bytesVerified;
  long payloadMismatches;
  private int reorderPeakPackets;

  TransportCounters() {}

  /** Data frames that left, retransmissions included. */
  public long dataFramesSent() {
    return dataFramesSent;
  }

  /** Data frames that left again. */
  public long retransmissions() {
    return retransmissions;
  }

  /** Packets whose retransmission timer ran out. */
  public long timeouts() {
    return timeouts;
  }

  /** Packets that a NACK reported to the sender as trimmed. */
  public long trimsNotified() {
    return trimsNotified;
  }

  /** Acknowledgements that the sender accepted. */
  public long acksReceived() {
    return acksReceived;
  }

  /** Acknowledgements among {@link #acksReceived()} that reported a CE mark. */
  public long marksReceived() {
    return marksReceived;
  }

  /** Whole data frames that the receiver accepted, duplicates included. */
  public long dataFramesReceived() {
    return dataFramesReceived;
  }

  /** Trimmed data frames that the receiver got. */
  public long trimmedReceived() {
    return trimmedReceived;
  }

  /** Trimmed data frames at the receiver whose IPv4 checksum is wrong, refused ones included. */
  public long trimmedDamaged() {
    return trimmedDamaged;
  }

  /** Data frames that had arrived at the receiver before; acknowledged again, not delivered. */
  public long duplicatesReceived() {
    return duplicatesReceived;
  }

  /** Payload bytes that the receiver placed, each once. */
  public long bytesDelivered() {
    return bytesDelivered;
  }

  /** Bytes of messages that the receiver found complete, each byte covered exactly once. */
  public long bytesVerified() {
    return bytesVerified;
  }

  /** Counts what a connection keeps now. */
  void keptOutOfOrder(int packets) {
    reorderPeakPackets = Math.max(reorderPeakPackets, packets);
  }

  /** The most packets that a connection kept at one time, at a receiver that reorders. */
  public int reorderPeakPackets() {
    return reorderPeakPackets;
  }

  /** Payloads that the receiver's sink found to differ. */
  public long payloadMismatches() {
    return payloadMismatches;
  }

  /** The reason why an endpoint refused a frame. */
  public enum DropReason {
    /**
     * The frame is not Ethernet with IPv4, UDP to port 4793 and a UET header, or is cut short
     * inside them.
     */
    MALFORMED,
    /** A UET packet of a type, version or operation that this transport does not have. */
    UNSUPPORTED,
    /** The IPv4 header checksum, or a UDP checksum other than 0, is wrong. */
    BAD_CHECKSUM,
    /** Another host's address. */
    NOT_FOR_THIS_HOST,
    /** A connection that this endpoint does not have with that host. */
    UNKNOWN_CONNECTION,
    /** A connection that has been closed: a late packet. */
    CLOSED_CONNECTION,
    /** A packet number outside the window: forged, or from long ago. */
    OUTSIDE_WINDOW,
    /** Message, offset and length contradict earlier packets or the frame's own length. */
    INCONSISTENT,
    /** A message longer than {@link TransportSettings#maxMessageBytes}. */
    TOO_LONG,
    /** No connection to spare, or the {@link PayloadSink} has no room for the message now. */
    NO_ROOM
  }
}
