package io.smartt.emulation.standin.sonic;

import java.util.List;
import java.util.Map;

/** What a switch has counted, as COUNTERS_DB shows it. */
public interface QueueCounterSource {
  /** Of a switch that counts nothing. */
  QueueCounterSource NONE =
      new QueueCounterSource() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public Map<String, Long> counters(String name) {
          return Map.of();
        }
      };

  /** Returns the names of the queues, {@code Ethernet0:6}, always in one order. */
  List<String> names();

  /** Returns the SAI statistics of a queue by name, {@code SAI_QUEUE_STAT_PACKETS}. */
  Map<String, Long> counters(String name);
}
