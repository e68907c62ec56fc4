package io.smartt.emulation.softswitch.standalone;

/** Hears, on the switch's thread, that packets were queued for a port or left it. */
@FunctionalInterface
public interface QueueWatch {
  /** Its queues are not as they were. */
  void changed(int port, long nowPs);
}
