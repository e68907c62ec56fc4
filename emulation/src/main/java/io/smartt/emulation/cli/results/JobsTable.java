package io.smartt.emulation.cli.results;

import module java.base;

import io.smartt.experiment.report.JobReport;
import io.smartt.experiment.report.JobReport.CollectiveRecord;
import io.smartt.experiment.report.JobReport.JobRecord;

/** The part of the result table on jobs and collectives. */
final class JobsTable {
  private static final int MOST_ROWS = 8;
  private static final String JOB_ROW = "%-30s%6s%13s%13s%13s%13s%n";
  private static final String COLLECTIVE_ROW = "%-30s%6s%13s%13s%13s%13s%n";

  private JobsTable() {}

  static void append(Formatter table, JobReport report) {
    if (!report.jobs().isEmpty()) {
      table.format("%n" + JOB_ROW, "job", "ranks", "time", "computing", "exposed", "critical");
      report.jobs().stream().limit(MOST_ROWS).forEach(job -> job(table, job));
      more(table, report.jobs(), "jobs.csv");
    }
    if (!report.collectives().isEmpty()) {
      table.format(
          "%n" + COLLECTIVE_ROW, "collective", "ranks", "size", "time", "algbw", "busbw (GB/s)");
      report.collectives().stream().limit(MOST_ROWS).forEach(one -> collective(table, one));
      more(table, report.collectives(), "collectives.csv");
    }
  }

  private static void more(Formatter table, List<?> all, String file) {
    if (all.size() > MOST_ROWS) {
      table.format("and %d more, see %s%n", all.size() - MOST_ROWS, file);
    }
  }

  /** The last column is what messages have of the critical path. */
  private static void job(Formatter table, JobRecord job) {
    table.format(
        JOB_ROW,
        job.name(),
        job.ranks(),
        time(job.finishPs()),
        HumanFormat.timeOfPs(job.computePs()),
        HumanFormat.timeOfPs(job.exposedPs()),
        job.pathSteps() == 0
            ? "-"
            : String.format(
                Locale.ROOT,
                "%.0f %% sent",
                100.0 * job.pathMessagePs() / Math.max(1, job.finishPs().orElse(1))));
  }

  private static void collective(Formatter table, CollectiveRecord one) {
    table.format(
        COLLECTIVE_ROW,
        one.kind() + ", " + one.algorithm(),
        one.ranks(),
        HumanFormat.bytes(one.bytes()),
        time(one.timePs()),
        rate(one.algorithmGBps()),
        rate(one.busGBps()));
  }

  private static String time(OptionalLong ps) {
    return ps.isPresent() ? HumanFormat.timeOfPs(ps.getAsLong()) : "-";
  }

  private static String rate(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.3f", value.getAsDouble()) : "-";
  }
}
