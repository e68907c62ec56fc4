package io.smartt.emulation.standin.asic;

/**
 * A WRED profile of a queue, by its momentary depth when a packet leaves. It marks what is
 * ECN-capable and drops what is not.
 *
 * @param minBytes nothing up to this depth
 * @param maxBytes everything from this depth
 * @param probability just below {@code maxBytes}, to which it rises from 0
 * @param marks whether it marks; else it drops ECN-capable packets as well
 */
public record Wred(long minBytes, long maxBytes, double probability, boolean marks) {
  /**
   * Whether it acts on a packet.
   *
   * @param draw from 0 to 1
   */
  boolean acts(long depthBytes, double draw) {
    if (depthBytes >= maxBytes) {
      return true;
    }
    return depthBytes > minBytes
        && draw * (maxBytes - minBytes) < probability * (depthBytes - minBytes);
  }
}
