package io.smartt.switchd.options;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import java.net.InetSocketAddress;
import java.util.OptionalLong;

/** {@code HOST:PORT} as people write it; an IPv6 address stands in brackets. */
public final class Addresses {
  private static final int MAX_PORT = 65_535;

  private Addresses() {}

  public static InetSocketAddress parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    OptionalLong port = Quantities.whole(text.substring(colon + 1), 0, MAX_PORT);
    if (host.isEmpty() || port.isEmpty()) {
      throw new UserInputException(
          "%s %s: write HOST:PORT, such as 127.0.0.1:9559 or [::1]:9559".formatted(option, text));
    }
    return new InetSocketAddress(host, (int) port.getAsLong());
  }
}
