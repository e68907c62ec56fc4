package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;

/**
 * One number that each queue of a switch counts, declared once: {@code switches.csv}, the page and
 * Prometheus follow from it.
 *
 * @param column name in the CSV
 * @param key in the page's JSON; empty if the page does not have it
 * @param family what Prometheus calls it, without the suffix of counters; empty if it is not
 *     scraped
 * @param meaning what Prometheus says of it
 * @param by who counts it
 * @param count of a queue
 */
public record QueueMeasure(
    String column,
    String key,
    String family,
    String meaning,
    Set<CountedBy> by,
    ToLongFunction<QueueCounters> count) {
  private static final Set<CountedBy> ALWAYS = Set.of(CountedBy.values());
  private static final Set<CountedBy> OF_QUEUES = Set.of(CountedBy.TRAFFIC_MANAGER, CountedBy.ASIC);
  private static final Set<CountedBy> HERE = Set.of(CountedBy.TRAFFIC_MANAGER);

  /** The measures of a queue, in the order of the columns. */
  public static final List<QueueMeasure> ALL =
      List.of(
          unseen("enqueued_packets", HERE, counted -> counted.enqueued().packets()),
          unseen("enqueued_bytes", HERE, counted -> counted.enqueued().bytes()),
          new QueueMeasure(
              "dequeued_packets",
              "packets",
              "smartt_queue_sent_packets",
              "Packets that left a queue",
              OF_QUEUES,
              counted -> counted.dequeued().packets()),
          new QueueMeasure(
              "dequeued_bytes",
              "bytes",
              "smartt_queue_sent_bytes",
              "Bytes that left a queue",
              OF_QUEUES,
              counted -> counted.dequeued().bytes()),
          new QueueMeasure(
              "dropped_packets",
              "drops",
              "smartt_queue_dropped_packets",
              "Packets that found a queue full",
              OF_QUEUES,
              counted -> counted.dropped().packets()),
          unseen("dropped_bytes", OF_QUEUES, counted -> counted.dropped().bytes()),
          new QueueMeasure(
              "trimmed_packets",
              "trims",
              "smartt_queue_trimmed_packets",
              "Data packets cut for a queue",
              ALWAYS,
              counted -> counted.trimmed().packets()),
          unseen(
              "trimmed_bytes",
              Set.of(CountedBy.TRAFFIC_MANAGER, CountedBy.PROGRAM),
              counted -> counted.trimmed().bytes()),
          new QueueMeasure(
              "marked_packets",
              "marks",
              "smartt_queue_marked_packets",
              "Packets marked in a queue",
              ALWAYS,
              counted -> counted.marked().packets()),
          unseen("marked_bytes", ALWAYS, counted -> counted.marked().bytes()),
          new QueueMeasure(
              "max_depth_packets", "maxPackets", "", "", HERE, QueueCounters::maxDepthPackets),
          new QueueMeasure(
              "max_depth_bytes",
              "maxBytes",
              "smartt_queue_peak_bytes",
              "The most that has waited in a queue",
              HERE,
              QueueCounters::maxDepthBytes));

  private static QueueMeasure unseen(
      String column, Set<CountedBy> by, ToLongFunction<QueueCounters> count) {
    return new QueueMeasure(column, "", "", "", by, count);
  }

  /** Returns what it is of a queue; empty: nobody counts it there. */
  public Optional<Long> of(QueueCounters counters) {
    return by.contains(counters.countedBy())
        ? Optional.of(count.applyAsLong(counters))
        : Optional.empty();
  }

  /** Returns those that Prometheus gets. */
  public static List<QueueMeasure> scraped() {
    return ALL.stream().filter(measure -> !measure.family.isEmpty()).toList();
  }

  /** Returns whether it only grows. */
  public boolean isSum() {
    return !column.startsWith("max_");
  }
}
