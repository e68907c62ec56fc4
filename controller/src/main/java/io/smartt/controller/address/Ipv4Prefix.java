package io.smartt.controller.address;

import module java.base;

/**
 * An IPv4 prefix, such as 10.0.0.0/8.
 *
 * @param network the first address; all bits after the prefix are zero
 * @param length in bits, 0 to 32
 */
public record Ipv4Prefix(Ipv4 network, int length) {
  private static final Pattern FORM = Pattern.compile("[\\d.]+/\\d{1,2}");

  /**
   * Checks that the network starts the prefix.
   *
   * @throws IllegalArgumentException naming the address or the length that is wrong
   */
  public Ipv4Prefix {
    requireLength(length);
    if ((network.bits() & ~mask(length)) != 0) {
      throw new IllegalArgumentException(
          "%s/%d: bits after the prefix are set".formatted(network, length));
    }
  }

  public static Ipv4Prefix containing(Ipv4 address, int length) {
    requireLength(length);
    return new Ipv4Prefix(new Ipv4(address.bits() & mask(length)), length);
  }

  /**
   * Parses an address and a length with a slash between them. Bits after the prefix are cleared.
   *
   * @throws IllegalArgumentException naming the text that is no IPv4 prefix
   */
  public static Ipv4Prefix parse(String text) {
    return find(text)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "'" + text + "' is no IPv4 prefix: write ADDRESS/LENGTH, such as 10.0.0.0/8"));
  }

  /** Parses an address and a length with a slash between them; empty for any other text. */
  public static Optional<Ipv4Prefix> find(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    int slash = text.indexOf('/');
    int length = Integer.parseInt(text.substring(slash + 1));
    return Ipv4.find(text.substring(0, slash))
        .filter(address -> length <= Integer.SIZE)
        .map(address -> containing(address, length));
  }

  /** Returns the bits of an address that a prefix of this length names; length 0 to 32. */
  public static int mask(int length) {
    return length == 0 ? 0 : -1 << (Integer.SIZE - length);
  }

  /** Returns how many addresses the prefix holds. */
  public long size() {
    return 1L << (Integer.SIZE - length);
  }

  /** Returns whether an address is in the prefix. */
  public boolean contains(Ipv4 address) {
    return (address.bits() & mask(length)) == network.bits();
  }

  /** Returns the network and the length, such as 10.0.0.0/8. */
  @Override
  public String toString() {
    return network + "/" + length;
  }

  private static void requireLength(int length) {
    if (length < 0 || length > Integer.SIZE) {
      throw new IllegalArgumentException("a prefix of " + length + " bits: want 0 to 32");
    }
  }
}
