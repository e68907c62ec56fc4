package io.smartt.emulation.diff;

import java.util.List;

/**
 * A number that runs are compared by.
 *
 * @param key in {@code summary.json}, with dots between keys
 * @param title for people
 * @param column of a sweep's {@code runs.csv}; empty where it has none
 */
public record Measure(String key, String title, String column) {
  /** All, in the order of tables. */
  public static final List<Measure> ALL =
      List.of(
          new Measure("flows.count", "flows", "flows"),
          new Measure("flows.finished", "finished flows", "finished"),
          new Measure("fctUs.min", "completion time, min (us)", "fct_us_min"),
          new Measure("fctUs.median", "completion time, median (us)", "fct_us_median"),
          new Measure("fctUs.p99", "completion time, p99 (us)", "fct_us_p99"),
          new Measure("fctUs.max", "completion time, max (us)", "fct_us_max"),
          new Measure("slowdown.median", "slowdown, median", "slowdown_median"),
          new Measure("slowdown.p99", "slowdown, p99", "slowdown_p99"),
          new Measure("slowdown.max", "slowdown, max", "slowdown_max"),
          new Measure("lastFinishUs", "last finish (us)", "last_finish_us"),
          new Measure("jain", "fairness (Jain)", "jain"),
          new Measure("marks", "marks", "marks"),
          new Measure("trims", "trims", "trims"),
          new Measure("drops", "drops", "drops"),
          new Measure("retransmissions", "retransmissions", "retransmissions"),
          new Measure("timeouts", "timeouts", "timeouts"),
          new Measure("reorderPeak.packets", "reorder peak (packets)", ""),
          new Measure("pauseFrames", "pause frames", ""),
          new Measure("bytesDelivered", "bytes delivered", "bytes_delivered"),
          new Measure("packetHops", "packet hops", "packet_hops"));
}
