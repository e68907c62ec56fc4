package io.smartt.emulation.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * {@code summary.json}. What does not exist yet, such as the completion times of a run in which no
 * flow finished, is {@code null}; {@code message} is there only if the run did not complete.
 */
public final class SummaryJson {
  private static final JsonFactory JSON = new JsonFactory();

  /** The longest of each kind that JSON has; the CSVs have all. */
  static final int MOST_JOB_ROWS = 1_000;

  private SummaryJson() {}

  /** As text, ending with a line feed. */
  public static String of(RunSummary summary) {
    StringWriter text = new StringWriter();
    try {
      write(text, summary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    identity(json, summary.identity());
    status(json, summary.status(), summary.message());
    if (summary.plan().isPresent()) {
      plan(json, summary.plan().get());
      json.writeEndObject();
      return;
    }
    json.writeObjectFieldStart("flows");
    json.writeNumberField("count", summary.flows());
    json.writeNumberField("finished", summary.finishedFlows());
    json.writeEndObject();
    distribution(json, "fctUs", summary.fctUs());
    distribution(json, "slowdown", summary.slowdown());
    distribution(json, "leastRtt", summary.leastRtt());
    distribution(json, "rttJitterUs", summary.rttJitterUs());
    optional(json, "lastFinishUs", summary.lastFinishUs());
    optional(json, "jain", summary.jain());
    boolean counted = !summary.dropsAreUnknown();
    known(json, "trims", counted || summary.trims() > 0, summary.trims());
    known(json, "marks", counted || summary.marks() > 0, summary.marks());
    if (summary.dropsAreUnknown()) {
      json.writeNullField("drops");
    } else {
      json.writeNumberField("drops", summary.drops());
    }
    json.writeNumberField("pauseFrames", summary.pauseFrames());
    sums(json, summary);
    if (summary.reorderPeak().isPresent()) {
      json.writeObjectFieldStart("reorderPeak");
      json.writeNumberField("packets", summary.reorderPeak().get().packets());
      json.writeStringField("host", summary.reorderPeak().get().host());
      json.writeEndObject();
    }
    if (summary.packets().isPresent()) {
      PacketLedgerJson.write(json, summary.packets().get());
    }
    jobs(json, summary.jobs());
    if (!summary.schemes().isEmpty()) {
      json.writeArrayFieldStart("schemes");
      for (SchemeShare share : summary.schemes()) {
        scheme(json, share);
      }
      json.writeEndArray();
    }
    history(json, summary.history());
    json.writeNumberField("packetHops", summary.cost().packetHops());
    number(json, "wallSeconds", summary.cost().wallSeconds());
    number(json, "cpuSeconds", summary.cost().cpuSeconds());
    json.writeNumberField("peakRssBytes", summary.cost().peakRssBytes());
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

  /** In their own order, but the longest only where there are too many. */
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

  private static void scheme(JsonGenerator json, SchemeShare share) throws IOException {
    json.writeStartObject();
    json.writeStringField("scheme", share.scheme());
    json.writeNumberField("flows", share.flows());
    json.writeNumberField("finished", share.finished());
    distribution(json, "fctUs", share.fctUs());
    distribution(json, "slowdown", share.slowdown());
    json.writeNumberField("bytesDelivered", share.deliveredBytes());
    json.writeEndObject();
  }

  /** Null where no end of any flow is known that counts it. */
  private static void sums(JsonGenerator json, RunSummary summary) throws IOException {
    UnknownEnds unknown = summary.unknown();
    known(json, "retransmissions", !unknown.allSenders(), summary.retransmissions());
    known(json, "timeouts", !unknown.allSenders(), summary.timeouts());
    known(json, "bytesDelivered", !unknown.allReceivers(), summary.bytesDelivered());
    known(json, "bytesVerified", !unknown.allReceivers(), summary.bytesVerified());
    if (unknown.any()) {
      json.writeObjectFieldStart("unknownEnds");
      json.writeNumberField("senders", unknown.senders());
      json.writeNumberField("receivers", unknown.receivers());
      json.writeEndObject();
    }
  }

  private static void known(JsonGenerator json, String name, boolean isKnown, long value)
      throws IOException {
    if (isKnown) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  /** Virtual time is never late: {@code timely} is null there. */
  private static void history(JsonGenerator json, RunHistory history) throws IOException {
    Optional<Timeliness> timeliness = history.timeliness();
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
      MachineLateness late = timeliness.get().lateness();
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
  static void write(Writer out, RunIdentity identity, RunStatus status, Optional<String> message)
      throws IOException {
    try (JsonGenerator json = pretty(out)) {
      json.writeStartObject();
      identity(json, identity);
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

  private static void identity(JsonGenerator json, RunIdentity identity) throws IOException {
    json.writeStringField("name", identity.name());
    json.writeStringField("fabric", identity.fabric());
    json.writeStringField("topology", identity.topology());
    json.writeStringField("workload", identity.workload());
    json.writeStringField("scheme", identity.scheme());
    json.writeStringField("loadBalancer", identity.loadBalancer());
    json.writeStringField("trimming", identity.trimming());
    json.writeStringField("constants", identity.constants());
    json.writeNumberField("seed", identity.seed());
    number(json, "dilation", identity.dilation());
  }

  private static void status(JsonGenerator json, RunStatus status, Optional<String> message)
      throws IOException {
    json.writeStringField("status", status.key());
    if (message.isPresent()) {
      json.writeStringField("message", message.get());
    }
  }

  private static void plan(JsonGenerator json, RunPlan plan) throws IOException {
    json.writeObjectFieldStart("plan");
    json.writeNumberField("hosts", plan.hosts());
    json.writeNumberField("switches", plan.switches());
    json.writeNumberField("links", plan.links());
    json.writeNumberField("entries", plan.entries());
    json.writeNumberField("packets", plan.packets());
    json.writeNumberField("packetHops", plan.packetHops());
    number(json, "idealSeconds", plan.idealSeconds());
    number(json, "wallSeconds", plan.wallSeconds());
    json.writeNumberField("memoryBytes", plan.memoryBytes());
    json.writeEndObject();
  }

  private static void distribution(JsonGenerator json, String key, Optional<Distribution> values)
      throws IOException {
    if (values.isEmpty()) {
      json.writeNullField(key);
      return;
    }
    json.writeObjectFieldStart(key);
    number(json, "min", values.get().min());
    number(json, "median", values.get().median());
    number(json, "p99", values.get().p99());
    number(json, "max", values.get().max());
    json.writeEndObject();
  }

  private static void optional(JsonGenerator json, String key, OptionalDouble value)
      throws IOException {
    if (value.isPresent()) {
      number(json, key, value.getAsDouble());
    } else {
      json.writeNullField(key);
    }
  }

  private static void number(JsonGenerator json, String key, double value) throws IOException {
    json.writeFieldName(key);
    json.writeNumber(DecimalText.plain(value));
  }
}
