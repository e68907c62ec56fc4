package io.smartt.controller.address;

import module java.base;

/**
 * An IPv4 address. Paths that handle each packet keep the bits as an {@code int}; this type is for
 * configuration, messages and errors. The natural order is that of unsigned numbers.
 *
 * @param bits the four bytes as a big-endian integer
 */
public record Ipv4(int bits) implements Comparable<Ipv4> {
  /** Length of an address in bytes. */
  public static final int BYTES = 4;

  private static final int MAX_BYTE = 255;
  private static final Pattern FORM = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern DOT = Pattern.compile("\\.");

  /**
   * Parses four decimal numbers with dots.
   *
   * @throws IllegalArgumentException naming the text that is no IPv4 address
   */
  public static Ipv4 parse(String text) {
    return find(text)
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no IPv4 address"));
  }

  /** Parses four decimal numbers with dots; empty for any other text. */
  public static Optional<Ipv4> find(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    int bits = 0;
    for (String part : DOT.split(text, -1)) {
      int value = Integer.parseInt(part);
      if (value > MAX_BYTE) {
        return Optional.empty();
      }
      bits = bits << Byte.SIZE | value;
    }
    return Optional.of(new Ipv4(bits));
  }

  /** Returns the four bytes in network order. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putInt(bits).array();
  }

  /** Returns the address as an unsigned number. */
  public long toLong() {
    return Integer.toUnsignedLong(bits);
  }

  /** Returns the address that follows this one at a distance; it wraps at 2^32. */
  public Ipv4 plus(int distance) {
    return new Ipv4(bits + distance);
  }

  @Override
  public int compareTo(Ipv4 other) {
    return Integer.compareUnsigned(bits, other.bits);
  }

  /** Returns four decimal numbers with dots. */
  @Override
  public String toString() {
    return (bits >>> 24)
        + "."
        + (bits >>> 16 & MAX_BYTE)
        + "."
        + (bits >>> 8 & MAX_BYTE)
        + "."
        + (bits & MAX_BYTE);
  }
}
