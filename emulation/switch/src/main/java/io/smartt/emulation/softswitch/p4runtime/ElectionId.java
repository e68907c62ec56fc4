package io.smartt.emulation.softswitch.p4runtime;

import java.math.BigInteger;
import org.p4.v1.Uint128;

/** An election id: 128 bits, unsigned (P4Runtime section 5). */
record ElectionId(long high, long low) implements Comparable<ElectionId> {
  static ElectionId of(Uint128 message) {
    return new ElectionId(message.getHigh(), message.getLow());
  }

  Uint128 toMessage() {
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
