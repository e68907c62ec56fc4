package io.smartt.host.transport;

import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.SesSmallRequest;

/**
 * Settings of an endpoint's framing and reliability.
 *
 * @param maxPayloadBytes payload of a full packet
 * @param maxMessageBytes of messages received; a longer one is refused, and its sender notified
 * @param reliability acknowledgements, timeouts, order of messages
 * @param networkRttPs base RTT of the network's longest path, for timeouts; 0 if it is not known
 * @param giveUpPs a connection fails that hears nothing for so long with packets in flight; {@code
 *     Long.MAX_VALUE} for never
 * @param forgetSilentPs a connection that another host opened and has left silent for so long, its
 *     last message incomplete, may be replaced by a new one with the same number
 * @param udpChecksum whether frames carry a UDP checksum ({@link OutgoingFrame#coverPayload} where
 *     payload is real); without one it is 0. Receivers check what is there
 * @param dataDscp of data frames
 * @param controlDscp of acknowledgements and NACKs
 * @param trimmedDscp that switches give to trimmed frames
 * @param lastHopTrimmedDscp that the last switch gives instead, where frames say who trimmed them
 */
public record TransportSettings(
    int maxPayloadBytes,
    long maxMessageBytes,
    ReliabilitySettings reliability,
    long networkRttPs,
    long giveUpPs,
    long forgetSilentPs,
    boolean udpChecksum,
    int dataDscp,
    int controlDscp,
    int trimmedDscp,
    int lastHopTrimmedDscp) {

  /**
   * 4 KiB payload, messages of any length; connections never given up; DSCP 10, 46, 48 and 56; no
   * UDP checksum.
   */
  public static final TransportSettings DEFAULT =
      new TransportSettings(
          4096,
          SesSmallRequest.MAX_MESSAGE_BYTES,
          ReliabilitySettings.DEFAULTS,
          0,
          Long.MAX_VALUE,
          10_000_000_000_000L,
          false,
          10,
          46,
          48,
          56);

  /** Checks that each value can be used. */
  public TransportSettings {
    ReliabilitySettings.check(
        "maximum payload", maxPayloadBytes, "bytes", 1, SesSmallRequest.MAX_PAYLOAD_BYTES);
    ReliabilitySettings.check(
        "maximum message", maxMessageBytes, "bytes", 1, SesSmallRequest.MAX_MESSAGE_BYTES);
    ReliabilitySettings.check("base RTT of the network", networkRttPs, "ps", 0, Long.MAX_VALUE);
    ReliabilitySettings.check("time to give up", giveUpPs, "ps", 1, Long.MAX_VALUE);
    ReliabilitySettings.check("time to forget", forgetSilentPs, "ps", 1, Long.MAX_VALUE);
    ReliabilitySettings.check("DSCP of data frames", dataDscp, "", 0, 63);
    ReliabilitySettings.check("DSCP of control frames", controlDscp, "", 0, 63);
    ReliabilitySettings.check("DSCP of trimmed frames", trimmedDscp, "", 0, 63);
    ReliabilitySettings.check("DSCP of frames trimmed last", lastHopTrimmedDscp, "", 0, 63);
  }

  /** These settings with another payload of full packets. */
  public TransportSettings withMaxPayloadBytes(int bytes) {
    return with(bytes, reliability, networkRttPs);
  }

  /** The semantic header of data packets. */
  SesForm ses() {
    return reliability.ses();
  }

  /** Bytes of a data frame before its payload, with a PDS request of this type. */
  int dataHeaderBytes(int type) {
    return reliability.dataHeaderBytes(type);
  }

  /** The mode of delivery. */
  ReliabilitySettings.Delivery delivery() {
    return reliability.delivery();
  }

  /** Returns how long a packet waits for its answer at first, on a path of this base RTT. */
  public long timeoutPs(long baseRttPs) {
    long rttPs =
        switch (reliability.timeoutRtt()) {
          case PATH -> baseRttPs;
          case NETWORK -> Math.max(baseRttPs, networkRttPs);
        };
    return Math.round(reliability.timeoutBaseRtts() * rttPs);
  }

  /** These settings in a network whose longest path has this base RTT. */
  public TransportSettings withNetworkRtt(long rttPs) {
    return with(maxPayloadBytes, reliability, rttPs);
  }

  /** These settings with other acknowledgements, timeouts and order of messages. */
  public TransportSettings withReliability(ReliabilitySettings other) {
    return with(maxPayloadBytes, other, networkRttPs);
  }

  private TransportSettings with(int payloadBytes, ReliabilitySettings reliable, long rttPs) {
    return new TransportSettings(
        payloadBytes,
        maxMessageBytes,
        reliable,
        rttPs,
        giveUpPs,
        forgetSilentPs,
        udpChecksum,
        dataDscp,
        controlDscp,
        trimmedDscp,
        lastHopTrimmedDscp);
  }
}
