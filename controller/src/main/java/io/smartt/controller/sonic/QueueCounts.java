package io.smartt.controller.sonic;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a queue of a SONiC switch has counted since its ASIC began to: SAI's statistics of queues. A
 * switch counts only some; the others are 0.
 *
 * @param sentPackets that left it
 * @param droppedPackets that it refused
 * @param trimmedPackets that did not fit and were cut
 * @param markedPackets that got ECN CE
 */
public record QueueCounts(
    long sentPackets,
    long sentBytes,
    long droppedPackets,
    long droppedBytes,
    long trimmedPackets,
    long markedPackets,
    long markedBytes) {
  static QueueCounts of(JsonNode fields) {
    return new QueueCounts(
        number(fields, "PACKETS"),
        number(fields, "BYTES"),
        number(fields, "DROPPED_PACKETS"),
        number(fields, "DROPPED_BYTES"),
        number(fields, "TRIM_PACKETS"),
        number(fields, "WRED_ECN_MARKED_PACKETS"),
        number(fields, "WRED_ECN_MARKED_BYTES"));
  }

  private static long number(JsonNode fields, String name) {
    return fields.path("SAI_QUEUE_STAT_" + name).asLong();
  }
}
