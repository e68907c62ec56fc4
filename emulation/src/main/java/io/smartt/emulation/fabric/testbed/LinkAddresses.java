package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import java.util.regex.Pattern;

/** Addresses of links between routed ports: a /31 (RFC 3021) for each, by the link's index. */
final class LinkAddresses {
  private static final Pattern DOT = Pattern.compile("[./]");

  private final String prefix;
  private final long base;
  private final long size;

  /**
   * Within a prefix.
   *
   * @param prefix dotted, with its length
   */
  LinkAddresses(String prefix) {
    this.prefix = prefix;
    String[] parts = DOT.split(prefix, -1);
    long address = 0;
    for (int i = 0; i < 4; i++) {
      address = address << 8 | Long.parseLong(parts[i]);
    }
    size = 1L << (32 - Integer.parseInt(parts[4]));
    base = address & -size;
  }

  /** The address of one end of a link, dotted. */
  String of(Link link, Port end) {
    long offset = 2L * link.index() + (link.b().equals(end) ? 1 : 0);
    if (offset >= size) {
      throw new UserInputException(
          "sonic.link-prefix " + prefix + " has too few addresses for link " + link.index());
    }
    long address = base + offset;
    return (address >> 24 & 255)
        + "."
        + (address >> 16 & 255)
        + "."
        + (address >> 8 & 255)
        + "."
        + (address & 255);
  }

  /** The same with the length of the link's prefix. */
  String withLength(Link link, Port end) {
    return of(link, end) + "/31";
  }
}
