package io.smartt.view.live;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.experiment.report.EntropyTrace;
import io.smartt.experiment.report.FlowBands;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.LiveReport;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory.Timeliness;
import io.smartt.experiment.report.RunIdentity;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.report.SampleSeries;

/**
 * Server-sent events as bytes: {@code event: progress}, a line of JSON, an empty line. Gathers
 * several.
 */
final class LiveEvents {
  private static final JsonFactory JSON = new JsonFactory();
  private static final double PS_PER_US = 1e6;
  private static final double PS_PER_S = 1e12;
  private static final double NS_PER_S = 1e9;
  private static final int BITS = 8;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Writes one part of a list. */
  @FunctionalInterface
  private interface Part<T> {
    void write(JsonGenerator json, T part) throws IOException;
  }

  /** Writes one event's JSON. */
  @FunctionalInterface
  private interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  /** Bins of a series that changed, from one on. */
  record ChangedBins(int number, SampleSeries series, int from) {}

  /** The whole run as a page has it, without an event around. */
  static byte[] data(RunResult result) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
      LiveReport.data(writer, result);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * Adds the whole run.
   *
   * @param data as {@link #data} makes it
   */
  LiveEvents snapshot(byte[] data) {
    begin("snapshot");
    bytes.writeBytes(data);
    end();
    return this;
  }

  /**
   * Adds how far the run is.
   *
   * @param before the last that was shown, for rates
   */
  LiveEvents progress(
      String stage,
      Optional<RunMirror.Moment> now,
      Optional<RunMirror.Moment> before,
      Optional<Timeliness> timeliness) {
    return event(
        "progress",
        json -> {
          json.writeStringField("stage", stage);
          json.writeNumberField(
              "simulatedUs", now.map(at -> at.progress().timePs() / PS_PER_US).orElse(0.0));
          json.writeNumberField("wallS", now.map(at -> at.wallNs() / NS_PER_S).orElse(0.0));
          long total = now.map(at -> at.progress().bytesTotal()).orElse(0L);
          if (total == 0) {
            json.writeNullField("fraction");
          } else {
            json.writeNumberField(
                "fraction", (double) now.orElseThrow().progress().bytesDelivered() / total);
          }
          json.writeNumberField(
              "flowsDone", now.map(at -> at.progress().flowsFinished()).orElse(0));
          json.writeNumberField("flows", now.map(at -> at.progress().flowsTotal()).orElse(0));
          rates(json, now, before);
          if (timeliness.isPresent()) {
            json.writeBooleanField("timely", timeliness.get().timely());
          } else {
            json.writeNullField("timely");
          }
        });
  }

  private static void rates(
      JsonGenerator json, Optional<RunMirror.Moment> now, Optional<RunMirror.Moment> before)
      throws IOException {
    long bytes = 0;
    long ps = 0;
    long events = 0;
    long wallNs = 0;
    if (now.isPresent()) {
      RunMirror.Moment at = now.get();
      bytes = at.progress().bytesDelivered();
      ps = at.progress().timePs();
      events = at.events().orElse(0);
      wallNs = at.wallNs();
      if (before.isPresent()) {
        RunMirror.Moment since = before.get();
        bytes -= since.progress().bytesDelivered();
        ps -= since.progress().timePs();
        events -= since.events().orElse(0);
        wallNs -= since.wallNs();
      }
    }
    json.writeNumberField("goodputBps", ps <= 0 ? 0 : Math.rint(bytes * BITS * PS_PER_S / ps));
    if (now.isPresent() && now.get().events().isEmpty()) {
      json.writeNullField("eventsPerS");
    } else {
      json.writeNumberField("eventsPerS", wallNs <= 0 ? 0 : Math.rint(events * NS_PER_S / wallNs));
    }
  }

  /** Adds whole series. */
  LiveEvents samples(List<SampleSeries> whole) {
    return list("samples", "series", whole, (json, one) -> LiveReport.series(json, one, 0));
  }

  /** Adds bins of series that were shown before. */
  LiveEvents bins(List<ChangedBins> changed) {
    return list(
        "bins",
        "bins",
        changed,
        (json, one) -> LiveReport.bins(json, one.number(), one.series(), one.from()));
  }

  /** Adds the entropy values of flows. */
  LiveEvents entropies(List<EntropyTrace> traces) {
    return event("entropies", json -> LiveReport.entropies(json, traces));
  }

  /** Adds what all flows do together. */
  LiveEvents overall(List<FlowBands> together) {
    return list("overall", "metrics", together, (json, one) -> one.write(json));
  }

  /** Adds rows of flows. */
  LiveEvents flows(List<FlowRecord> changed, RunIdentity identity) {
    return event("flows", json -> LiveReport.flows(json, changed, identity));
  }

  /** Adds what happened to the run. */
  LiveEvents runEvents(List<RunEvent> happened) {
    return event("runEvents", json -> LiveReport.events(json, happened));
  }

  /** Adds what the whole run has counted, under the names of the summary. */
  LiveEvents counts(RunSummary summary) {
    return event("counts", json -> LiveReport.counts(json, summary));
  }

  /** Adds the end of the run. */
  LiveEvents end(RunResult.RunStatus status) {
    return event("end", json -> json.writeStringField("status", status.key()));
  }

  /** Events one after another. */
  static byte[] joined(byte[] one, byte[] next) {
    LiveEvents both = new LiveEvents();
    both.bytes.writeBytes(one);
    both.bytes.writeBytes(next);
    return both.toBytes();
  }

  /** Returns everything that was added. */
  byte[] toBytes() {
    return bytes.toByteArray();
  }

  /** Adds an event that has one list. */
  private <T> LiveEvents list(String name, String field, List<T> parts, Part<T> part) {
    return event(
        name,
        json -> {
          json.writeArrayFieldStart(field);
          for (T one : parts) {
            part.write(json, one);
          }
          json.writeEndArray();
        });
  }

  private LiveEvents event(String name, Body body) {
    begin(name);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    end();
    return this;
  }

  private void begin(String name) {
    bytes.writeBytes(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
  }

  private void end() {
    bytes.write('\n');
    bytes.write('\n');
  }
}
