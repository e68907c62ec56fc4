package io.smartt.controller.stratum;

/**
 * A port and its data queue.
 *
 * @param rateBps of the port's link
 * @param sizeBytes from which a packet is trimmed or dropped
 * @param kminBytes depth up to which RED marks nothing
 * @param kmaxBytes depth from which RED marks everything
 */
public record TofinoQueue(
    TofinoPort port, long rateBps, long sizeBytes, long kminBytes, long kmaxBytes) {
  /** Cells that bytes take. */
  static long cells(long bytes, int cellBytes) {
    return Math.ceilDiv(bytes, (long) cellBytes);
  }
}
