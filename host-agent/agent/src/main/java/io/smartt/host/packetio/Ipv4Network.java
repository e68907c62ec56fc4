package io.smartt.host.packetio;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * IPv4 addresses with a prefix in common.
 *
 * @param prefixBits 0 to 32
 */
record Ipv4Network(int address, int prefixBits) {
  private static final Pattern CIDR =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})/(\\d{1,2})");
  private static final int BYTES = 4;

  /**
   * Reads {@code 10.0.0.0/29}.
   *
   * @param asked what the user wrote, for the message
   * @throws PacketIoException if it is nothing of the kind
   */
  static Ipv4Network parse(String text, String asked) {
    Matcher matcher = CIDR.matcher(text);
    if (matcher.matches()) {
      int address = 0;
      boolean right = true;
      for (int i = 1; i <= BYTES; i++) {
        int part = Integer.parseInt(matcher.group(i));
        right &= part < 256;
        address = address << 8 | part;
      }
      int bits = Integer.parseInt(matcher.group(BYTES + 1));
      if (right && bits <= Integer.SIZE) {
        return new Ipv4Network(address, bits);
      }
    }
    throw new PacketIoException(asked + ": write net: and a network, such as net:10.0.0.0/29");
  }

  boolean holds(InetAddress other) {
    if (!(other instanceof Inet4Address)) {
      return false;
    }
    int difference = ByteBuffer.wrap(other.getAddress()).getInt() ^ address;
    return prefixBits == 0 || difference >>> (Integer.SIZE - prefixBits) == 0;
  }
}
