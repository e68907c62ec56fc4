package io.smartt.controller.p4runtime;

import org.p4.v1.Uint128;

/**
 * A controller's bid: the highest that a switch has seen is the primary (P4Runtime 5). An unsigned
 * 128-bit integer.
 */
public record ElectionId(long high, long low) {
  /** A small one. */
  public static ElectionId of(long low) {
    return new ElectionId(0, low);
  }

  static ElectionId of(Uint128 message) {
    return new ElectionId(message.getHigh(), message.getLow());
  }

  Uint128 toMessage() {
    return Uint128.newBuilder().setHigh(high).setLow(low).build();
  }

  @Override
  public String toString() {
    return high == 0
        ? Long.toUnsignedString(low)
        : Long.toUnsignedString(high) + ":" + Long.toUnsignedString(low);
  }
}
