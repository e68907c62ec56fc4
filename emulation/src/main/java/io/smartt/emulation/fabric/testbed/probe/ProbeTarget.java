package io.smartt.emulation.fabric.testbed.probe;

import io.smartt.emulation.experiment.PortPlan;
import io.smartt.emulation.topology.Host;
import java.util.List;

/**
 * A port towards a host, with the hosts that fill its queue.
 *
 * @param rateBps of the port
 * @param port what its queues should do
 * @param frameBytes of a data frame
 * @param trims whether what does not fit is trimmed; else it is dropped
 */
record ProbeTarget(
    Host host, List<Host> senders, long rateBps, PortPlan port, int frameBytes, boolean trims) {
  /** Frames of a sender before the burst, of each class: the quickest says how long the way is. */
  static final int HELLOS = 3;

  static final int CONTROL_BYTES = 64;

  /** Data frames of a burst between two control frames. */
  static final int CONTROL_EVERY = 4;

  private static final long NS_PER_S = 1_000_000_000L;
  private static final double MARGIN = 1.4;
  private static final int MORE = 4;

  /** Copies. */
  ProbeTarget {
    senders = List.copyOf(senders);
  }

  /** How long a data frame takes, nanoseconds. */
  long frameNs() {
    return ns(frameBytes);
  }

  /** How long some bytes take at the port, nanoseconds. */
  long ns(long bytes) {
    return bytes * Byte.SIZE * NS_PER_S / rateBps;
  }

  /** What leaves in some time. */
  long bytes(long ns) {
    return Math.round((double) ns * rateBps / Byte.SIZE / NS_PER_S);
  }

  /** Data frames of each sender, which together fill the queue while it empties at its rate. */
  int burst() {
    int count = senders.size();
    double total = MARGIN * port.dataBytes() / frameBytes * count / Math.max(1, count - 1) + MORE;
    return (int) Math.ceil(total / count);
  }
}
