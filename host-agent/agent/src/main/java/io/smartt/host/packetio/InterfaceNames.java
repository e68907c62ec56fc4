package io.smartt.host.packetio;

import module java.base;

/** Finds interfaces by name, or by address where names depend on the slots. */
public final class InterfaceNames {
  private static final String BY_MAC = "mac:";
  private static final String BY_IP = "ip:";
  private static final String BY_NETWORK = "net:";
  private static final int MAC_BYTES = 6;
  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

  private InterfaceNames() {}

  /**
   * The name of an interface of the calling thread's network namespace.
   *
   * @param text a name, {@code mac:02:42:0a:00:00:02}, {@code ip:10.0.0.2} or {@code
   *     net:10.0.0.0/29}; found by network is an interface that has an IPv4 address in it
   * @throws PacketIoException if no interface has the address
   */
  public static String resolve(String text) {
    if (text.startsWith(BY_MAC)) {
      byte[] wanted = parse(text);
      return find(
          text,
          one -> {
            byte[] mac = one.getHardwareAddress();
            return mac != null && macOf(mac) == macOf(wanted);
          });
    }
    if (text.startsWith(BY_IP)) {
      String wanted = text.substring(BY_IP.length());
      return find(
          text,
          one -> one.inetAddresses().anyMatch(address -> address.getHostAddress().equals(wanted)));
    }
    if (text.startsWith(BY_NETWORK)) {
      Ipv4Network network = Ipv4Network.parse(text.substring(BY_NETWORK.length()), text);
      return find(text, one -> one.inetAddresses().anyMatch(network::holds));
    }
    return text;
  }

  private interface Test {
    boolean passes(NetworkInterface one) throws SocketException;
  }

  private static String find(String text, Test test) {
    try {
      List<NetworkInterface> all = NetworkInterface.networkInterfaces().toList();
      for (NetworkInterface one : all) {
        if (test.passes(one)) {
          return one.getName();
        }
      }
      throw new PacketIoException(
          "no interface has the address %s; there are %s"
              .formatted(
                  text, String.join(", ", all.stream().map(NetworkInterface::getName).toList())));
    } catch (SocketException e) {
      throw new PacketIoException("interfaces cannot be listed: " + e.getMessage(), e);
    }
  }

  private static byte[] parse(String text) {
    try {
      byte[] bytes = COLONS.parseHex(text.substring(BY_MAC.length()).toLowerCase(Locale.ROOT));
      if (bytes.length == MAC_BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      throw new PacketIoException(wrong(text), e);
    }
    throw new PacketIoException(wrong(text));
  }

  private static String wrong(String text) {
    return text + ": write mac: and six bytes, such as mac:02:42:0a:00:00:02";
  }

  /** Six bytes as a number, low 48 bits. */
  public static long macOf(byte[] bytes) {
    long value = 0;
    for (byte b : bytes) {
      value = value << 8 | (b & 0xff);
    }
    return value;
  }

  /** The number of an address as six pairs of digits with colons. */
  public static String macText(long mac) {
    byte[] bytes = new byte[MAC_BYTES];
    for (int i = 0; i < MAC_BYTES; i++) {
      bytes[i] = (byte) (mac >> (8 * (MAC_BYTES - 1 - i)));
    }
    return COLONS.formatHex(bytes);
  }

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
}
