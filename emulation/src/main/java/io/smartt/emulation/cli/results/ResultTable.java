package io.smartt.emulation.cli.results;

import module java.base;

import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.JobReport;
import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory;
import io.smartt.experiment.report.RunResult.RunPlan;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary;

/** The table that ends a run on the terminal. */
public final class ResultTable {
  private static final int MOST_ROWS = 8;
  private static final String ROW = "%-30s%6s%13s%13s%13s%13s%n";

  private static final String DISTRIBUTION_ROW = "%-18s%14s%14s%14s%14s%n";

  private static final int MOST_EVENTS = 8;
  private static final double US_PER_S = 1e6;

  private ResultTable() {}

  public static String of(RunSummary summary, Path folder) {
    return of(summary) + String.format(Locale.ROOT, "%nrun folder: %s%n", folder);
  }

  /** The same of a run that leaves no folder. */
  public static String of(RunSummary summary) {
    Formatter table = new Formatter(Locale.ROOT);
    var identity = summary.result().identity();
    table.format("%n%s on %s, %s%n", identity.workload(), identity.topology(), identity.fabric());
    table.format(
        "%s, %s, trimming %s, constants %s, seed %d%n%n",
        identity.transport().scheme(),
        identity.transport().loadBalancer(),
        identity.transport().trimming(),
        identity.transport().constants(),
        identity.seed());
    if (summary.result().ending().plan().isPresent()) {
      plan(table, summary.result().ending().plan().get());
      return table.toString();
    }
    if (summary.result().status() != RunStatus.COMPLETED) {
      String why = summary.result().message().map(message -> ": " + message).orElse("");
      table.format("%s%s%n%n", summary.result().status().name(), why);
    }
    history(table, summary.result().history());
    table.format(DISTRIBUTION_ROW, "", "min", "median", "p99", "max");
    shown(summary, true).forEach(measure -> spread(table, measure, summary));
    table.format("%n");
    String flows = RunSummary.grouped(summary.flows());
    value(
        table,
        "flows",
        summary.finishedFlows() == summary.flows()
            ? flows
            : RunSummary.grouped(summary.finishedFlows()) + " of " + flows);
    for (Measure measure : shown(summary, false)) {
      String value = measure.of(summary).map(one -> text(measure.unit(), one)).orElse("-");
      table.format("%-18s%14s%s%n", measure.title(), value, note(measure, summary));
    }
    appendJobs(table, summary.result().jobs());
    summary.cause().ifPresent(cause -> table.format("%ncause: %s%n", cause));
    return table.toString();
  }

  private static List<Measure> shown(RunSummary summary, boolean spread) {
    return Measure.ALL.stream()
        .filter(measure -> measure.isSpread() == spread && measure.isShown(summary))
        .toList();
  }

  private static String note(Measure measure, RunSummary summary) {
    String note = measure.note(summary);
    return note.isEmpty() ? "" : "   (" + note + ")";
  }

  private static String text(Measure.Unit unit, Object value) {
    return switch (unit) {
      case COUNT, PACKETS -> RunSummary.grouped(((Number) value).longValue());
      case BYTES -> HumanFormat.bytes(((Number) value).longValue());
      case SECONDS -> String.format(Locale.ROOT, "%.2f s", (Double) value);
      case RATIO -> String.format(Locale.ROOT, "%.4f", (Double) value);
      case US -> HumanFormat.time(((Number) value).doubleValue());
      case TEXT -> value.toString();
    };
  }

  /** A line on time that was not kept, and what happened to the run. */
  private static void history(Formatter table, RunHistory history) {
    Optional<String> late =
        history.timeliness().filter(time -> !time.timely()).map(RunHistory.Timeliness::warning);
    late.ifPresent(warning -> table.format("WARNING: %s%n", warning));
    // The warning says that already.
    List<RunEvent> events =
        history.events().stream()
            .filter(event -> event.kind() != RunEvent.Kind.MACHINE_LATE)
            .filter(event -> event.kind() != RunEvent.Kind.COLD_START)
            .toList();
    events.stream()
        .limit(MOST_EVENTS)
        .forEach(event ->
            table.format("%-10s %s%n", HumanFormat.timeOfPs(event.timePs()), event.what()));
    more(table, events, MOST_EVENTS, " events", "events.csv");
    if (late.isPresent() || !events.isEmpty()) {
      table.format("%n");
    }
  }

  private static void more(Formatter table, List<?> all, int most, String what, String file) {
    if (all.size() > most) {
      table.format("and %d more%s, see %s%n", all.size() - most, what, file);
    }
  }

  private static void plan(Formatter table, RunPlan plan) {
    table.format("planned, not run%n%n");
    value(table, "hosts", RunSummary.grouped(plan.hosts()));
    value(table, "switches", RunSummary.grouped(plan.switches()));
    value(table, "links", RunSummary.grouped(plan.links()));
    value(table, "table entries", RunSummary.grouped(plan.entries()));
    value(table, "data packets", RunSummary.grouped(plan.packets()));
    value(table, "packet hops", RunSummary.grouped(plan.packetHops()));
    value(table, "ideal completion", HumanFormat.time(plan.idealSeconds() * US_PER_S));
    table.format("%non fabric virtual, two cores, estimated:%n");
    value(table, "wall time", String.format(Locale.ROOT, "%.1f s", plan.wallSeconds()));
    value(table, "memory", HumanFormat.bytes(plan.memoryBytes()));
  }

  private static void spread(Formatter table, Measure measure, RunSummary summary) {
    if (!(measure.of(summary).orElse("") instanceof Distribution all)) {
      table.format(DISTRIBUTION_ROW, measure.title(), "-", "-", "-", "-");
      return;
    }
    if (measure.unit() == Measure.Unit.US) {
      times(table, measure.title(), all);
      return;
    }
    ratios(table, measure.title(), all, note(measure, summary));
    if (measure.key().equals("slowdown")) {
      summary
          .schemes()
          .forEach(share ->
              share
                  .slowdown()
                  .ifPresent(values -> ratios(table, "  " + share.scheme(), values, "")));
    }
  }

  private static void times(Formatter table, String name, Distribution us) {
    // One unit for the row, so that its numbers can be compared at a glance.
    HumanFormat.TimeUnit unit = HumanFormat.TimeUnit.fitting(us.max());
    table.format(
        DISTRIBUTION_ROW,
        name,
        unit.format(us.min()),
        unit.format(us.median()),
        unit.format(us.p99()),
        unit.format(us.max()));
  }

  private static void ratios(Formatter table, String name, Distribution ratio, String note) {
    table.format(
        "%-18s%14.3f%14.3f%14.3f%14.3f%s%n",
        name, ratio.min(), ratio.median(), ratio.p99(), ratio.max(), note);
  }

  private static void value(Formatter table, String name, String value) {
    table.format("%-18s%14s%n", name, value);
  }

  private static void appendJobs(Formatter table, JobReport report) {
    if (!report.jobs().isEmpty()) {
      table.format("%n" + ROW, "job", "ranks", "time", "computing", "exposed", "critical");
      report.jobs().stream().limit(MOST_ROWS).forEach(job -> job(table, job));
      more(table, report.jobs(), MOST_ROWS, "", "jobs.csv");
    }
    if (!report.collectives().isEmpty()) {
      table.format("%n" + ROW, "collective", "ranks", "size", "time", "algbw", "busbw (GB/s)");
      report.collectives().stream().limit(MOST_ROWS).forEach(one -> collective(table, one));
      more(table, report.collectives(), MOST_ROWS, "", "collectives.csv");
    }
  }

  /** The last column is what messages have of the critical path. */
  private static void job(Formatter table, JobReport.JobRecord job) {
    table.format(
        ROW,
        job.name(),
        job.ranks(),
        time(job.work().finishPs()),
        HumanFormat.timeOfPs(job.work().computePs()),
        HumanFormat.timeOfPs(job.work().exposedPs()),
        job.pathSteps() == 0
            ? "-"
            : String.format(
                Locale.ROOT,
                "%.0f %% sent",
                100.0 * job.pathMessagePs() / Math.max(1, job.work().finishPs().orElse(1))));
  }

  private static void collective(Formatter table, JobReport.CollectiveRecord one) {
    table.format(
        ROW,
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
