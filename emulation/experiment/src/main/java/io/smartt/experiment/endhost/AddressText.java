package io.smartt.experiment.endhost;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;
import java.util.regex.Pattern;

/** IPv4 and MAC addresses that users write, with errors for users. */
public final class AddressText {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  private AddressText() {}

  /** Returns whether a text has the form of an IPv4 address; its numbers may be too large. */
  public static boolean isIpv4(String text) {
    return IPV4.matcher(text).matches();
  }

  /**
   * Parses dotted decimal.
   *
   * @throws UserInputException naming the text that is no IPv4 address
   */
  public static int ipv4(String text) {
    return Ipv4.find(text)
        .orElseThrow(() -> new UserInputException("'" + text + "' is no IPv4 address"))
        .bits();
  }

  static long mac(String text) {
    return Mac.find(text)
        .orElseThrow(() -> new UserInputException("'" + text + "' is no MAC address"))
        .bits();
  }
}
