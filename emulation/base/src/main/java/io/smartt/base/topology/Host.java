package io.smartt.base.topology;

import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;

/**
 * A server with one NIC, whose port is {@link #NIC_PORT}.
 *
 * @param index from 0, as connection matrices count hosts
 * @param name {@code h1} for index 0 and so on, unless a file gives another
 * @param ipv4 address as the big-endian integer of its four bytes, 10.0.0.1 + index
 * @param mac address in the low 48 bits, 02:00:00:00:00:00 + (index + 1)
 * @param latencyPs from the last bit in to the transport, picoseconds
 */
public record Host(int index, String name, int ipv4, long mac, long latencyPs) implements Node {
  /** The number of a host's only port, as in {@code h1-eth0}. */
  public static final int NIC_PORT = 0;

  private static final int FIRST_IPV4 = 0x0a_00_00_01;
  private static final long MAC_BASE = 0x02_00_00_00_00_00L;

  /** The host of an index, with a name of its own and the addresses that the index gives it. */
  public static Host at(int index, String name) {
    return new Host(index, name, FIRST_IPV4 + index, MAC_BASE + index + 1, 0);
  }

  /** Returns this host with another latency. */
  Host withLatencyPs(long other) {
    return new Host(index, name, ipv4, mac, other);
  }

  /** Returns the IPv4 address in dotted decimal. */
  public String ipv4Text() {
    return new Ipv4(ipv4).toString();
  }

  /** Returns the MAC address as six pairs of hexadecimal digits with colons. */
  public String macText() {
    return new Mac(mac).toString();
  }
}
