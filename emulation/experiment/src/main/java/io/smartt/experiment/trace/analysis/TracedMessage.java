package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.experiment.report.Distribution;

/** One message of a connection, that is one flow of a workload, as its packets tell it. */
public final class TracedMessage {
  private static final long NOT_YET = -1;

  private final long id;
  private final long startPs;
  private long sizeBytes = NOT_YET;
  private long highestByte;
  private long acknowledgedBytes;
  private long finishPs = NOT_YET;
  private long packets;
  private long retransmissions;
  private long timeouts;
  private long trims;
  private long marks;
  private long[] rttsPs = new long[16];
  private int rtts;

  TracedMessage(long id, long startPs) {
    this.id = id;
    this.startPs = startPs;
  }

  /** The sender's id of it. */
  public long id() {
    return id;
  }

  /** Returns when its first packet left, picoseconds since the first packet of the trace. */
  public long startPs() {
    return startPs;
  }

  /** Payload, as far as it was seen: all of it where {@link #isWhole}. */
  public long bytes() {
    return sizeBytes == NOT_YET ? highestByte : sizeBytes;
  }

  /** Returns whether the packet that ends it was seen. */
  public boolean isWhole() {
    return sizeBytes != NOT_YET;
  }

  /** Returns when the acknowledgement of its last missing byte came; empty if it did not. */
  public OptionalLong finishPs() {
    return finishPs == NOT_YET ? OptionalLong.empty() : OptionalLong.of(finishPs);
  }

  /** Returns the time from its first packet to the acknowledgement of its last missing byte. */
  public OptionalLong completionPs() {
    return finishPs == NOT_YET ? OptionalLong.empty() : OptionalLong.of(finishPs - startPs);
  }

  /** Data packets sent, retransmissions among them. */
  public long packets() {
    return packets;
  }

  /** Data packets sent again. */
  public long retransmissions() {
    return retransmissions;
  }

  /** Packets sent again although nothing had refused them. */
  public long timeouts() {
    return timeouts;
  }

  /** NACKs for trimmed packets. */
  public long trims() {
    return trims;
  }

  /** Acknowledgements with a mark. */
  public long marks() {
    return marks;
  }

  /** Round-trip times measured, in picoseconds, in the order of the acknowledgements. */
  public long[] rttsPs() {
    return Arrays.copyOf(rttsPs, rtts);
  }

  /** A percentile of the round-trip times in microseconds; empty if none was measured. */
  public OptionalDouble rttUs(double p) {
    if (rtts == 0) {
      return OptionalDouble.empty();
    }
    double[] sorted = Arrays.stream(rttsPs, 0, rtts).sorted().mapToDouble(ps -> ps / 1e6).toArray();
    return OptionalDouble.of(Distribution.percentile(sorted, p));
  }

  void sent(long offset, int payloadBytes, boolean last, boolean again) {
    packets++;
    retransmissions += again ? 1 : 0;
    highestByte = Math.max(highestByte, offset + payloadBytes);
    if (last) {
      sizeBytes = offset + payloadBytes;
    }
  }

  void acknowledged(long timePs, int payloadBytes) {
    acknowledgedBytes += payloadBytes;
    if (finishPs == NOT_YET && isWhole() && acknowledgedBytes >= sizeBytes) {
      finishPs = timePs;
    }
  }

  void rtt(long ps) {
    if (rtts == rttsPs.length) {
      rttsPs = Arrays.copyOf(rttsPs, 2 * rtts);
    }
    rttsPs[rtts++] = ps;
  }

  void marked() {
    marks++;
  }

  void trimmed() {
    trims++;
  }

  void timedOut() {
    timeouts++;
  }
}
