package io.smartt.host.transport;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a connection that are not complete: in a queue those with packets that have not
 * left, first come first served or a packet of each alternately; those that became complete, until
 * they are reported.
 */
final class OutgoingMessages {
  private final boolean inTurn;
  private @Nullable OutgoingMessage firstUnsent;
  private @Nullable OutgoingMessage lastUnsent;
  private @Nullable OutgoingMessage firstComplete;
  private @Nullable OutgoingMessage lastComplete;
  private int count;
  private long unsentBytes;
  private long unsentPackets;

  /** Makes an empty queue; {@code inTurn} if messages share the connection packet by packet. */
  OutgoingMessages(boolean inTurn) {
    this.inTurn = inTurn;
  }

  /** Returns whether no message is incomplete or unreported. */
  boolean isEmpty() {
    return count == 0;
  }

  void add(OutgoingMessage message) {
    count++;
    unsentBytes += message.sizeBytes();
    unsentPackets += message.packets();
    enqueue(message);
  }

  /** The message whose packet is to leave next, null if all have left. */
  @Nullable OutgoingMessage unsent() {
    return firstUnsent;
  }

  /** Frame bytes that have not left, if each packet has so many header bytes. */
  long unsentBytes(int headerBytes) {
    return unsentBytes + unsentPackets * headerBytes;
  }

  /** The next packet of {@link #unsent} leaves. */
  void sendPart(OutgoingMessage message) {
    unsentBytes -= message.length(message.unsentPart());
    unsentPackets--;
    message.sendPart();
    boolean allSent = message.isAllSent();
    if (allSent || (inTurn && message.nextUnsent != null)) {
      firstUnsent = message.nextUnsent;
      message.nextUnsent = null;
      if (firstUnsent == null) {
        lastUnsent = null;
      }
      if (!allSent) {
        enqueue(message);
      }
    }
  }

  /**
   * Takes full packets off the message whose packet is to leave next, as if they had arrived. At
   * least one has to be left to send.
   */
  void skip(int packets) {
    OutgoingMessage message = firstUnsent;
    if (message == null || message.unsentPackets() <= packets) {
      throw new IllegalArgumentException(packets + " packets are not there to be skipped");
    }
    message.skip(packets);
    unsentBytes -= (long) packets * message.packetBytes;
    unsentPackets -= packets;
  }

  /** Notes that one more packet of a message arrived. */
  void acknowledgeOne(OutgoingMessage message) {
    if (!message.acknowledgeOne()) {
      return;
    }
    OutgoingMessage last = lastComplete;
    if (last == null) {
      firstComplete = message;
    } else {
      last.nextComplete = message;
    }
    lastComplete = message;
  }

  /** Takes a message that became complete, in the order in which they did; null if none is left. */
  @Nullable OutgoingMessage takeComplete() {
    OutgoingMessage first = firstComplete;
    if (first != null) {
      count--;
      firstComplete = first.nextComplete;
      if (firstComplete == null) {
        lastComplete = null;
      }
    }
    return first;
  }

  /** Hands each message with packets that have not left to an action. */
  void forEachUnsent(Consumer<OutgoingMessage> action) {
    for (OutgoingMessage at = firstUnsent; at != null; at = at.nextUnsent) {
      action.accept(at);
    }
  }

  private void enqueue(OutgoingMessage message) {
    OutgoingMessage last = lastUnsent;
    if (last == null) {
      firstUnsent = message;
    } else {
      last.nextUnsent = message;
    }
    lastUnsent = message;
  }

  /**
   * A message being sent: cut into packets of one size, the last one what is left; how many of them
   * have left and how many are not acknowledged yet.
   */
  static final class OutgoingMessage {
    /** The next message in the queue of messages with packets that have not left. */
    @Nullable OutgoingMessage nextUnsent;

    /** The next message in the queue of complete messages not reported. */
    @Nullable OutgoingMessage nextComplete;

    private final long id;
    private final PayloadSource source;
    private final int packetBytes;
    private final int lastBytes;
    private final long sizeBytes;
    private int packets;
    private int unsentPart;
    private int missing;

    OutgoingMessage(long id, long sizeBytes, PayloadSource source, int packetBytes) {
      this.id = id;
      this.source = source;
      this.packetBytes = packetBytes;
      this.sizeBytes = sizeBytes;
      packets = Math.toIntExact((sizeBytes - 1) / packetBytes + 1);
      lastBytes = (int) (sizeBytes - (packets - 1L) * packetBytes);
      missing = packets;
    }

    long id() {
      return id;
    }

    PayloadSource source() {
      return source;
    }

    int packets() {
      return packets;
    }

    /** Bytes of the message as it was given, with those that were skipped. */
    long sizeBytes() {
      return sizeBytes;
    }

    /** Bytes of the packets that have not arrived, as if each were a full one. */
    long leftBytes() {
      return Math.min(sizeBytes(), (long) missing * packetBytes);
    }

    long offset(int part) {
      return (long) part * packetBytes;
    }

    int length(int part) {
      return part == packets - 1 ? lastBytes : packetBytes;
    }

    boolean isLast(int part) {
      return part == packets - 1;
    }

    /** The packet to leave next for the first time. */
    int unsentPart() {
      return unsentPart;
    }

    void sendPart() {
      unsentPart++;
    }

    /** Packets that have not left. */
    int unsentPackets() {
      return packets - unsentPart;
    }

    /** Packets that have not arrived, as far as is known. */
    int missingPackets() {
      return missing;
    }

    private void skip(int fullPackets) {
      packets -= fullPackets;
      missing -= fullPackets;
    }

    boolean isAllSent() {
      return unsentPart == packets;
    }

    /** Takes note that one more packet arrived. Returns whether that was the last. */
    boolean acknowledgeOne() {
      missing--;
      return missing == 0;
    }
  }
}
