package io.smartt.controller.address;

import module java.base;

/**
 * A MAC address. Paths that handle each packet keep the bits as a {@code long}; this type is for
 * configuration, messages and errors.
 *
 * @param bits the six bytes as a big-endian integer, in the low 48 bits
 */
public record Mac(long bits) {
  /** Length of an address in bytes. */
  public static final int BYTES = 6;

  private static final int WIDTH = 48;
  private static final int NIBBLE = 4;
  private static final int HEX = 16;
  private static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2}){5}");
  private static final Pattern COLON = Pattern.compile(":");

  /**
   * Checks the width.
   *
   * @throws IllegalArgumentException if the bits do not fit 48
   */
  public Mac {
    if (bits >>> WIDTH != 0) {
      throw new IllegalArgumentException("a MAC address has 48 bits: 0x%x".formatted(bits));
    }
  }

  /**
   * Parses six hexadecimal numbers with colons.
   *
   * @throws IllegalArgumentException naming the text that is no MAC address
   */
  public static Mac parse(String text) {
    return find(text)
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no MAC address"));
  }

  /** Parses six hexadecimal numbers with colons; empty for any other text. */
  public static Optional<Mac> find(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    long bits = 0;
    for (String part : COLON.split(text, -1)) {
      bits = bits << Byte.SIZE | Integer.parseInt(part, HEX);
    }
    return Optional.of(new Mac(bits));
  }

  /** Returns the six bytes in network order. */
  public byte[] toBytes() {
    byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
    return Arrays.copyOfRange(all, Long.BYTES - BYTES, Long.BYTES);
  }

  /** Returns six pairs of lower-case hexadecimal digits with colons. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(17);
    for (int shift = WIDTH - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      text.append(Character.forDigit((int) (bits >>> (shift + NIBBLE)) & 15, HEX))
          .append(Character.forDigit((int) (bits >>> shift) & 15, HEX))
          .append(shift > 0 ? ":" : "");
    }
    return text.toString();
  }
}
