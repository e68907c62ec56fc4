package io.smartt.emulation.settings;

import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rate that some links have instead of the network's: a degraded cable, or one bought later.
 *
 * @param place which links
 * @param rateBps of each, bits per second, before dilation
 */
public record LinkRate(LinkSelector place, long rateBps) {

  /** The rates of a setting's text. */
  static List<LinkRate> parseAll(String text) {
    List<LinkRate> rates = new ArrayList<>();
    for (String part : LinkSelector.parts(text)) {
      int equals = part.indexOf('=');
      Optional<LinkSelector> place =
          equals < 0 ? Optional.empty() : LinkSelector.parse(part.substring(0, equals));
      if (place.isEmpty()) {
        throw new UserInputException(
            "'" + part + "': write node-node=rate or switch=rate, such as leaf1-spine2=25Gbps");
      }
      rates.add(
          new LinkRate(place.get(), Quantities.bitsPerSecond(part.substring(equals + 1).strip())));
    }
    return List.copyOf(rates);
  }

  /** The network with these rates; where two name a link, the later holds. */
  public static Topology apply(List<LinkRate> rates, Topology topology) {
    if (rates.isEmpty()) {
      return topology;
    }
    Map<Link, Long> byLink = new HashMap<>();
    for (LinkRate rate : rates) {
      rate.place
          .links(topology, SettingKeys.LINK_RATES)
          .forEach(link -> byLink.put(link, rate.rateBps));
    }
    return topology.withRates(byLink);
  }
}
