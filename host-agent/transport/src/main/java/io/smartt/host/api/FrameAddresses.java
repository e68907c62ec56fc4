package io.smartt.host.api;

import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;

/** Addresses in frames, as ports read and print them. */
final class FrameAddresses {
  private FrameAddresses() {}

  static int destinationIpv4(byte[] frame) {
    return Ipv4Header.destination(frame, EthernetHeader.BYTES);
  }

  static String dotted(int ipv4) {
    return (ipv4 >>> 24)
        + "."
        + ((ipv4 >>> 16) & 0xff)
        + "."
        + ((ipv4 >>> 8) & 0xff)
        + "."
        + (ipv4 & 0xff);
  }
}
