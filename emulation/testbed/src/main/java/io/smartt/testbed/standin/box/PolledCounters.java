package io.smartt.testbed.standin.box;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.QueueCounterSource;

/**
 * COUNTERS_DB of a stand-in: the queues' counts as they were when they were last looked at, which
 * is once in {@code FLEX_COUNTER_TABLE}'s interval. Marks and trims are there if their groups are
 * enabled.
 */
final class PolledCounters implements QueueCounterSource {
  private static final String TABLE = "FLEX_COUNTER_TABLE";
  private static final String PREFIX = "SAI_QUEUE_STAT_";
  private static final int STANDARD_MS = 10_000;

  private final ConfigStore config;
  private final Supplier<Map<String, QueueCounters>> queues;
  private final Supplier<Duration> clock;
  private Map<String, QueueCounters> last = Map.of();
  private Optional<Duration> lookedAt = Optional.empty();

  /**
   * @param queues what they have counted until now, by name
   * @param clock time on the wall
   */
  PolledCounters(
      ConfigStore config, Supplier<Map<String, QueueCounters>> queues, Supplier<Duration> clock) {
    this.config = config;
    this.queues = queues;
    this.clock = clock;
  }

  @Override
  public Map<String, Long> counters(String name) {
    QueueCounters counted = looked().get(name);
    Map<String, Long> fields = new LinkedHashMap<>();
    if (counted == null || !isEnabled("QUEUE", "enable")) {
      return fields;
    }
    fields.put(PREFIX + "PACKETS", counted.dequeued().packets());
    fields.put(PREFIX + "BYTES", counted.dequeued().bytes());
    fields.put(PREFIX + "DROPPED_PACKETS", counted.dropped().packets());
    fields.put(PREFIX + "DROPPED_BYTES", counted.dropped().bytes());
    fields.put(PREFIX + "TRIM_PACKETS", counted.trimmed().packets());
    if (isEnabled("WRED_ECN_QUEUE", "disable")) {
      fields.put(PREFIX + "WRED_ECN_MARKED_PACKETS", counted.marked().packets());
      fields.put(PREFIX + "WRED_ECN_MARKED_BYTES", counted.marked().bytes());
    }
    return fields;
  }

  private boolean isEnabled(String group, String standard) {
    return config
        .table(TABLE)
        .path(group)
        .path("FLEX_COUNTER_STATUS")
        .asText(standard)
        .equals("enable");
  }

  private synchronized Map<String, QueueCounters> looked() {
    Duration now = clock.get();
    long intervalMs = config.table(TABLE).path("QUEUE").path("POLL_INTERVAL").asLong(STANDARD_MS);
    if (lookedAt.isEmpty() || now.minus(lookedAt.get()).toMillis() >= intervalMs) {
      last = queues.get();
      lookedAt = Optional.of(now);
    }
    return last;
  }
}
