package io.smartt.emulation.softswitch;

/**
 * A program asked for one more copy or pass than the switch gives one packet, and did not get it.
 * No port may be kept busy for ever by a packet that has long left. simple_switch has no such bound
 * (behavioral-model 9674187f, targets/simple_switch/simple_switch.cpp: an egress clone of an egress
 * clone is queued again without end in {@code egress_thread}, a resubmitted packet in {@code
 * ingress_thread}); there a loop takes one of four egress threads, here it would take the switch.
 *
 * @param control that asked, by its name in the program
 * @param asked what for, by the program's word
 * @param bound how much of it there is
 * @param kind what the bound counts
 */
public record EndlessRequest(String control, String asked, int bound, Kind kind) {
  /** What is bounded. */
  public enum Kind {
    /** How often one packet, its forebears included, goes round. */
    PASSES("a packet goes round at most %d times"),
    /** All that becomes of one received packet beyond its first copies. */
    OFFSPRING("one received packet causes at most %d copies of copies and further passes");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** What is wrong, for people. */
  public String text() {
    return "control %s asks for %s without end; it is refused, since %s"
        .formatted(control, asked, kind.text.formatted(bound));
  }
}
