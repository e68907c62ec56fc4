package io.smartt.softswitch;

/**
 * A program asked for one more copy, pass or parser state than the switch gives one packet, and did
 * not get it. No port may be kept busy for ever by a packet that has long left. simple_switch has
 * no such bound (behavioral-model 9674187f, targets/simple_switch/simple_switch.cpp: an egress
 * clone of an egress clone is queued again without end in {@code egress_thread}, a resubmitted
 * packet in {@code ingress_thread}); there a loop takes one of four egress threads, here it would
 * take the switch.
 *
 * @param control that asked, by its name in the program; {@code parser}
 * @param asked what for, by the program's word
 * @param bound how much of it there is
 * @param kind what the bound counts
 */
public record EndlessRequest(String control, String asked, int bound, Kind kind) {
  private static final String REFUSED = "control %s asks for %s without end; it is refused, since ";

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
