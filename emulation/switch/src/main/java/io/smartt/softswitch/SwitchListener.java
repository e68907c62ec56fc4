package io.smartt.softswitch;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline.Digest;

/** Hears what a switch does with packets, from within {@code receive} and {@code transmit}. */
public interface SwitchListener {
  /** A packet was queued for this port. */
  void portReady(int port);

  /**
   * A packet that was cut short here leaves; {@code transmit} returns it next.
   *
   * @param receivedBytes its length before
   */
  default void trimmed(long nowPs, int port, int queue, int receivedBytes) {}

  /**
   * A packet that came without CE leaves with it; {@code transmit} returns it next.
   *
   * @param depthPackets what waits behind it
   */
  default void marked(long nowPs, int port, int queue, int depthPackets) {}

  /** The program wants the control plane to learn something. */
  default void digest(long nowPs, Digest digest) {}

  /** A packet found no room. */
  default void dropped(long nowPs, int port) {}

  /** The packet of {@link #dropped}, before its context carries another. */
  default void notQueued(PacketContext context, int port) {}

  /** The program asked for a copy or a pass beyond the bounds of one packet, and did not get it. */
  default void endless(long nowPs, EndlessRequest request) {}

  /**
   * A program asked for one more copy, pass or parser state than the switch gives one packet, and
   * did not get it. No port may be kept busy for ever by a packet that has long left. simple_switch
   * has no such bound (behavioral-model 9674187f, targets/simple_switch/simple_switch.cpp: an
   * egress clone of an egress clone is queued again without end in {@code egress_thread}, a
   * resubmitted packet in {@code ingress_thread}); there a loop takes one of four egress threads,
   * here it would take the switch.
   *
   * @param control that asked, by its name in the program; {@code parser}
   * @param asked what for, by the program's word
   * @param bound how much of it there is
   * @param kind what the bound counts
   */
  record EndlessRequest(String control, String asked, int bound, Kind kind) {
    private static final String REFUSED =
        "control %s asks for %s without end; it is refused, since ";

    /** The requests that are bounded. */
    public enum Kind {
      /** The number of times that one packet, its forebears included, goes round. */
      PASSES(REFUSED + "a packet goes round at most %d times"),
      /** The limit of all that becomes of one received packet beyond its first copies. */
      OFFSPRING(
          REFUSED + "one received packet causes at most %d copies of copies and further passes"),
      /** Parser states that one pass of a packet enters. */
      STATES(
          "%s goes through %s without end; it is ended with ParserTimeout, since a packet meets at"
              + " most %d of them");

      private final String text;

      Kind(String text) {
        this.text = text;
      }
    }

    /** Returns what is wrong, for people. */
    public String text() {
      return kind.text.formatted(control, asked, bound);
    }
  }
}
