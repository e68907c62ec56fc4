package io.smartt.emulation.softswitch.standalone;

/** Hears, on the switch's thread, that packets were queued for a port or left it. */
@FunctionalInterface
public interface QueueWatch {
  /** Its queues are not as they were. */
  void changed(int port, long nowPs);

  /**
   * A packet takes the wire of a port that has a rate, never before the one before it has left.
   *
   * @param toPs when its last bit leaves, on the switch's clock
   */
  default void sent(int port, long fromPs, long toPs) {}

  /** A packet leaves that was cut to its headers here. */
  default void trimmed(int port, int queue, long nowPs) {}

  /** A packet leaves that was marked CE here. */
  default void marked(int port, int queue, long nowPs) {}

  /** A packet for a port found no room. */
  default void dropped(int port, long nowPs) {}
}
