package io.smartt.emulation.report;

/** Packets and their bytes on the wire (without preamble, gap and FCS). */
public record Tally(long packets, long bytes) {
  /** Nothing counted. */
  public static final Tally ZERO = new Tally(0, 0);

  /** The sum of two tallies. */
  public Tally plus(Tally other) {
    return new Tally(packets + other.packets, bytes + other.bytes);
  }
}
