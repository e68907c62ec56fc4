package io.smartt.host.congestion;

import io.smartt.host.pathing.PathSelector;
import io.smartt.host.signals.Signals;
import java.util.Optional;

/**
 * Congestion control of one connection: from the signals of the network it computes a window. The
 * transport counts bytes in flight, sends while fewer are in flight than {@link #windowBytes()},
 * and so never has more than the window plus one packet in flight.
 *
 * <p>Sizes are frame lengths (Ethernet header to the end of the payload, no FCS), as links and BDPs
 * count them. Implementations are pure, allocate nothing per call and are used by one thread.
 */
public interface CongestionController {
  /** The round-trip time of an acknowledgement whose transmission is ambiguous. */
  long RTT_UNKNOWN = -1;

  /** The rate of a controller that only bounds bytes in flight. */
  long UNPACED = Long.MAX_VALUE;

  /** The code point of a data frame that has that of its flow. */
  int DSCP_OF_FLOW = 0;

  /**
   * An acknowledgement that newly acknowledges data.
   *
   * @param nowPs when it arrived
   * @param ackedBytes newly acknowledged frame bytes
   * @param rttPs from the latest transmission of the packet that caused it to now, or {@link
   *     #RTT_UNKNOWN}
   * @param ecn whether that packet arrived CE marked
   * @param inFlightBytes what is still in flight after it
   */
  void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes);

  /**
   * Destination flow control (UE 1.0, Sec. 3.6.13.2), before {@link #onAck} of the same
   * acknowledgement: the receiver cannot keep up, or can again.
   *
   * @param penalty 0, or what to take off for each byte acknowledged, in 128ths
   * @param restore whether the window of before the first penalty is to come back
   */
  default void onDestination(int penalty, boolean restore, int ackedBytes, long inFlightBytes) {}

  /**
   * The signals that switches wrote into the packet that an acknowledgement answers, before {@link
   * #onAck} of the same acknowledgement.
   *
   * @param signals valid during the call
   */
  default void onSignals(Signals signals) {}

  /**
   * The part of a round-trip time that hosts took, beyond what base RTTs have, before {@link
   * #onAck} of the same acknowledgement, for {@link CongestionControl#withHostDelay}: from the
   * packet's arrival until the acknowledgement left, at most 8.4 ms, and from its arrival here on.
   *
   * @param hostPs at most the round-trip time, which is known; the receiver's in steps of 128 ns
   */
  default void onHostDelay(long hostPs) {}

  /**
   * The round-trip time of a NACK, before {@link #onTrim}: that of a packet whose header went ahead
   * of the data in the queues behind the one that trimmed it.
   *
   * @param rttPs from the latest transmission of the trimmed packet to now
   */
  default void onTrimRtt(long rttPs) {}

  /** A NACK for a trimmed packet, which will be sent again; it has already left the flight. */
  void onTrim(long nowPs, int frameBytes, long inFlightBytes);

  /**
   * Called in place of {@link #onTrim} for a packet that the last switch trimmed, where switches
   * say so: a trim like another, unless the receiver shares out that switch's link by credit.
   */
  default void onLastHopTrim(long nowPs, int frameBytes, long inFlightBytes) {
    onTrim(nowPs, frameBytes, inFlightBytes);
  }

  /** A packet's retransmission timer ran out; the packet has already left the flight. */
  void onTimeout(long nowPs, int frameBytes, long inFlightBytes);

  /** A data frame leaves, new or again. For schemes that spend credit or pace. */
  default void onSent(long nowPs, int frameBytes) {}

  /**
   * An acknowledgement or NACK with a mark, whether or not it says anything of data: for schemes
   * whose receiver sends marks as messages of their own (DCQCN's CNP).
   */
  default void onMark(long nowPs) {}

  /**
   * The code point of the data frame that is to leave, which says its queue at switches ({@link
   * io.smartt.host.settings.SettingsValues#dscp}), or {@link #DSCP_OF_FLOW}. May be called more
   * than once a frame.
   *
   * @param messageBytes size of the message that it is of
   * @param leftBytes of the message, what no acknowledgement covers, in whole packets
   */
  default int dscp(long messageBytes, long leftBytes) {
    return DSCP_OF_FLOW;
  }

  /**
   * The time at which {@link #onTimer} is to be called, {@code Long.MAX_VALUE} for never. Asked
   * after each event of the connection; nothing is called while no message is being sent.
   */
  default long timerPs() {
    return Long.MAX_VALUE;
  }

  /** The time of {@link #timerPs} has come; the next call is a nanosecond later at the earliest. */
  default void onTimer(long nowPs) {}

  /**
   * The choice of paths of a scheme that has one of its own; empty for the load balancer's. Asked
   * for once, when the connection opens, where hosts balance no load otherwise ({@code
   * load-balancer=ecmp}).
   */
  default Optional<PathSelector> paths() {
    return Optional.empty();
  }

  /**
   * Returns whether the receiver is to take packets in order only, and all from a lost one on are
   * sent again (go-back-N).
   */
  default boolean inOrder() {
    return false;
  }

  /**
   * Returns whether the next data frame may leave, given what is in flight. A receiver-driven
   * scheme also asks whether it holds credit.
   */
  default boolean maySend(long inFlightBytes, int frameBytes) {
    return inFlightBytes < windowBytes();
  }

  /** The congestion window, in frame bytes. */
  long windowBytes();

  /** The rate not to exceed, in bits per second, or {@link #UNPACED}. */
  default long pacingBps() {
    return UNPACED;
  }
}
