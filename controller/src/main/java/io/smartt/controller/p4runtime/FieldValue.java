package io.smartt.controller.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;
import io.smartt.p4.info.P4Bytes.OutOfRangeException;
import io.smartt.p4.pipeline.Bits;

/**
 * A value as people write it: a number, an IPv4 or IPv6 address, a MAC address, or a name, which is
 * what fields have whose type the switch translates to strings.
 *
 * @param number unsigned; empty for a name
 * @param text as it was written
 */
public record FieldValue(Optional<BigInteger> number, String text) {
  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]+");
  private static final Pattern DECIMAL = Pattern.compile("\\d+");

  /** Returns a number that people wrote so. */
  public FieldValue(BigInteger number, String text) {
    this(Optional.of(number), text);
  }

  /** Returns a name; the switch says which there are. */
  public static FieldValue named(String name) {
    return new FieldValue(Optional.empty(), name);
  }

  /** Returns the value of unsigned 64 bits. */
  public static FieldValue of(long value) {
    String text = Long.toUnsignedString(value);
    return new FieldValue(new BigInteger(text), text);
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
   * Returns the value in the width of a field, or the bits of its text where the field takes a
   * string ({@link EntityCodec}).
   *
   * @param field whose message it is when the value does not fit
   * @param width 0: the field takes a string
   * @throws OutOfRangeException naming field and value
   */
  Bits toBits(String field, int width) {
    if (width == 0) {
      return EntityCodec.bits(ByteString.copyFromUtf8(text), width);
    }
    BigInteger value =
        number.orElseThrow(() ->
            new OutOfRangeException(
                "%s = '%s': takes a number of %d bits, not a name".formatted(field, text, width)));
    if (value.bitLength() > width) {
      throw new OutOfRangeException("%s = %s does not fit bit<%d>".formatted(field, text, width));
    }
    return new Bits(value, width);
  }

  /**
   * Returns bytes of a field as people write that field: addresses as addresses, strings as
   * strings, the rest as numbers.
   *
   * @param width 0: the field takes a string; below 0: it is not known
   */
  static String show(String field, int width, ByteString bytes) {
    if (width == 0) {
      return "'" + bytes.toStringUtf8() + "'";
    }
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
