package io.smartt.emulation.softswitch;

/** Told what a switch does with packets, from within {@code receive} and {@code transmit}. */
public interface SwitchListener {
  /** A packet was queued for this port. */
  void portReady(int port);

  /**
   * A packet that was cut short here entered a queue.
   *
   * @param depthPackets what waits in that queue now
   */
  default void trimmed(long nowPs, int port, int queue, int depthPackets) {}

  /** A packet that came without CE leaves with it. {@code transmit} returns it next. */
  default void marked(long nowPs, int port, int queue, int depthPackets) {}

  /** A packet found no room. */
  default void dropped(long nowPs, int port) {}
}
