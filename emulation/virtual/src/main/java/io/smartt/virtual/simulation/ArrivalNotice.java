package io.smartt.virtual.simulation;

/**
 * The arrivals that one sender sends to an event queue of another part, for {@link
 * EventQueue.ArrivalSource}. A sender says here that it has sent; the receiver looks at its source
 * as the next window begins, and at no other.
 */
public final class ArrivalNotice {
  private static final int NEVER = -1;

  private final DueTimes dueTimes;
  private final EventQueue to;
  private final int place;
  private int saidInWindow = NEVER;

  /**
   * @param place of the source among those of its queue
   */
  ArrivalNotice(DueTimes dueTimes, EventQueue to, int place) {
    this.dueTimes = dueTimes;
    this.to = to;
    this.place = place;
  }

  /**
   * Says that something was sent.
   *
   * @param from the sender's event queue
   * @param timePs when it arrives
   */
  public void sent(EventQueue from, long timePs) {
    from.sent(timePs);
    int window = dueTimes.window();
    if (window != saidInWindow) {
      saidInWindow = window;
      to.expect(place, window);
    }
  }
}
