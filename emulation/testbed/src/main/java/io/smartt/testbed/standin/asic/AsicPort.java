package io.smartt.testbed.standin.asic;

import module java.base;

import io.smartt.controller.address.Ipv4Prefix;
import org.jspecify.annotations.Nullable;

/**
 * The state that the chip has of one port.
 *
 * @param routes of its VRF; null: it is not an interface and routes nothing
 * @param addresses of the interface, IPv4
 * @param classOfDscp traffic class by code point, of packets that come in
 * @param queueOfClass queue by traffic class, of packets that leave
 * @param wreds by queue
 * @param untrimmed sources of packets that come in and are dropped where others are trimmed
 */
public record AsicPort(
    @Nullable RouteTable routes,
    Collection<Integer> addresses,
    List<Integer> classOfDscp,
    List<Integer> queueOfClass,
    Map<Integer, Wred> wreds,
    List<Ipv4Prefix> untrimmed) {
  /** Traffic classes, and queues of a port. */
  public static final int CLASSES = 8;

  private static final int DSCPS = 64;

  /** Copies the collections. */
  public AsicPort {
    if (classOfDscp.size() != DSCPS || queueOfClass.size() != CLASSES) {
      throw new IllegalArgumentException(classOfDscp + " and " + queueOfClass);
    }
    addresses = Set.copyOf(addresses);
    classOfDscp = List.copyOf(classOfDscp);
    queueOfClass = List.copyOf(queueOfClass);
    wreds = Map.copyOf(wreds);
    untrimmed = List.copyOf(untrimmed);
  }

  /**
   * A WRED profile of a queue, by its momentary depth when a packet leaves. It marks what is
   * ECN-capable and drops what is not.
   *
   * @param minBytes nothing up to this depth
   * @param maxBytes everything from this depth
   * @param probability just below {@code maxBytes}, to which it rises from 0
   * @param marks whether it marks; else it drops ECN-capable packets as well
   */
  public record Wred(long minBytes, long maxBytes, double probability, boolean marks) {
    /**
     * Returns whether it acts on a packet.
     *
     * @param draw from 0 to 1
     */
    boolean acts(long depthBytes, double draw) {
      if (depthBytes >= maxBytes) {
        return true;
      }
      return depthBytes > minBytes
          && draw * (maxBytes - minBytes) < probability * (depthBytes - minBytes);
    }
  }
}
