package io.smartt.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.pipeline.Bits;
import java.math.BigInteger;

/** Bytestrings to values and back (P4Runtime section 8.3), with errors that say where. */
final class Values {
  private Values() {}

  /** A {@code bit<width>} value; any zero-padded form is accepted. */
  static Bits unsigned(Place place, ByteString bytes, int width) {
    requireContent(place, bytes, width);
    BigInteger value = new BigInteger(1, bytes.toByteArray());
    if (value.bitLength() > width) {
      throw Refusal.outOfRange(
          "%s value %s needs %d bits, the %s has %d"
              .formatted(place, hex(value), value.bitLength(), place.kind(), width));
    }
    return new Bits(value, width);
  }

  /** An {@code int<width>} value in two's complement, as the raw bits the data plane holds. */
  static Bits signed(Place place, ByteString bytes, int width) {
    requireContent(place, bytes, width);
    BigInteger value = new BigInteger(bytes.toByteArray());
    if (value.bitLength() >= width) {
      throw Refusal.outOfRange(
          "%s value %s needs %d bits with its sign, the %s has %d"
              .formatted(place, value, value.bitLength() + 1, place.kind(), width));
    }
    return new Bits(value.mod(BigInteger.ONE.shiftLeft(width)), width);
  }

  /** The shortest form of an unsigned value. */
  static ByteString bytes(Bits bits) {
    return P4Bytes.encode(bits.value());
  }

  /** The shortest two's complement form of raw bits that stand for an {@code int<width>}. */
  static ByteString signedBytes(Bits bits) {
    BigInteger value = bits.value();
    boolean negative = bits.width() > 0 && value.testBit(bits.width() - 1);
    BigInteger signed = negative ? value.subtract(BigInteger.ONE.shiftLeft(bits.width())) : value;
    return ByteString.copyFrom(signed.toByteArray());
  }

  /** An SDN port number: up to 32 bits. */
  static int port(Place place, ByteString bytes) {
    return unsigned(place, bytes, Integer.SIZE).value().intValue();
  }

  /** An id for a message: hexadecimal, as P4Info tools print it. */
  static String id(int id) {
    return "0x%08x".formatted(id);
  }

  static String hex(BigInteger value) {
    return "0x" + value.toString(16);
  }

  private static void requireContent(Place place, ByteString bytes, int width) {
    if (width == 0) {
      throw Refusal.unimplemented(
          place + " is translated to strings, which this switch does not do");
    }
    if (bytes.isEmpty()) {
      throw Refusal.outOfRange(place + " value is empty; zero is one zero byte");
    }
  }
}
