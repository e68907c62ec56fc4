package io.smartt.testbed.standin.asic;

/** Reads how much waits in a queue. */
@FunctionalInterface
public interface QueueDepths {
  /** Returns the bytes that wait. */
  long bytes(int port, int queue);
}
