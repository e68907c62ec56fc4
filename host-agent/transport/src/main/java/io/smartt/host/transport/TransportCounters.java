package io.smartt.host.transport;

/** Counts of one connection or of a whole endpoint. Live: values grow while the caller looks. */
public final class TransportCounters {
  long dataFramesSent;
  long retransmissions;
  long timeouts;
  long trimsNotified;
  long lastHopTrimsNotified;
  long acksReceived;
  long marksReceived;
  long dataFramesReceived;
  long trimmedReceived;
  long trimmedDamaged;
  long duplicatesReceived;
  long bytesDelivered;
  long bytesVerified;
  long payloadMismatches;
  int reorderPeakPackets;

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

  /** At the sender: packets that a NACK reported as trimmed. */
  public long trimsNotified() {
    return trimsNotified;
  }

  /** At the sender: those of them that the last switch trimmed and marked so. */
  public long lastHopTrimsNotified() {
    return lastHopTrimsNotified;
  }

  /** At the sender: acknowledgements accepted. */
  public long acksReceived() {
    return acksReceived;
  }

  /** At the sender: those of them that reported a CE mark. */
  public long marksReceived() {
    return marksReceived;
  }

  /** At the receiver: whole data frames accepted, duplicates included. */
  public long dataFramesReceived() {
    return dataFramesReceived;
  }

  /** At the receiver: trimmed data frames. */
  public long trimmedReceived() {
    return trimmedReceived;
  }

  /** At the receiver: trimmed data frames whose IPv4 checksum is wrong, refused ones included. */
  public long trimmedDamaged() {
    return trimmedDamaged;
  }

  /** At the receiver: data frames that had arrived before; acknowledged again, not delivered. */
  public long duplicatesReceived() {
    return duplicatesReceived;
  }

  /** At the receiver: payload bytes placed, each once. */
  public long bytesDelivered() {
    return bytesDelivered;
  }

  /** At the receiver: bytes of messages found complete, each byte covered exactly once. */
  public long bytesVerified() {
    return bytesVerified;
  }

  /** At a receiver that reorders: most packets that a connection kept at one time. */
  public int reorderPeakPackets() {
    return reorderPeakPackets;
  }

  /** At the receiver: payloads that the sink found to differ. */
  public long payloadMismatches() {
    return payloadMismatches;
  }
}
