package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary;
import io.smartt.switchd.console.TextTable;

/** The errors of completion times of a run that skipped time, against one that did not. */
final class SkipErrors {
  private record FlowError(int flow, double wholeUs, double skippedUs) {
    double percent() {
      return 100 * (skippedUs / wholeUs - 1);
    }
  }

  private static final double PS_PER_US = 1e6;

  private final RunResult whole;
  private final RunResult skipped;
  private final List<FlowError> errors;

  SkipErrors(RunSummary whole, RunSummary skipped) {
    this.whole = whole.result();
    this.skipped = skipped.result();
    List<FlowRecord> others = this.skipped.flows();
    errors =
        IntStream.range(0, others.size())
            .filter(i -> this.whole.flows().get(i).finished() && others.get(i).finished())
            .mapToObj(i -> error(this.whole.flows().get(i), others.get(i)))
            .sorted(Comparator.comparingDouble(FlowError::percent))
            .toList();
  }

  private static FlowError error(FlowRecord whole, FlowRecord skipped) {
    return new FlowError(
        whole.id(),
        whole.completionPs().orElseThrow() / PS_PER_US,
        skipped.completionPs().orElseThrow() / PS_PER_US);
  }

  boolean bothCompleted() {
    return whole.status().isSuccess() && skipped.status().isSuccess();
  }

  /** Returns how many times as many packets went through switches. */
  private double timesFewer() {
    return (double) whole.cost().packetHops() / Math.max(1, skipped.cost().packetHops());
  }

  String table() {
    TextTable table =
        new TextTable("completion time", "flow", "whole (us)", "skipped (us)", "error");
    if (!errors.isEmpty()) {
      row(table, "earliest against it", errors.getFirst());
      row(table, "median", errors.get(errors.size() / 2));
      row(table, "latest against it", errors.getLast());
    }
    return String.format(
        Locale.ROOT,
        "%n%s%n%d of %d flows finished in both, %.1f times fewer packet hops, %.1f s and %.1f s%n",
        table,
        errors.size(),
        whole.flows().size(),
        timesFewer(),
        whole.cost().wallSeconds(),
        skipped.cost().wallSeconds());
  }

  private static void row(TextTable table, String name, FlowError error) {
    table.row(
        name,
        String.valueOf(error.flow),
        String.format(Locale.ROOT, "%.2f", error.wholeUs),
        String.format(Locale.ROOT, "%.2f", error.skippedUs),
        String.format(Locale.ROOT, "%+.2f %%", error.percent()));
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("timesFewerHops", timesFewer());
    fields.put("wholeSeconds", whole.cost().wallSeconds());
    fields.put("skippedSeconds", skipped.cost().wallSeconds());
    fields.put(
        "flows",
        errors.stream()
            .map(one ->
                Map.of(
                    "flow", one.flow,
                    "wholeUs", one.wholeUs,
                    "skippedUs", one.skippedUs,
                    "errorPercent", one.percent()))
            .toList());
    return fields;
  }
}
