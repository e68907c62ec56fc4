package io.smartt.controller.p4runtime;

import java.math.BigInteger;
import org.p4.v1.Uint128;

/**
 * A controller's bid: the highest that a switch has seen is the primary (P4Runtime 5). An unsigned
 * 128-bit integer.
 */
public record ElectionId(long high, long low) implements Comparable<ElectionId> {
  /** A small one. */
  public static ElectionId of(long low) {
    return new ElectionId(0, low);
  }

  /** The one that a message has. */
  public static ElectionId of(Uint128 message) {
    return new ElectionId(message.getHigh(), message.getLow());
  }

  /** The id as messages have it. */
  public Uint128 toMessage() {
    return Uint128.newBuilder().setHigh(high).setLow(low).build();
  }

  @Override
  public int compareTo(ElectionId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public String toString() {
    return new BigInteger(Long.toUnsignedString(high))
        .shiftLeft(64)
        .or(new BigInteger(Long.toUnsignedString(low)))
        .toString();
  }
}
