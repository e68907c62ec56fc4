package io.smartt.controller.sonic;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A port of a switch as the experiment wants it.
 *
 * @param name as SONiC calls it: {@code Ethernet0}
 * @param vrf that it belongs to
 * @param address of its side of the link, with the length of the prefix: {@code 172.16.0.0/31}
 * @param neighbour what is at the other end, where its MAC address is known beforehand
 * @param shapedBps bits a second that leave it, where they are fewer than its speed
 * @param queue what its data queue holds
 */
public record RoutedPort(
    String name,
    String vrf,
    String address,
    long speedMbps,
    OptionalLong shapedBps,
    int mtu,
    Optional<Neighbour> neighbour,
    QueueBytes queue) {
  /**
   * A host at the other end of a link.
   *
   * @param address its side of the link
   * @param mac six pairs of hexadecimal digits with colons
   */
  public record Neighbour(String address, String mac) {}

  /**
   * A data queue, in bytes.
   *
   * @param size from which a packet is trimmed or dropped
   * @param kmin depth up to which RED marks nothing
   * @param kmax depth from which RED marks everything
   * @param pmax probability of a mark just below kmax
   */
  public record QueueBytes(long size, long kmin, long kmax, double pmax) {
    /** A queue whose marks reach a probability of one. */
    public QueueBytes(long size, long kmin, long kmax) {
      this(size, kmin, kmax, 1);
    }
  }
}
