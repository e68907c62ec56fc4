package io.smartt.host.credit;

import org.jspecify.annotations.Nullable;

/**
 * The credit that a receiver owes one connection: the total that its sender wants granted, raised
 * by each trimmed packet, which the sender will have to pay for again, and the total granted. Both
 * count frame bytes since the connection began.
 */
public class CreditAccount {
  /** The unit in which frames carry credit. */
  public static final int UNIT_BYTES = 256;

  private static final int BITS = 24;
  private static final int SPARE = Integer.SIZE - BITS;

  /** The next account among its sender's. */
  @Nullable CreditAccount next;

  /** Waits for its turn. */
  boolean queued;

  /** True while it is among those that are granted credit unasked. */
  boolean idle;

  private final CreditSender sender;
  private long grantedBytes;
  private long wantedBytes;
  private long mostAheadBytes;
  private boolean cancelled;

  /** An account of a connection from this host. */
  public CreditAccount(CreditSender sender) {
    this.sender = sender;
  }

  CreditSender sender() {
    return sender;
  }

  /**
   * Granted so far, in bytes. A frame says it in whole units, up to one more, which do not add up.
   */
  public long grantedBytes() {
    return grantedBytes;
  }

  /** Wanted and not granted, in bytes; below 0 is what was granted unasked. */
  public long demandBytes() {
    return wantedBytes - grantedBytes;
  }

  /**
   * A frame says what its sender wants in total. A lower total than known is an older one.
   *
   * @param wire as in {@link #toWire}
   */
  public void want(int wire) {
    cancelled = false;
    wantedBytes = Math.max(wantedBytes, fromWire(wire, grantedBytes));
    mostAheadBytes = Math.max(mostAheadBytes, demandBytes());
  }

  /**
   * A packet arrived trimmed. Its sender spent credit on it and will have to again; that it need
   * not ask for it first is what makes recovery take one round trip; what it was granted unasked
   * pays first. No checksum covers what is left of it, so that what it says it wants counts only if
   * whole frames have wanted as much.
   *
   * @param wire as in {@link #toWire}
   */
  public void trimmed(int wire, int frameBytes) {
    long wanted = fromWire(wire, grantedBytes);
    if (wanted - grantedBytes <= mostAheadBytes) {
      wantedBytes = Math.max(wantedBytes, wanted);
    }
    wantedBytes += frameBytes;
  }

  /** Wants nothing any more. */
  public void cancel() {
    wantedBytes = grantedBytes;
    cancelled = true;
  }

  /** Returns whether it may be granted credit unasked, of which it has less than so many bytes. */
  boolean takesUnasked(long mostBytes) {
    return !cancelled && demandBytes() <= 0 && -demandBytes() < mostBytes;
  }

  /** Grants so many bytes, wanted or not. */
  void grantUnasked(long bytes) {
    grantedBytes += bytes;
  }

  /** Grants up to so many bytes of what is wanted. Returns how many that was. */
  long grant(long bytes) {
    long granted = Math.clamp(demandBytes(), 0, bytes);
    grantedBytes += granted;
    return granted;
  }

  /**
   * A total, rounded up to a unit, as a frame carries it: since the connection began, in units of
   * 256 bytes, of which it has the low 24 bits. Totals compare by their distance, so that they may
   * wrap around.
   */
  public static int toWire(long totalBytes) {
    return (int) Math.ceilDiv(totalBytes, UNIT_BYTES) & ((1 << BITS) - 1);
  }

  /** The total nearest to a known one that a frame means; whole units. */
  public static long fromWire(int wire, long nearBytes) {
    long near = nearBytes / UNIT_BYTES;
    int distance = ((wire - (int) near) << SPARE) >> SPARE;
    return (near + distance) * UNIT_BYTES;
  }

  /** A host that connections come from: those of them that want credit, first in, first out. */
  public static final class CreditSender {
    /** True while the sender is in the pull queue. */
    boolean queued;

    private @Nullable CreditAccount head;
    private @Nullable CreditAccount tail;

    boolean isEmpty() {
      return head == null;
    }

    /** The one whose turn it is; null if none wants credit. */
    @Nullable CreditAccount first() {
      return head;
    }

    void add(CreditAccount account) {
      account.queued = true;
      account.next = null;
      if (tail == null) {
        head = account;
      } else {
        tail.next = account;
      }
      tail = account;
    }

    /** Takes the first; null if there is none. */
    @Nullable CreditAccount poll() {
      CreditAccount first = head;
      if (first != null) {
        head = first.next;
        if (head == null) {
          tail = null;
        }
        first.next = null;
        first.queued = false;
      }
      return first;
    }
  }
}
