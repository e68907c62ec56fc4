package io.smartt.emulation.cli.results;

import io.smartt.emulation.counters.Drops;
import io.smartt.emulation.counters.PacketLedger;
import io.smartt.emulation.report.Distribution;
import io.smartt.emulation.report.RunEvent;
import io.smartt.emulation.report.RunHistory;
import io.smartt.emulation.report.RunPlan;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.report.RunSummary;
import io.smartt.emulation.report.Timeliness;
import io.smartt.emulation.report.UnknownEnds;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The table that ends a run on the terminal. */
public final class ResultTable {
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
    var identity = summary.identity();
    table.format("%n%s on %s, %s%n", identity.workload(), identity.topology(), identity.fabric());
    table.format(
        "%s, %s, trimming %s, constants %s, seed %d%n%n",
        identity.scheme(),
        identity.loadBalancer(),
        identity.trimming(),
        identity.constants(),
        identity.seed());
    if (summary.plan().isPresent()) {
      plan(table, summary.plan().get());
      return table.toString();
    }
    if (summary.status() != RunStatus.COMPLETED) {
      String why = summary.message().map(message -> ": " + message).orElse("");
      table.format("%s%s%n%n", summary.status().name(), why);
    }
    history(table, summary.history());
    table.format(DISTRIBUTION_ROW, "", "min", "median", "p99", "max");
    completion(table, summary.fctUs());
    slowdown(table, summary.slowdown());
    summary
        .schemes()
        .forEach(share ->
            share.slowdown().ifPresent(values -> slowdowns(table, share.scheme(), values)));
    summary.leastRtt().ifPresent(least -> leastRtt(table, least));
    summary.rttJitterUs().ifPresent(jitter -> times(table, "RTT jitter", jitter));
    table.format("%n");
    String flows = HumanFormat.count(summary.flows());
    value(
        table,
        "flows",
        summary.finishedFlows() == summary.flows()
            ? flows
            : HumanFormat.count(summary.finishedFlows()) + " of " + flows);
    value(
        table,
        "fairness (Jain)",
        summary.jain().isPresent()
            ? String.format(Locale.ROOT, "%.4f", summary.jain().getAsDouble())
            : "-");
    ofSwitches(table, "trims", summary, summary.trims());
    ofSwitches(table, "marks", summary, summary.marks());
    drops(table, summary);
    if (summary.pauseFrames() > 0) {
      value(table, "pause frames", HumanFormat.count(summary.pauseFrames()));
    }
    UnknownEnds unknown = summary.unknown();
    ofSenders(table, "retransmissions", unknown, HumanFormat.count(summary.retransmissions()));
    ofSenders(table, "timeouts", unknown, HumanFormat.count(summary.timeouts()));
    ofReceivers(table, "delivered", unknown, HumanFormat.bytes(summary.bytesDelivered()));
    ofReceivers(table, "verified", unknown, HumanFormat.bytes(summary.bytesVerified()));
    summary
        .reorderPeak()
        .ifPresent(peak ->
            table.format(
                "%-18s%14s   (packets that %s kept for one connection)%n",
                "reorder peak", HumanFormat.count(peak.packets()), peak.host()));
    value(table, "wall time", String.format(Locale.ROOT, "%.2f s", summary.cost().wallSeconds()));
    JobsTable.append(table, summary.jobs());
    return table.toString();
  }

  /** With the reasons, and with what no counter explains where that is anything. */
  private static void drops(Formatter table, RunSummary summary) {
    String count = summary.dropsAreUnknown() ? "-" : HumanFormat.count(summary.drops());
    String reasons = summary.packets().map(packets -> reasons(packets.dropped())).orElse("");
    table.format("%-18s%14s%s%n", "drops", count, reasons.isEmpty() ? "" : "   (" + reasons + ")");
    OptionalLong unaccounted =
        summary.packets().map(PacketLedger::unaccounted).orElse(OptionalLong.empty());
    if (unaccounted.orElse(0) != 0) {
      List<String> around = summary.history().losses();
      table.format(
          "%-18s%14s%s%n",
          "unaccounted for",
          HumanFormat.count(unaccounted.getAsLong()) + " packets",
          around.isEmpty() ? "" : "   (around " + String.join("; ", around) + ")");
    }
  }

  private static String reasons(Drops dropped) {
    return dropped.packets().entrySet().stream()
        .filter(count -> count.getValue() != 0)
        .map(count -> count.getKey().text() + " " + HumanFormat.count(count.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** A line on time that was not kept, and what happened to the run. */
  private static void history(Formatter table, RunHistory history) {
    Optional<String> late =
        history.timeliness().filter(time -> !time.timely()).map(Timeliness::warning);
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
    if (events.size() > MOST_EVENTS) {
      table.format("and %d more events, see events.csv%n", events.size() - MOST_EVENTS);
    }
    if (late.isPresent() || !events.isEmpty()) {
      table.format("%n");
    }
  }

  private static void plan(Formatter table, RunPlan plan) {
    table.format("planned, not run%n%n");
    value(table, "hosts", HumanFormat.count(plan.hosts()));
    value(table, "switches", HumanFormat.count(plan.switches()));
    value(table, "links", HumanFormat.count(plan.links()));
    value(table, "table entries", HumanFormat.count(plan.entries()));
    value(table, "data packets", HumanFormat.count(plan.packets()));
    value(table, "packet hops", HumanFormat.count(plan.packetHops()));
    value(table, "ideal completion", HumanFormat.time(plan.idealSeconds() * US_PER_S));
    table.format("%non fabric virtual, two cores, estimated:%n");
    value(table, "wall time", String.format(Locale.ROOT, "%.1f s", plan.wallSeconds()));
    value(table, "memory", HumanFormat.bytes(plan.memoryBytes()));
  }

  private static void completion(Formatter table, Optional<Distribution> fctUs) {
    if (fctUs.isEmpty()) {
      table.format(DISTRIBUTION_ROW, "completion time", "-", "-", "-", "-");
      return;
    }
    times(table, "completion time", fctUs.get());
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

  private static void leastRtt(Formatter table, Distribution ratio) {
    table.format(
        "%-18s%14.3f%14.3f%14.3f%14.3f   (measured / base)%n",
        "least RTT", ratio.min(), ratio.median(), ratio.p99(), ratio.max());
  }

  private static void slowdown(Formatter table, Optional<Distribution> slowdown) {
    if (slowdown.isEmpty()) {
      table.format(DISTRIBUTION_ROW, "slowdown", "-", "-", "-", "-");
      return;
    }
    Distribution ratio = slowdown.get();
    table.format(
        "%-18s%14.3f%14.3f%14.3f%14.3f   (measured / max-min fair ideal)%n",
        "slowdown", ratio.min(), ratio.median(), ratio.p99(), ratio.max());
  }

  /** What the flows of one of several schemes got. */
  private static void slowdowns(Formatter table, String scheme, Distribution ratio) {
    table.format(
        "  %-16s%14.3f%14.3f%14.3f%14.3f%n",
        scheme, ratio.min(), ratio.median(), ratio.p99(), ratio.max());
  }

  /** Where a switch did not answer, the least that can have been. */
  private static void ofSwitches(Formatter table, String name, RunSummary summary, long sum) {
    if (summary.dropsAreUnknown() && sum == 0) {
      value(table, name, "-");
    } else if (summary.dropsAreUnknown()) {
      table.format("%-18s%14s   (of switches that answer)%n", name, HumanFormat.count(sum));
    } else {
      value(table, name, HumanFormat.count(sum));
    }
  }

  private static void ofSenders(Formatter table, String name, UnknownEnds unknown, String sum) {
    known(table, name, unknown.allSenders() ? "-" : sum, unknown.senders(), "senders");
  }

  private static void ofReceivers(Formatter table, String name, UnknownEnds unknown, String sum) {
    known(table, name, unknown.allReceivers() ? "-" : sum, unknown.receivers(), "receivers");
  }

  private static void known(Formatter table, String name, String sum, int flows, String ends) {
    String lacking =
        flows == 0 ? "" : "   (unknown: " + ends + " of " + HumanFormat.count(flows) + " flows)";
    table.format("%-18s%14s%s%n", name, sum, lacking);
  }

  private static void value(Formatter table, String name, String value) {
    table.format("%-18s%14s%n", name, value);
  }
}
