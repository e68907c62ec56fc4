package io.smartt.p4.info;

import com.google.protobuf.ByteString;
import java.math.BigInteger;

/**
 * P4Runtime bytestrings (section 8.3): big-endian, written in the shortest form that holds the
 * value (zero is one zero byte), read in any zero-padded form.
 */
public final class P4Bytes {
  private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

  private P4Bytes() {}

  /** The shortest form of an unsigned value. */
  public static ByteString encode(BigInteger value) {
    if (value.signum() < 0) {
      throw new OutOfRangeException(value + " is negative");
    }
    return canonical(ByteString.copyFrom(value.toByteArray()));
  }

  /** The shortest form of a value taken as unsigned 64 bits. */
  public static ByteString encode(long value) {
    int length = Math.max(1, (71 - Long.numberOfLeadingZeros(value)) / 8);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (value >>> (8 * (length - 1 - i)));
    }
    return ByteString.copyFrom(bytes);
  }

  /** The shortest form of a value that must fit {@code bit<width>}. */
  public static ByteString encode(BigInteger value, int width) {
    requireFits(value, width);
    return encode(value);
  }

  /** Drops leading zero bytes; an empty string stays empty. */
  public static ByteString canonical(ByteString bytes) {
    int start = 0;
    while (start < bytes.size() && bytes.byteAt(start) == 0) {
      start++;
    }
    if (start == 0) {
      return bytes;
    }
    return start == bytes.size() ? ZERO : bytes.substring(start);
  }

  /**
   * A {@code bit<width>} value.
   *
   * @throws OutOfRangeException where it is empty or needs more bits
   */
  public static BigInteger decode(ByteString bytes, int width) {
    requireNotEmpty(bytes, width);
    BigInteger value = new BigInteger(1, bytes.toByteArray());
    requireFits(value, width);
    return value;
  }

  /** The shortest two's complement form of an {@code int<width>} value (in P4Data only). */
  public static ByteString encodeSigned(BigInteger value, int width) {
    requireFitsSigned(value, width);
    return ByteString.copyFrom(value.toByteArray());
  }

  /**
   * An {@code int<width>} value in two's complement.
   *
   * @throws OutOfRangeException where it is empty or needs more bits
   */
  public static BigInteger decodeSigned(ByteString bytes, int width) {
    requireNotEmpty(bytes, width);
    BigInteger value = new BigInteger(bytes.toByteArray());
    requireFitsSigned(value, width);
    return value;
  }

  private static void requireNotEmpty(ByteString bytes, int width) {
    if (bytes.isEmpty()) {
      throw new OutOfRangeException("an empty bytestring is no bit<" + width + ">");
    }
  }

  private static void requireFits(BigInteger value, int width) {
    if (value.signum() < 0 || value.bitLength() > width) {
      throw new OutOfRangeException(value + " does not fit bit<" + width + ">");
    }
  }

  private static void requireFitsSigned(BigInteger value, int width) {
    if (value.bitLength() >= width) {
      throw new OutOfRangeException(value + " does not fit int<" + width + ">");
    }
  }

  /** A value that the field's width cannot hold; P4Runtime answers it with OUT_OF_RANGE. */
  public static final class OutOfRangeException extends RuntimeException {
    /** An exception with the message for the user. */
    public OutOfRangeException(String message) {
      super(message);
    }
  }
}
