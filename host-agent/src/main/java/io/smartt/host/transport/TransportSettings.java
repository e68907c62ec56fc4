package io.smartt.host.transport;

import io.smartt.host.wire.SesSmallRequest;

/**
 * Settings of an endpoint's reliability and framing.
 *
 * @param maxPayloadBytes payload of a full packet
 * @param timeoutBaseRtts retransmission timeout in base RTTs of the path (Sec. "Packet Trimming":
 *     about 7)
 * @param maxBackoff how many times a connection's timeout may double
 * @param udpChecksum whether frames carry a UDP checksum ({@link OutgoingFrame#coverPayload} where
 *     payload is real); without one it is 0. Whoever receives checks what is there
 * @param dataDscp of data frames
 * @param controlDscp of acknowledgements and NACKs
 * @param trimmedDscp that switches give to trimmed frames
 */
public record TransportSettings(
    int maxPayloadBytes,
    double timeoutBaseRtts,
    int maxBackoff,
    boolean udpChecksum,
    int dataDscp,
    int controlDscp,
    int trimmedDscp) {

  /** 4 KiB payload, 7 base RTTs, at most 64 times that; DSCP 10, 46 and 48; no UDP checksum. */
  public static final TransportSettings DEFAULT =
      new TransportSettings(4096, 7.0, 6, false, 10, 46, 48);

  /** Checks that each value can be used. */
  public TransportSettings {
    if (maxPayloadBytes < 1 || maxPayloadBytes > SesSmallRequest.MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "maximum payload is "
              + maxPayloadBytes
              + " bytes, accepted is 1 to "
              + SesSmallRequest.MAX_PAYLOAD_BYTES);
    }
    if (!(timeoutBaseRtts > 1)) {
      throw new IllegalArgumentException(
          "timeout is " + timeoutBaseRtts + " base RTTs, accepted is above 1");
    }
    if (maxBackoff < 0 || maxBackoff > 20) {
      throw new IllegalArgumentException(
          "maximum backoff is " + maxBackoff + " doublings, accepted is 0 to 20");
    }
    checkDscp("data", dataDscp);
    checkDscp("control", controlDscp);
    checkDscp("trimmed", trimmedDscp);
  }

  private static void checkDscp(String what, int dscp) {
    if (dscp < 0 || dscp > 63) {
      throw new IllegalArgumentException(
          "DSCP of " + what + " frames is " + dscp + ", accepted is 0 to 63");
    }
  }
}
