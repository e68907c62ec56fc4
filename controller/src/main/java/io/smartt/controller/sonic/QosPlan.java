package io.smartt.controller.sonic;

import io.smartt.controller.forwarding.DscpPlan;
import java.util.Optional;

/**
 * How a switch tells packets apart and queues them. A queue's index is also the traffic class that
 * leads to it.
 *
 * @param dataQueue for data: RED, trimmed
 * @param controlQueue for ACKs, NACKs, credits and trimmed packets; served first
 * @param otherQueue for all other traffic, which no RED may touch, as RED drops what is not
 *     ECN-capable
 * @param pool of buffers at egress, {@code BUFFER_POOL}
 * @param trim empty: what does not fit is dropped
 */
public record QosPlan(
    DscpPlan dscp,
    int dataQueue,
    int controlQueue,
    int otherQueue,
    String pool,
    Optional<Trim> trim) {
  /**
   * Trimming by the ASIC.
   *
   * @param bytes what is left of a packet
   */
  public record Trim(int bytes) {}
}
