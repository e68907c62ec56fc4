package io.smartt.controller.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;
import io.smartt.p4.info.OutOfRangeException;
import io.smartt.p4.pipeline.Bits;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A value as people write it: a number, an IPv4 or IPv6 address, a MAC address.
 *
 * @param number unsigned
 * @param text as it was written
 */
public record FieldValue(BigInteger number, String text) {
  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]+");
  private static final Pattern DECIMAL = Pattern.compile("\\d+");

  /** Returns the value of unsigned 64 bits. */
  public static FieldValue of(long value) {
    String text = Long.toUnsignedString(value);
    return new FieldValue(new BigInteger(text), text);
  }

  /** Returns the value of big-endian bytes. */
  public static FieldValue of(byte[] bytes) {
    BigInteger number = new BigInteger(1, bytes);
    return new FieldValue(number, "0x" + number.toString(16));
  }

  /**
   * A decimal or {@code 0x} number, a dotted IPv4 address, an IPv6 address, or a MAC address with
   * colons.
   *
   * @throws IllegalArgumentException where it is none of these
   */
  public static FieldValue parse(String text) {
    if (DECIMAL.matcher(text).matches()) {
      return new FieldValue(new BigInteger(text), text);
    }
    if (HEX.matcher(text).matches()) {
      return new FieldValue(new BigInteger(text.substring(2), 16), text);
    }
    return Ipv4.find(text)
        .map(Ipv4::toBytes)
        .or(() -> Mac.find(text).map(Mac::toBytes))
        .or(() -> text.contains(":") ? Optional.of(ipv6(text)) : Optional.empty())
        .map(bytes -> new FieldValue(new BigInteger(1, bytes), text))
        .orElseThrow(() -> notAValue(text));
  }

  /**
   * Returns the value in the width of a field.
   *
   * @param field whose message it is when the value does not fit
   * @throws OutOfRangeException naming field and value
   */
  Bits toBits(String field, int width) {
    if (width == 0) {
      throw new OutOfRangeException(field + " takes a string, which is not supported");
    }
    if (number.bitLength() > width) {
      throw new OutOfRangeException("%s = %s does not fit bit<%d>".formatted(field, text, width));
    }
    return new Bits(number, width);
  }

  /**
   * Returns bytes of a field as people write that field: addresses as addresses, the rest as
   * numbers.
   */
  static String show(String field, int width, ByteString bytes) {
    if (bytes.isEmpty()) {
      return "(empty)";
    }
    BigInteger number = new BigInteger(1, bytes.toByteArray());
    String lower = field.toLowerCase(Locale.ROOT);
    if (width == 32 && lower.contains("addr") && number.bitLength() <= 32) {
      return new Ipv4(number.intValue()).toString();
    }
    if (width == 48 && number.bitLength() <= 48) {
      return new Mac(number.longValue()).toString();
    }
    return width > 64 ? "0x" + number.toString(16) : number.toString();
  }

  private static byte[] ipv6(String text) {
    try {
      return Inet6Address.ofLiteral(text).getAddress();
    } catch (IllegalArgumentException e) {
      throw notAValue(text);
    }
  }

  private static IllegalArgumentException notAValue(String text) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is no value: give a number (10, 0x0a), an IPv4 or IPv6 address, or a MAC address"
            + " with colons");
  }
}
