package io.smartt.emulation.gnmi;

import io.smartt.emulation.counters.QueueCounters;
import io.smartt.emulation.counters.QueueRecord;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * A port of a switch and what its queues have counted.
 *
 * @param number as P4 sees it, from 1 on
 * @param peer who is at the other end of its cable; empty without one
 * @param up whether its link carries packets; empty if that is not known
 * @param received what arrived; empty if the fabric does not count that
 */
record CountedPort(
    int number,
    Optional<String> peer,
    Optional<Boolean> up,
    List<QueueRecord> queues,
    Optional<PacketByteCount> received) {
  /** Lanes of a port, by whose first SONiC names it. */
  private static final int LANES = 4;

  /**
   * As SONiC names the ports of a switch with four lanes each: {@code Ethernet0}, {@code Ethernet4}
   * (sonic-buildimage, device/virtual/x86_64-kvm_x86_64-r0/Force10-S6000/port_config.ini).
   */
  String name() {
    return "Ethernet" + (number - 1) * LANES;
  }

  /** The sum of a counter over the queues. */
  long sum(ToLongFunction<QueueCounters> counter) {
    return queues.stream().map(QueueRecord::counters).mapToLong(counter).sum();
  }
}
