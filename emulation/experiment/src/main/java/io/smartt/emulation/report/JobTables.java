package io.smartt.emulation.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The CSVs of jobs. */
final class JobTables {
  private JobTables() {}

  static void jobs(Writer out, List<JobRecord> jobs) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("job", "ranks", "operations", "done", "finish_us", "compute_us")
        .fields("communication_us", "exposed_us", "sent_bytes", "critical_steps")
        .fields("critical_compute_us", "critical_message_us", "critical_slowed_us")
        .endRow();
    for (JobRecord job : jobs) {
      csv.field(job.name()).field(job.ranks()).field(job.operations()).field(job.done());
      timeUs(csv, job.finishPs());
      csv.fieldUs(job.computePs()).fieldUs(job.communicationPs()).fieldUs(job.exposedPs());
      csv.field(job.sentBytes());
      if (job.pathSteps() == 0) {
        csv.empty().empty().empty().empty();
      } else {
        csv.field(job.pathSteps()).fieldUs(job.pathComputePs()).fieldUs(job.pathMessagePs());
        csv.fieldUs(job.pathSlowedPs());
      }
      csv.endRow();
    }
    csv.flush();
  }

  static void ranks(Writer out, List<RankRecord> ranks) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("job", "rank", "host", "operations", "done", "finish_us", "compute_us")
        .fields("slowed_us", "communication_us", "exposed_us", "sent_bytes", "waits_for")
        .endRow();
    for (RankRecord rank : ranks) {
      csv.field(rank.job()).field(rank.rank()).field(rank.host());
      csv.field(rank.operations()).field(rank.done());
      timeUs(csv, rank.finishPs());
      csv.fieldUs(rank.computePs()).fieldUs(rank.slowedPs());
      csv.fieldUs(rank.communicationPs()).fieldUs(rank.exposedPs());
      csv.field(rank.sentBytes()).field(rank.waitsFor().orElse("")).endRow();
    }
    csv.flush();
  }

  static void collectives(Writer out, List<CollectiveRecord> collectives) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("job", "collective", "kind", "algorithm", "ranks", "size_bytes", "start_us")
        .fields("entered_us", "finish_us", "time_us", "algorithm_gbytes_s", "bus_gbytes_s")
        .endRow();
    for (CollectiveRecord one : collectives) {
      csv.field(one.job()).field(one.name()).field(one.kind()).field(one.algorithm());
      csv.field(one.ranks()).field(one.bytes());
      timeUs(csv, one.startPs());
      timeUs(csv, one.startPs().isPresent() ? OptionalLong.of(one.enteredPs()) : one.startPs());
      timeUs(csv, one.finishPs());
      timeUs(csv, one.timePs());
      rate(csv, one.algorithmGBps());
      rate(csv, one.busGBps());
      csv.endRow();
    }
    csv.flush();
  }

  static void criticalPaths(Writer out, List<CriticalStep> steps) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("job", "step", "rank", "host", "operation", "place", "what")
        .fields("start_us", "finish_us", "time_us", "next_waits_for")
        .endRow();
    for (CriticalStep step : steps) {
      csv.field(step.job()).field(step.step()).field(step.rank()).field(step.host());
      csv.field(step.kind()).field(step.place()).field(step.what());
      csv.fieldUs(step.startPs()).fieldUs(step.finishPs());
      csv.fieldUs(step.finishPs() - step.startPs()).field(step.link()).endRow();
    }
    csv.flush();
  }

  private static void timeUs(CsvWriter csv, OptionalLong ps) throws IOException {
    if (ps.isPresent()) {
      csv.fieldUs(ps.getAsLong());
    } else {
      csv.empty();
    }
  }

  private static void rate(CsvWriter csv, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      csv.field(value.getAsDouble());
    } else {
      csv.empty();
    }
  }
}
