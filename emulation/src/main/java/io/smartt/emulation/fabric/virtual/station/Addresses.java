package io.smartt.emulation.fabric.virtual.station;

import io.smartt.emulation.input.UserInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** IPv4 and MAC addresses as people write them. */
public final class Addresses {
  private static final Pattern IPV4 =
      Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
  private static final Pattern MAC = Pattern.compile("[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2}){5}");

  private Addresses() {}

  /** Whether a text looks like an IPv4 address. */
  public static boolean isIpv4(String text) {
    return IPV4.matcher(text).matches();
  }

  /** Dotted decimal. */
  public static int ipv4(String text) {
    Matcher parts = IPV4.matcher(text);
    if (!parts.matches()) {
      throw new UserInputException("'" + text + "' is no IPv4 address");
    }
    int address = 0;
    for (int i = 1; i <= 4; i++) {
      int part = Integer.parseInt(parts.group(i));
      if (part > 255) {
        throw new UserInputException("'" + text + "' is no IPv4 address");
      }
      address = address << 8 | part;
    }
    return address;
  }

  static String text(int ipv4) {
    return "%d.%d.%d.%d".formatted(ipv4 >>> 24, (ipv4 >> 16) & 255, (ipv4 >> 8) & 255, ipv4 & 255);
  }

  static long mac(String text) {
    if (!MAC.matcher(text).matches()) {
      throw new UserInputException("'" + text + "' is no MAC address");
    }
    long address = 0;
    for (String part : text.split(":", -1)) {
      address = address << 8 | Integer.parseInt(part, 16);
    }
    return address;
  }

  /** The bits of an address that a prefix of this length names. */
  static int mask(int prefixLength) {
    return prefixLength == 0 ? 0 : -1 << (32 - prefixLength);
  }
}
