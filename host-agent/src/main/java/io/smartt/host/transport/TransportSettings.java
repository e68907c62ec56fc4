package io.smartt.host.transport;

import io.smartt.host.wire.SesSmallRequest;

/**
 * Settings of an endpoint's reliability and framing.
 *
 * @param maxPayloadBytes payload of a full packet
 * @param maxMessageBytes of messages received; a longer one is refused, and its sender told
 * @param timeoutBaseRtts retransmission timeout in base RTTs of the path (Sec. "Packet Trimming":
 *     about 7)
 * @param maxBackoff how many times a packet's timeout may double
 * @param giveUpPs a connection fails that hears nothing for so long with packets in flight; {@code
 *     Long.MAX_VALUE} for never
 * @param forgetSilentPs a connection that another host opened and has left silent for so long, its
 *     last message incomplete, may be replaced by a new one with the same number
 * @param ackEveryPackets a receiver acknowledges at the latest after so many packets of a
 *     connection; 1 for each
 * @param ackEveryBytes or after so many payload bytes of them
 * @param ackOutOfOrderAtOnce whether a packet that is not the next in order is acknowledged at
 *     once; with packets sprayed over paths that is most of them. What is marked, sent again,
 *     duplicate, trimmed, a connection's first or asks for it always is
 * @param messagesInTurn whether the messages of a connection leave a packet each in turn, not first
 *     come first served
 * @param udpChecksum whether frames carry a UDP checksum ({@link OutgoingFrame#coverPayload} where
 *     payload is real); without one it is 0. Whoever receives checks what is there
 * @param dataDscp of data frames
 * @param controlDscp of acknowledgements and NACKs
 * @param trimmedDscp that switches give to trimmed frames
 */
public record TransportSettings(
    int maxPayloadBytes,
    long maxMessageBytes,
    double timeoutBaseRtts,
    int maxBackoff,
    long giveUpPs,
    long forgetSilentPs,
    int ackEveryPackets,
    int ackEveryBytes,
    boolean ackOutOfOrderAtOnce,
    boolean messagesInTurn,
    boolean udpChecksum,
    int dataDscp,
    int controlDscp,
    int trimmedDscp) {

  /**
   * 4 KiB payload, messages of any length; 7 base RTTs, at most 64 times that, never given up; each
   * packet acknowledged; first come first served; DSCP 10, 46 and 48; no UDP checksum.
   */
  public static final TransportSettings DEFAULT =
      new TransportSettings(
          4096,
          SesSmallRequest.MAX_MESSAGE_BYTES,
          7.0,
          6,
          Long.MAX_VALUE,
          10_000_000_000_000L,
          1,
          Integer.MAX_VALUE,
          true,
          false,
          false,
          10,
          46,
          48);

  /** Checks that each value can be used. */
  public TransportSettings {
    check("maximum payload", maxPayloadBytes, "bytes", 1, SesSmallRequest.MAX_PAYLOAD_BYTES);
    check("maximum message", maxMessageBytes, "bytes", 1, SesSmallRequest.MAX_MESSAGE_BYTES);
    if (!(timeoutBaseRtts > 1)) {
      throw new IllegalArgumentException(
          "timeout is " + timeoutBaseRtts + " base RTTs, accepted is above 1");
    }
    check("maximum backoff", maxBackoff, "doublings", 0, 20);
    check("time to give up", giveUpPs, "ps", 1, Long.MAX_VALUE);
    check("time to forget", forgetSilentPs, "ps", 1, Long.MAX_VALUE);
    check("acknowledgement", ackEveryPackets, "packets apart", 1, SendWindow.MAX_SPAN / 2);
    check("acknowledgement", ackEveryBytes, "bytes apart", 1, Integer.MAX_VALUE);
    check("DSCP of data frames", dataDscp, "", 0, 63);
    check("DSCP of control frames", controlDscp, "", 0, 63);
    check("DSCP of trimmed frames", trimmedDscp, "", 0, 63);
  }

  /** With another payload of full packets. */
  public TransportSettings withMaxPayloadBytes(int bytes) {
    return new TransportSettings(
        bytes,
        maxMessageBytes,
        timeoutBaseRtts,
        maxBackoff,
        giveUpPs,
        forgetSilentPs,
        ackEveryPackets,
        ackEveryBytes,
        ackOutOfOrderAtOnce,
        messagesInTurn,
        udpChecksum,
        dataDscp,
        controlDscp,
        trimmedDscp);
  }

  /** With other code points of data, control and trimmed frames. */
  public TransportSettings withDscps(int data, int control, int trimmed) {
    return new TransportSettings(
        maxPayloadBytes,
        maxMessageBytes,
        timeoutBaseRtts,
        maxBackoff,
        giveUpPs,
        forgetSilentPs,
        ackEveryPackets,
        ackEveryBytes,
        ackOutOfOrderAtOnce,
        messagesInTurn,
        udpChecksum,
        data,
        control,
        trimmed);
  }

  private static void check(String what, long value, String unit, long least, long most) {
    if (value < least || value > most) {
      String amount = unit.isEmpty() ? Long.toString(value) : value + " " + unit;
      throw new IllegalArgumentException(
          what + " is " + amount + ", accepted is " + least + " to " + most);
    }
  }
}
