package io.smartt.host.transport;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;
import io.smartt.host.signals.SignalLayout;
import io.smartt.host.wire.SesForm;

/**
 * Settings of acknowledgements, timeouts, the order of messages and their header.
 *
 * @param timeoutBaseRtts 7: Sec. "Packet Trimming"
 * @param timeoutRtt the network's: "84 us = 7 base RTTs" (Sec. "Packet Trimming") is one value for
 *     the network, and queues are as long for all paths
 * @param maxBackoff 0: neither the paper nor the Ultra Ethernet reference simulator (uet-htsim,
 *     revision 40ccb05, uec.cpp:2002) doubles it. What times out again leaves only as the window
 *     allows
 * @param ackEveryPackets 1: each packet; the Ultra Ethernet reference simulator has 16,384 bytes
 * @param ackEveryBytes no limit of its own
 * @param ackOutOfOrderAtOnce true; with packets sprayed over paths, out of order is most of them.
 *     What is marked, sent again, duplicate, trimmed, a connection's first or asks for it is always
 *     acknowledged at once
 * @param rttTransmissions no limit; the Ultra Ethernet reference simulator has 2 (uet-htsim,
 *     revision 40ccb05, uec.cpp:892-905)
 * @param messagesInTurn false: first come first served
 * @param ses small: 24 bytes a packet less than the standard header
 * @param delivery rud: multipath needs it, or a receiver that reorders
 * @param serviceTime false: a receiver says how long it had a packet where a scheme asks for that
 * @param signals program: hosts make room for signals where a P4 program has a use for it
 */
public record ReliabilitySettings(
    @Setting(most = 1e6, defaultValue = "7", meaning = "Retransmission timeout, in base RTTs.")
        double timeoutBaseRtts,
    @Setting(
            defaultValue = "network",
            meaning = "Whose base RTT the timeout is counted in: path, or network, the longest.")
        TimeoutRtt timeoutRtt,
    @Setting(defaultValue = "0", meaning = "How many times a packet's timeout may double.")
        int maxBackoff,
    @Setting(
            defaultValue = "1",
            meaning =
                "A receiver acknowledges after so many packets of a connection at the latest.")
        int ackEveryPackets,
    @Setting(
            defaultValue = "2147483647",
            meaning = "A receiver acknowledges after so many payload bytes at the latest.")
        int ackEveryBytes,
    @Setting(
            defaultValue = "true",
            meaning = "Whether a packet that is not the next in order is acknowledged at once.")
        boolean ackOutOfOrderAtOnce,
    @Setting(
            defaultValue = "2147483647",
            meaning =
                "Acknowledgements of packets sent more often than this tell no round-trip time.")
        int rttTransmissions,
    @Setting(
            defaultValue = "false",
            meaning =
                "Whether the messages of a connection leave a packet each alternately, not first"
                    + " come first served.")
        boolean messagesInTurn,
    @Setting(
            defaultValue = "small",
            meaning =
                "Semantic header of data packets: small, 20 bytes, or standard, 44 bytes, with a"
                    + " response of 12 in acknowledgements.")
        SesForm ses,
    @Setting(
            defaultValue = "rud",
            meaning =
                "Delivery of packets: rud, in any order; rod, in order on one path, with go-back-N;"
                    + " rod-reordered, put in order by the receiver.")
        ReliabilitySettings.Delivery delivery,
    @Setting(defaultValue = "false", meaning = "Whether acknowledgements have a service time.")
        boolean serviceTime,
    @Setting(
            defaultValue = SignalLayout.OF_PROGRAM,
            meaning =
                "Signals that switches write into data packets: program, what the P4 program takes"
                    + " off them; none; or names and bits, as csig.depth:32, hops[].qdepth:16.")
        String signals) {

  /** The times that a timeout doubles of what no window holds back: up to 64 timeouts. */
  public static final int UNPACED_DOUBLINGS = 6;

  /** The default of every setting. */
  public static final ReliabilitySettings DEFAULTS =
      RecordSettings.defaults(ReliabilitySettings.class);

  /** Checks that each value can be used. */
  public ReliabilitySettings {
    if (!(timeoutBaseRtts > 1)) {
      throw new IllegalArgumentException(
          "timeout is " + timeoutBaseRtts + " base RTTs, accepted is above 1");
    }
    check("maximum backoff", maxBackoff, "doublings", 0, 20);
    check("acknowledgement", ackEveryPackets, "packets apart", 1, SendWindow.MAX_SPAN / 2);
    check("round-trip time", rttTransmissions, "transmissions", 1, Integer.MAX_VALUE);
    check("acknowledgement", ackEveryBytes, "bytes apart", 1, Integer.MAX_VALUE);
    SignalLayout.parse(signals);
  }

  /** Returns the signals that data packets have room for. */
  public SignalLayout signalLayout() {
    return SignalLayout.parse(signals);
  }

  /** Bytes of a data frame before its payload, with a PDS request of this type. */
  public int dataHeaderBytes(int type) {
    return ses.dataHeaderBytes(type) + signalLayout().blockBytes();
  }

  /** Bytes of an acknowledgement's frame that sends back what the sender made room for. */
  public int ackBytes() {
    return ses.ackBytes() + signalLayout().blockBytes();
  }

  /** Checks a setting. */
  static void check(String what, long value, String unit, long least, long most) {
    if (value < least || value > most) {
      String amount = unit.isEmpty() ? Long.toString(value) : value + " " + unit;
      throw new IllegalArgumentException(
          what + " is " + amount + ", accepted is " + least + " to " + most);
    }
  }

  /**
   * The base RTT that a retransmission timeout is counted in. The paper's timeout is 7 base RTTs,
   * which covers the full queues of a path where each holds one BDP of the longest. A path within a
   * rack meets the same queues with a third of the base RTT.
   */
  public enum TimeoutRtt {
    /** The path's own. */
    PATH,

    /**
     * The time of the network's longest path, or the path's own if it is longer or nothing is
     * known.
     */
    NETWORK
  }

  /**
   * Modes of packet delivery (UE 1.0, PDS): in which order a receiver takes and hands over data.
   */
  public enum Delivery {
    /** Reliable, unordered: packets are taken in any order, messages complete in any order. */
    RUD,

    /**
     * Reliable, ordered, go-back-N: packets are taken in order only and take one path. All from a
     * missing one on are sent again.
     */
    ROD,

    /**
     * Reliable, ordered, over any paths: the receiver keeps packets that come too early, and only
     * what is missing is sent again. Messages complete in the order of their last packets.
     */
    ROD_REORDERED
  }
}
