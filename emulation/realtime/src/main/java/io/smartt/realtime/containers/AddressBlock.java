package io.smartt.realtime.containers;

import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;

/**
 * The addresses of one link's Docker network: eight out of 198.18.0.0/15, which is set aside for
 * benchmarks (RFC 2544), since Docker wants some and its own pool ends at 31 networks.
 *
 * @param number 0 to {@value #MOST} less one
 */
public record AddressBlock(int number) {
  public static final int MOST = 1 << 14;

  private static final int FIRST = 198 << 24 | 18 << 16;
  private static final int SIZE = 8;
  private static final long MAC_BASE = 0x02_42_00_00_00_00L;

  /** Returns the block's subnet in CIDR form. */
  public String subnet() {
    return text(address(0)) + "/29";
  }

  /** Docker's own in the network. */
  public String gateway() {
    return text(address(1));
  }

  /** Returns the address of the link's one end. */
  public String first() {
    return text(address(2));
  }

  /** Returns the address of the link's other end. */
  public String second() {
    return text(address(3));
  }

  /**
   * Returns the address of the end of a link between machines that is named first: engines take the
   * lower ones for themselves there.
   */
  public String firstApart() {
    return text(address(5));
  }

  /** Returns the address of the other end of a link between machines. */
  public String secondApart() {
    return text(address(6));
  }

  /** Returns what engines before 25 derive from an address; newer ones take it as wanted. */
  public static String mac(String ipv4) {
    return new Mac(MAC_BASE | Ipv4.parse(ipv4).toLong()).toString();
  }

  /**
   * The network's own address as {@code /proc/net/route} has it: hexadecimal, in memory's order.
   */
  String routeNetwork() {
    return "%08X".formatted(Integer.reverseBytes(address(0)));
  }

  private int address(int offset) {
    return FIRST + number * SIZE + offset;
  }

  private static String text(int ipv4) {
    return new Ipv4(ipv4).toString();
  }
}
