package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.endhost.EndHostFrames;

/**
 * UDP or TCP packets with certain fields; -1 where any value does.
 *
 * @param protocol number of the protocol
 * @param typeOfService DSCP and ECN together
 * @param ecn the ECN field
 * @param destinationPort of the packet
 * @param timeToLive of the packet
 */
record ExpectedPacket(
    int protocol, int typeOfService, int ecn, int destinationPort, int timeToLive) {

  static ExpectedPacket of(int protocol, Map<String, String> options) {
    for (String option : options.keySet()) {
      switch (option) {
        case "tos", "ecn", "dport", "ttl", "count" -> {
          // Known.
        }
        default ->
            throw new UserInputException("'" + option + "' is nothing to expect of a packet");
      }
    }
    return new ExpectedPacket(
        protocol,
        CheckScript.number(options, "tos", -1, 255),
        CheckScript.number(options, "ecn", -1, 3),
        CheckScript.number(options, "dport", -1, 65_535),
        CheckScript.number(options, "ttl", -1, 255));
  }

  /** Returns whether a frame is such a packet, with a right header checksum. */
  boolean matches(byte[] frame) {
    int at = EndHostFrames.ETHERNET;
    ByteBuffer bytes = ByteBuffer.wrap(frame);
    if (frame.length < at + 28 || (bytes.getShort(12) & 0xffff) != EndHostFrames.IPV4) {
      return false;
    }
    int header = (frame[at] & 0xf) * 4;
    return header >= 20
        && frame.length >= at + header + 4
        && EndHostFrames.checksum(frame, at, header, 0) == 0
        && frame[at + 9] == protocol
        && is(typeOfService, frame[at + 1] & 0xff)
        && is(ecn, frame[at + 1] & 3)
        && is(timeToLive, frame[at + 8] & 0xff)
        && is(destinationPort, bytes.getShort(at + header + 2) & 0xffff);
  }

  private static boolean is(int wanted, int found) {
    return wanted < 0 || wanted == found;
  }
}
