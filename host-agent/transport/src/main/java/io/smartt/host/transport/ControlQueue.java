package io.smartt.host.transport;

import module java.base;

import io.smartt.host.transport.SendWindow.LongRing;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/** Acknowledgements and NACKs waiting to leave, oldest first. Allocates only when it grows. */
final class ControlQueue {
  private static final int NACK_FLAGS = Uet.FLAG_MARKED | Uet.FLAG_RETX;
  private static final int ACK_FLAGS = NACK_FLAGS | Uet.FLAG_PROBE;

  private static final byte[] NONE = {};
  private static final long NEVER = Long.MIN_VALUE;
  private static final int SLOT = 1 + SignalBlock.MAX_BYTES;

  /** A mark in place of flags: no acknowledgement, but how much credit has been granted. */
  private static final int CREDIT = 1;

  private @Nullable AnswerTo[] to = new AnswerTo[8];
  private final LongRing sequences = new LongRing();
  private final LongRing facts = new LongRing();
  private final LongRing responses = new LongRing();
  private final LongRing arrivals = new LongRing();

  /** The arrival of the latest frame; never where acknowledgements say nothing of that. */
  private long arrivedPs = NEVER;

  /**
   * Signals that acknowledgements send back, {@link #SLOT} bytes for each of {@link #to}: one more
   * than their length, 0 for none, and they. Empty until the first.
   */
  private byte[] signals = NONE;

  private int head;

  /** Notes when the frame came to this host that is answered next. Before the first, or never. */
  void arrived(long atPs) {
    arrivedPs = atPs;
  }

  int size() {
    return sequences.size();
  }

  void acknowledge(ReceiveConnection connection, long sequence, int entropy, int flags) {
    acknowledge(connection, sequence, entropy, flags, FrameWriter.NO_RESPONSE);
  }

  /**
   * Queues an acknowledgement with what it says of a message, as {@link FrameWriter#response} has
   * it.
   */
  void acknowledge(
      ReceiveConnection connection, long sequence, int entropy, int flags, long response) {
    add(connection, sequence, entropy, flags & ACK_FLAGS, 0, response);
  }

  /** Adds signals of a frame to the acknowledgement that was queued last. */
  void sendBack(byte[] frame, int at, int length) {
    if (signals.length == 0) {
      signals = new byte[to.length * SLOT];
    }
    int slot = SLOT * ((head + size() - 1) & (to.length - 1));
    signals[slot] = (byte) (length + 1);
    System.arraycopy(frame, at, signals, slot + 1, length);
  }

  /** Says again how much credit a connection has been granted. */
  void credit(ReceiveConnection connection) {
    add(connection, 0, 0, CREDIT, 0, FrameWriter.NO_RESPONSE);
  }

  void refuse(AnswerTo sender, long sequence, int entropy, int flags, int code) {
    add(sender, sequence, entropy, flags & NACK_FLAGS, code, FrameWriter.NO_RESPONSE);
  }

  /** Writes the oldest; false if there is none. What it acknowledges is as of now. */
  boolean poll(long nowPs, OutgoingFrame out, FrameWriter writer) {
    if (sequences.isEmpty()) {
      return false;
    }
    AnswerTo sender = Objects.requireNonNull(to[head]);
    to[head] = null;
    int slot = SLOT * head;
    head = (head + 1) & (to.length - 1);
    long sequence = sequences.removeFirst();
    long packed = facts.removeFirst();
    long response = responses.removeFirst();
    long took = arrivals.isEmpty() ? 0 : nowPs - arrivals.removeFirst();
    int entropy = (int) (packed >>> 16) & 0xffff;
    int flags = (int) packed & 0xff;
    int code = (int) (packed >>> 8) & 0xff;
    if (flags == CREDIT && sender instanceof ReceiveConnection connection) {
      writer.credit(out, connection);
    } else if (code == 0 && sender instanceof ReceiveConnection connection) {
      writer.ack(out, connection, sequence, entropy, flags, response, signals, slot, took);
      if (signals.length > 0) {
        signals[slot] = 0;
      }
    } else {
      long end = sender instanceof ReceiveConnection connection ? connection.window().end() : 0;
      writer.nack(out, sender, sequence, entropy, flags, code, end);
    }
    return true;
  }

  private void add(
      AnswerTo sender, long sequence, int entropy, int flags, int code, long response) {
    int size = sequences.size();
    if (size == to.length) {
      @Nullable AnswerTo[] larger = Arrays.copyOf(to, 2 * size);
      byte[] largerSignals = signals.length == 0 ? NONE : new byte[2 * signals.length];
      for (int i = 0; i < size; i++) {
        int from = (head + i) & (size - 1);
        larger[i] = to[from];
        if (signals.length > 0) {
          System.arraycopy(signals, from * SLOT, largerSignals, i * SLOT, SLOT);
        }
      }
      to = larger;
      signals = largerSignals;
      head = 0;
    }
    to[(head + size) & (to.length - 1)] = sender;
    sequences.add(sequence);
    responses.add(response);
    if (arrivedPs != NEVER) {
      arrivals.add(arrivedPs);
    }
    facts.add(((long) entropy << 16) | ((long) code << 8) | flags);
  }

  /** The receiver and connection of an acknowledgement or NACK. */
  abstract static class AnswerTo {
    private final int id;
    private final int remoteId;
    private final OuterHeaders headers;

    AnswerTo(int id, int remoteId, OuterHeaders headers) {
      this.id = id;
      this.remoteId = remoteId;
      this.headers = headers;
    }

    /** This host's number of the connection. */
    int id() {
      return id;
    }

    /** The other host's number of the connection. */
    int remoteId() {
      return remoteId;
    }

    /** Headers of answers. */
    OuterHeaders headers() {
      return headers;
    }

    /** The sender of a packet of a connection that this host does not have. */
    static final class Stranger extends AnswerTo {
      Stranger(int id, int remoteId, OuterHeaders headers) {
        super(id, remoteId, headers);
      }
    }
  }
}
