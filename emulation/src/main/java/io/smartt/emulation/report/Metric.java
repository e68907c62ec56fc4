package io.smartt.emulation.report;

/** What is sampled over time, with its unit and what a thinned-out series must keep. */
public enum Metric {
  /** Congestion window of a flow, bytes. */
  CWND("cwnd_bytes", Keep.LAST),
  /** Round-trip time that an ACK of a flow measured, picoseconds (microseconds in the CSV). */
  RTT("rtt_us", Keep.LARGEST),
  /** Depth of a switch port's queue, bytes. */
  QUEUE_DEPTH("queue_bytes", Keep.LARGEST);

  enum Keep {
    LAST,
    LARGEST
  }

  private final String csvName;
  private final Keep keep;

  Metric(String csvName, Keep keep) {
    this.csvName = csvName;
    this.keep = keep;
  }

  /** Name and unit as {@code samples.csv} has them. */
  public String csvName() {
    return csvName;
  }

  Keep keep() {
    return keep;
  }
}
