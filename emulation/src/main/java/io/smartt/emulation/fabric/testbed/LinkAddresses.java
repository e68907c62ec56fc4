package io.smartt.emulation.fabric.testbed;

import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;

/** Addresses of links between routed ports: a /31 (RFC 3021) for each, by the link's index. */
final class LinkAddresses {
  private final String text;
  private final Ipv4Prefix prefix;

  /**
   * Takes the addresses from a prefix.
   *
   * @param text a prefix, dotted, with its length
   */
  LinkAddresses(String text) {
    this.text = text;
    prefix = Ipv4Prefix.parse(text);
  }

  /** The address of one end of a link, dotted. */
  String of(Link link, Port end) {
    long offset = 2L * link.index() + (link.b().equals(end) ? 1 : 0);
    if (offset >= prefix.size()) {
      throw new UserInputException(
          "sonic.link-prefix " + text + " has too few addresses for link " + link.index());
    }
    return prefix.network().plus((int) offset).toString();
  }

  /** The same with the length of the link's prefix. */
  String withLength(Link link, Port end) {
    return of(link, end) + "/31";
  }
}
