package io.smartt.experiment.report;

/**
 * The metrics that are recorded over time, with their unit in {@code samples.csv} and what a bin of
 * them holds.
 */
public enum Metric {
  /** Congestion window of a flow, bytes; a level that holds until it changes. */
  CWND("cwnd", "bytes", 1, Kind.LEVEL),
  /** Round-trip time that an ACK of a flow measured, picoseconds (microseconds in the CSV). */
  RTT("rtt", "us", 6, Kind.MEASUREMENT),
  /** Payload bytes of a flow that ACKs newly covered; a rate in the CSV. */
  GOODPUT("goodput", "bps", 0, Kind.AMOUNT),
  /** Bytes of a flow that were sent and not yet answered; a level that holds until it changes. */
  IN_FLIGHT("inflight", "bytes", 1, Kind.LEVEL),
  /** Entropies that a flow's load balancer would use again; a level that holds until it changes. */
  ENTROPIES("entropies", "entropies", 1, Kind.LEVEL),
  /** Entropies that a flow's load balancer keeps out of use; a level that holds likewise. */
  AVOIDED("avoided", "entropies", 1, Kind.LEVEL),
  /** Depth of a queue of a switch port, bytes; a level that is 0 before it first changes. */
  QUEUE_DEPTH("queue", "bytes", 1, Kind.LEVEL),
  /** Data packets that a switch port cut to their headers; a rate in the CSV. */
  TRIMS("trims", "packets/s", 3, Kind.AMOUNT),
  /** Packets that a switch port marked CE as they left; a rate in the CSV. */
  MARKS("marks", "packets/s", 3, Kind.AMOUNT),
  /** Packets that found no room at a switch port; a rate in the CSV. */
  DROPS("drops", "packets/s", 3, Kind.AMOUNT),
  /** Time that one direction of a link spent sending, picoseconds; a share in the CSV. */
  UTILISATION("utilisation", "share", 6, Kind.AMOUNT);

  /** The kinds of value that a bin holds. */
  enum Kind {
    /** A value that holds until the next: least, largest, and mean by time. */
    LEVEL,
    /** Values that stand for an instant: least, largest, and mean by number. */
    MEASUREMENT,
    /** An amount that adds up: the sum over the width of the bin. */
    AMOUNT
  }

  private static final double PS_PER_SECOND = 1e12;
  private static final double PS_PER_US = 1e6;
  private static final double BITS_PER_BYTE = 8;

  private final String csvName;
  private final String unit;
  private final int decimals;
  private final Kind kind;

  Metric(String csvName, String unit, int decimals, Kind kind) {
    this.csvName = csvName;
    this.unit = unit;
    this.decimals = decimals;
    this.kind = kind;
  }

  /** Name as {@code samples.csv} has it. */
  public String csvName() {
    return csvName;
  }

  /** Unit of its values in {@code samples.csv}. */
  public String unit() {
    return unit;
  }

  /** Decimals of its values in {@code samples.csv}. */
  int decimals() {
    return decimals;
  }

  /** Returns whether its bins have a least and a largest value as well as the mean. */
  public boolean hasRange() {
    return kind != Kind.AMOUNT;
  }

  Kind kind() {
    return kind;
  }

  /** Returns whether it is 0 before it is first recorded. */
  boolean startsAtZero() {
    return this == QUEUE_DEPTH;
  }

  /**
   * Converts a value of a bin to the unit of {@code samples.csv}.
   *
   * @param value as recorded; of an amount, the sum over the bin by its width in picoseconds
   */
  double inUnit(double value) {
    return switch (this) {
      case CWND, IN_FLIGHT, ENTROPIES, AVOIDED, QUEUE_DEPTH, UTILISATION -> value;
      case RTT -> value / PS_PER_US;
      case GOODPUT -> value * BITS_PER_BYTE * PS_PER_SECOND;
      case TRIMS, MARKS, DROPS -> value * PS_PER_SECOND;
    };
  }
}
