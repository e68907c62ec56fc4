package io.smartt.testbed.standin.sonic;

import java.util.Map;

/** The counts of a switch, as COUNTERS_DB shows them. */
@FunctionalInterface
public interface QueueCounterSource {
  /** The counts of a switch without traffic. */
  QueueCounterSource NONE =
      _ ->
          Map.of(
              "SAI_QUEUE_STAT_PACKETS", 0L,
              "SAI_QUEUE_STAT_BYTES", 0L,
              "SAI_QUEUE_STAT_DROPPED_PACKETS", 0L,
              "SAI_QUEUE_STAT_DROPPED_BYTES", 0L,
              "SAI_QUEUE_STAT_TRIM_PACKETS", 0L,
              "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", 0L,
              "SAI_QUEUE_STAT_WRED_ECN_MARKED_BYTES", 0L);

  /**
   * Returns the SAI statistics of a queue by name, {@code SAI_QUEUE_STAT_PACKETS}; none: it is not
   * counted.
   *
   * @param name {@code Ethernet0:6}
   */
  Map<String, Long> counters(String name);
}
