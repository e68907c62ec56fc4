package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Topology;

/**
 * A rate that some links have instead of the network's: a degraded cable, or one bought later.
 *
 * @param place which links
 * @param oneWay whether only packets from the place's first node have it
 * @param rateBps of each, bits per second, before dilation
 */
public record LinkRate(LinkSelector place, boolean oneWay, long rateBps) {

  /** The rates of a setting's text. */
  public static List<LinkRate> parseAll(String text) {
    return LinkSelector.parts(text).stream().map(LinkRate::parse).toList();
  }

  private static LinkRate parse(String part) {
    int equals = part.indexOf('=');
    String links = equals < 0 ? "" : part.substring(0, equals);
    int arrow = links.indexOf('>');
    Optional<LinkSelector> place =
        arrow < 0
            ? LinkSelector.parse(links)
            : LinkSelector.between(links.substring(0, arrow), links.substring(arrow + 1));
    return place
        .map(found ->
            new LinkRate(
                found, arrow >= 0, Quantities.bitsPerSecond(part.substring(equals + 1).strip())))
        .orElseThrow(() ->
            new UserInputException(
                "'"
                    + part
                    + "': write node-node=rate, node>node=rate (one way) or switch=rate, such as"
                    + " leaf1-spine2=25Gbps"));
  }

  /** The network with these rates; where two name a link, the later holds. */
  public static Topology apply(List<LinkRate> rates, Topology topology) {
    if (rates.isEmpty()) {
      return topology;
    }
    Map<Integer, Long> byDirection = new HashMap<>();
    for (LinkRate rate : rates) {
      for (Adjacency out : rate.place.leaving(topology, SettingKeys.LINK_RATES)) {
        byDirection.put(out.direction(), rate.rateBps);
        if (!rate.oneWay) {
          byDirection.put(out.direction() ^ 1, rate.rateBps);
        }
      }
    }
    return topology.withRates(byDirection);
  }
}
