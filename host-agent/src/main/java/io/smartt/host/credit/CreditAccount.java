package io.smartt.host.credit;

import org.jspecify.annotations.Nullable;

/**
 * What a receiver owes one connection: the total that its sender wants granted, raised by each
 * trimmed packet, which the sender will have to pay for again, and the total granted. Both count
 * frame bytes since the connection began.
 */
public class CreditAccount {
  /** After it in the pull queue. */
  @Nullable CreditAccount next;

  /** In the pull queue. */
  boolean queued;

  private long grantedBytes;
  private long wantedBytes;

  /** Granted so far, in bytes; whole units. */
  public long grantedBytes() {
    return grantedBytes;
  }

  /** Wanted and not granted, in bytes. */
  public long demandBytes() {
    return wantedBytes - grantedBytes;
  }

  /**
   * A frame says what its sender wants in total. A lower total than known is an older one.
   *
   * @param wire as in {@link CreditUnits}
   */
  public void want(int wire) {
    wantedBytes = Math.max(wantedBytes, CreditUnits.fromWire(wire, grantedBytes));
  }

  /**
   * A packet arrived trimmed. Its sender spent credit on it and will have to again; that it need
   * not ask for it first is what makes recovery take one round trip.
   */
  public void trimmed(int frameBytes) {
    wantedBytes = Math.max(wantedBytes, grantedBytes) + CreditUnits.roundUp(frameBytes);
  }

  /** Wants nothing any more. */
  public void cancel() {
    wantedBytes = grantedBytes;
  }

  /** Grants up to so many bytes of what is wanted. Returns how many that was. */
  long grant(long bytes) {
    long granted = CreditUnits.roundUp(Math.min(bytes, demandBytes()));
    grantedBytes += granted;
    return granted;
  }
}
