package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.input.FileErrors;
import io.smartt.experiment.report.JobReport.CollectiveRecord;
import io.smartt.experiment.report.RunResult.RunPlan;
import io.smartt.experiment.report.RunSummary.SchemeShare;
import org.jspecify.annotations.Nullable;

/**
 * {@code summary.json}. What does not exist yet, such as the completion times of a run in which no
 * flow finished, is {@code null}; {@code message} is there only if the run did not complete.
 */
public final class SummaryJson {
  private static final JsonFactory JSON = new JsonFactory();

  /** The longest of each kind that JSON has; the CSVs have all. */
  static final int MOST_JOB_ROWS = 1_000;

  static final Table<RunIdentity> IDENTITY =
      Table.<RunIdentity>exact("")
          .text("", "name", RunIdentity::name)
          .text("", "fabric", RunIdentity::fabric)
          .text("", "topology", RunIdentity::topology)
          .text("", "workload", RunIdentity::workload)
          .text("", "scheme", run -> run.transport().scheme())
          .text("", "loadBalancer", run -> run.transport().loadBalancer())
          .text("", "trimming", run -> run.transport().trimming())
          .text("", "constants", run -> run.transport().constants())
          .whole("", "seed", RunIdentity::seed)
          .number("", "dilation", RunIdentity::dilation);

  private static final Table<RunPlan> PLAN =
      Table.<RunPlan>exact("")
          .whole("", "hosts", RunPlan::hosts)
          .whole("", "switches", RunPlan::switches)
          .whole("", "links", RunPlan::links)
          .whole("", "entries", RunPlan::entries)
          .whole("", "packets", RunPlan::packets)
          .whole("", "packetHops", RunPlan::packetHops)
          .number("", "idealSeconds", RunPlan::idealSeconds)
          .number("", "wallSeconds", RunPlan::wallSeconds)
          .whole("", "memoryBytes", RunPlan::memoryBytes);

  private static final Table<SchemeShare> SCHEMES =
      Table.<SchemeShare>exact("")
          .text("", "scheme", SchemeShare::scheme)
          .whole("", "flows", SchemeShare::flows)
          .whole("", "finished", SchemeShare::finished)
          .number("", "fctUs", SchemeShare::fctUs)
          .number("", "slowdown", SchemeShare::slowdown)
          .whole("", "bytesDelivered", SchemeShare::deliveredBytes);

  private SummaryJson() {}

  /** Returns the summary as text, ending with a line feed. */
  public static String of(RunSummary summary) {
    StringWriter text = new StringWriter();
    FileErrors.run(() -> write(text, summary));
    return text.toString();
  }

  static void write(Writer out, RunSummary summary) throws IOException {
    try (JsonGenerator json = pretty(out)) {
      write(json, summary);
    }
    out.write('\n');
  }

  static void write(JsonGenerator json, RunSummary summary) throws IOException {
    json.writeStartObject();
    IDENTITY.fields(json, summary.result().identity());
    status(json, summary.result().status(), summary.result().message());
    if (summary.result().ending().plan().isPresent()) {
      plan(json, summary.result().ending().plan().get());
      json.writeEndObject();
      return;
    }
    measures(json, Measure.OF_RESULT, summary);
    if (summary.packets().isPresent()) {
      packets(json, summary.packets().get());
    }
    jobs(json, summary.result().jobs());
    if (!summary.schemes().isEmpty()) {
      SCHEMES.with(summary.schemes()).json(json, "schemes");
    }
    history(json, summary.result().history());
    measures(json, Measure.OF_COST, summary);
    json.writeEndObject();
  }

  /** Writes jobs and collectives where there are any. */
  static void jobs(JsonGenerator json, JobReport report) throws IOException {
    if (!report.jobs().isEmpty()) {
      RunTables.JOBS.with(report.jobs()).json(json, "jobs");
    }
    if (!report.collectives().isEmpty()) {
      RunTables.COLLECTIVES.with(longest(report.collectives())).json(json, "collectives");
    }
  }

  /** Returns the collectives in their own order, but the longest only where there are too many. */
  private static List<CollectiveRecord> longest(List<CollectiveRecord> all) {
    return all.size() <= MOST_JOB_ROWS
        ? all
        : all.stream()
            .sorted(
                Comparator.comparingLong((CollectiveRecord one) -> one.timePs().orElse(0))
                    .reversed())
            .limit(MOST_JOB_ROWS)
            .toList();
  }

  static void measures(JsonGenerator json, List<Measure> all, RunSummary summary)
      throws IOException {
    JsonFields fields = new JsonFields(json, true);
    for (Measure measure : all) {
      if (!measure.key().isEmpty()) {
        fields.put(measure.key(), Table.Type.WHOLE, measure.of(summary));
      }
    }
    fields.end();
  }

  /** Virtual time is never late: {@code timely} is null there. */
  private static void history(JsonGenerator json, RunHistory history) throws IOException {
    Optional<RunHistory.Timeliness> timeliness = history.timeliness();
    if (timeliness.isEmpty()) {
      json.writeNullField("timely");
      json.writeNullField("lateness");
    } else {
      json.writeBooleanField("timely", timeliness.get().timely());
      if (!timeliness.get().timely()) {
        json.writeArrayFieldStart("untimelyBecause");
        for (String reason : timeliness.get().reasons()) {
          json.writeString(reason);
        }
        json.writeEndArray();
      }
      RunHistory.MachineLateness late = timeliness.get().lateness();
      json.writeObjectFieldStart("lateness");
      if (late.switches() > 0) {
        // Exactly nothing is what switches have that do not say.
        number(json, "switches", late.switches());
        number(json, "switchesLost", late.switchesLost());
      }
      number(json, "hosts", late.hosts());
      number(json, "sendingLost", late.sendingLost());
      number(json, "slept", late.slept());
      json.writeEndObject();
    }
    RunTables.EVENTS.with(history.events()).json(json, "events");
  }

  /** The summary of a run that has no results (yet). */
  static void write(
      Writer out, RunIdentity identity, RunResult.RunStatus status, Optional<String> message)
      throws IOException {
    try (JsonGenerator json = pretty(out)) {
      json.writeStartObject();
      IDENTITY.fields(json, identity);
      status(json, status, message);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static JsonGenerator pretty(Writer out) throws IOException {
    DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    return json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(twoSpaces));
  }

  private static void status(
      JsonGenerator json, RunResult.RunStatus status, Optional<String> message) throws IOException {
    json.writeStringField("status", status.key());
    if (message.isPresent()) {
      json.writeStringField("message", message.get());
    }
  }

  private static void plan(JsonGenerator json, RunPlan plan) throws IOException {
    json.writeObjectFieldStart("plan");
    PLAN.fields(json, plan);
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String key, double value) throws IOException {
    json.writeFieldName(key);
    json.writeNumber(DecimalText.plain(value));
  }

  /** Writes the field with the packets; what was not counted is {@code null}. */
  private static void packets(JsonGenerator json, PacketLedger ledger) throws IOException {
    json.writeObjectFieldStart("packets");
    for (PacketLedger.Source source : PacketLedger.Source.values()) {
      if (source != PacketLedger.Source.BEFORE || ledger.from().containsKey(source)) {
        count(json, source.key(), ledger.from().get(source));
      }
    }
    for (PacketLedger.End end : PacketLedger.End.values()) {
      count(json, end.key(), ledger.to().get(end));
    }
    json.writeObjectFieldStart("dropped");
    for (DropReason reason : DropReason.values()) {
      count(json, reason.key(), ledger.dropped().packets().get(reason));
    }
    json.writeEndObject();
    OptionalLong unaccounted = ledger.unaccounted();
    count(json, "unaccounted", unaccounted.isPresent() ? unaccounted.getAsLong() : null);
    json.writeEndObject();
  }

  private static void count(JsonGenerator json, String key, @Nullable Long count)
      throws IOException {
    if (count == null) {
      json.writeNullField(key);
    } else {
      json.writeNumberField(key, count);
    }
  }
}
