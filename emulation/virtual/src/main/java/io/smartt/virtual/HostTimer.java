package io.smartt.virtual;

import io.smartt.experiment.traffic.Traffic.FlowClock;
import io.smartt.virtual.simulation.EventQueue;
import java.util.function.LongConsumer;

/**
 * A timer of hosts in virtual time. A standing network has each for all of its runs, since an event
 * queue keeps what is made for it.
 */
final class HostTimer extends EventQueue.Event implements FlowClock, FlowClock.Timer {
  private final EventQueue eventQueue;
  private LongConsumer onRing = _ -> {};
  private long basePs;

  /**
   * @param number of its event
   */
  HostTimer(EventQueue eventQueue, int number) {
    super(eventQueue, number);
    this.eventQueue = eventQueue;
  }

  /** Counts time from an instant of the network on. */
  HostTimer from(long newBasePs) {
    basePs = newBasePs;
    return this;
  }

  /** The instant of the event queue that it is set to; {@code Long.MAX_VALUE} if it is not. */
  long duePs() {
    return isScheduled() ? eventQueue.timeOf(this) : Long.MAX_VALUE;
  }

  /** Moves its time on, and what it is set to so much closer. */
  void skip(long ps) {
    basePs -= ps;
    if (isScheduled()) {
      eventQueue.schedule(this, eventQueue.timeOf(this) - ps);
    }
  }

  /** Forgets what it was set to. */
  void end() {
    eventQueue.cancel(this);
  }

  long nowPs() {
    return eventQueue.nowPs() - basePs;
  }

  @Override
  public Timer timer(LongConsumer newOnRing) {
    onRing = newOnRing;
    return this;
  }

  @Override
  public void at(long timePs) {
    if (!isScheduled() || basePs + timePs < eventQueue.timeOf(this)) {
      eventQueue.schedule(this, basePs + timePs);
    }
  }

  @Override
  public void now() {
    eventQueue.schedule(this, eventQueue.nowPs());
  }

  @Override
  protected void fire(long nowPs) {
    onRing.accept(nowPs - basePs);
  }
}
