package io.smartt.host.transport;

/**
 * Settings of an endpoint's reliability and framing.
 *
 * @param maxPayloadBytes payload of a full packet
 * @param timeoutBaseRtts retransmission timeout in base RTTs of the path (Sec. "Packet Trimming":
 *     about 7)
 * @param maxBackoff how many times a connection's timeout may double
 * @param udpChecksum whether frames carry a UDP checksum; without one it is 0. Whoever receives
 *     checks what is there
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
}
