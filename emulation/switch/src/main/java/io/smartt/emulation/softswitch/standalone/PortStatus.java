package io.smartt.emulation.softswitch.standalone;

import java.util.Map;

/**
 * One port at one moment.
 *
 * @param attachment what it is attached to, for people
 * @param rateBps bits a second; 0: no limit
 * @param receiveLostPackets lost before the switch saw them
 * @param sentPackets that left, as far as the port can tell
 * @param sendLostPackets not taken by what the port is attached to, or refused by it later
 * @param refused of those, what the kernel refused, by its reason in words
 */
public record PortStatus(
    int number,
    String attachment,
    boolean up,
    long rateBps,
    long receivedPackets,
    long receivedBytes,
    long sentPackets,
    long sentBytes,
    long receiveLostPackets,
    long sendLostPackets,
    Map<String, Long> refused) {
  /** Copies. */
  public PortStatus {
    refused = Map.copyOf(refused);
  }
}
