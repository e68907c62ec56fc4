package io.smartt.controller.stratum;

/**
 * A port and its data queue.
 *
 * @param speedBps that the port is set to
 * @param rateBps that it is shaped to: less where an experiment is dilated
 * @param sizeBytes from which a packet is trimmed or dropped
 * @param kminBytes depth up to which RED marks nothing
 * @param kmaxBytes depth from which RED marks everything
 * @param pmax probability of a mark just below {@code kmaxBytes}
 */
public record TofinoQueue(
    TofinoPort port,
    long speedBps,
    long rateBps,
    long sizeBytes,
    long kminBytes,
    long kmaxBytes,
    double pmax) {
  /** A queue at a port's whole speed, whose marks reach a probability of one. */
  public TofinoQueue(
      TofinoPort port, long rateBps, long sizeBytes, long kminBytes, long kmaxBytes) {
    this(port, rateBps, rateBps, sizeBytes, kminBytes, kmaxBytes, 1);
  }

  /** Cells that bytes take. */
  static long cells(long bytes, int cellBytes) {
    return Math.ceilDiv(bytes, (long) cellBytes);
  }
}
