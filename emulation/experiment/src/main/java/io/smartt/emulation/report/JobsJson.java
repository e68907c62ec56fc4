package io.smartt.emulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Jobs in {@code summary.json}, and in more detail in the report's data. */
final class JobsJson {
  /** The longest of each kind that the page has; the CSVs have all. */
  static final int MOST_ROWS = 1_000;

  private static final double PS_PER_US = 1e6;

  private JobsJson() {}

  /** Writes the fields {@code jobs} and {@code collectives} where there are any. */
  static void summary(JsonGenerator json, JobReport report) throws IOException {
    if (!report.jobs().isEmpty()) {
      json.writeArrayFieldStart("jobs");
      for (JobRecord job : report.jobs()) {
        job(json, job);
      }
      json.writeEndArray();
    }
    if (!report.collectives().isEmpty()) {
      json.writeArrayFieldStart("collectives");
      for (CollectiveRecord one : longest(report.collectives())) {
        collective(json, one);
      }
      json.writeEndArray();
    }
  }

  /** In their own order, but the longest only where there are too many. */
  private static List<CollectiveRecord> longest(List<CollectiveRecord> all) {
    return all.size() <= MOST_ROWS
        ? all
        : all.stream()
            .sorted(
                Comparator.comparingLong((CollectiveRecord one) -> one.timePs().orElse(0))
                    .reversed())
            .limit(MOST_ROWS)
            .toList();
  }

  private static void job(JsonGenerator json, JobRecord job) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", job.name());
    json.writeNumberField("ranks", job.ranks());
    json.writeNumberField("operations", job.operations());
    json.writeNumberField("done", job.done());
    us(json, "finishUs", job.finishPs());
    us(json, "computeUs", OptionalLong.of(job.computePs()));
    us(json, "communicationUs", OptionalLong.of(job.communicationPs()));
    us(json, "exposedUs", OptionalLong.of(job.exposedPs()));
    json.writeNumberField("sentBytes", job.sentBytes());
    if (job.pathSteps() > 0) {
      json.writeObjectFieldStart("criticalPath");
      json.writeNumberField("steps", job.pathSteps());
      us(json, "computeUs", OptionalLong.of(job.pathComputePs()));
      us(json, "messageUs", OptionalLong.of(job.pathMessagePs()));
      us(json, "slowedUs", OptionalLong.of(job.pathSlowedPs()));
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void collective(JsonGenerator json, CollectiveRecord one) throws IOException {
    json.writeStartObject();
    json.writeStringField("job", one.job());
    json.writeStringField("name", one.name());
    json.writeStringField("kind", one.kind());
    json.writeStringField("algorithm", one.algorithm());
    json.writeNumberField("ranks", one.ranks());
    json.writeNumberField("bytes", one.bytes());
    us(json, "startUs", one.startPs());
    us(json, "timeUs", one.timePs());
    number(json, "algorithmGBps", one.algorithmGBps());
    number(json, "busGBps", one.busGBps());
    json.writeEndObject();
  }

  /** Writes the fields {@code ranks} and {@code criticalPath} of the page's data. */
  static void detail(JsonGenerator json, JobReport report) throws IOException {
    json.writeArrayFieldStart("ranks");
    for (RankRecord rank : report.ranks().stream().limit(MOST_ROWS).toList()) {
      json.writeStartObject();
      json.writeStringField("job", rank.job());
      json.writeNumberField("rank", rank.rank());
      json.writeStringField("host", rank.host());
      us(json, "finishUs", rank.finishPs());
      us(json, "computeUs", OptionalLong.of(rank.computePs()));
      us(json, "slowedUs", OptionalLong.of(rank.slowedPs()));
      us(json, "communicationUs", OptionalLong.of(rank.communicationPs()));
      us(json, "exposedUs", OptionalLong.of(rank.exposedPs()));
      json.writeNumberField("sentBytes", rank.sentBytes());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("criticalPath");
    for (CriticalStep step : report.criticalPaths().stream().limit(MOST_ROWS).toList()) {
      json.writeStartObject();
      json.writeStringField("job", step.job());
      json.writeNumberField("step", step.step());
      json.writeNumberField("rank", step.rank());
      json.writeStringField("host", step.host());
      json.writeStringField("place", step.place());
      json.writeStringField("what", step.what());
      us(json, "startUs", OptionalLong.of(step.startPs()));
      us(json, "timeUs", OptionalLong.of(step.finishPs() - step.startPs()));
      json.writeStringField("link", step.link());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void us(JsonGenerator json, String key, OptionalLong ps) throws IOException {
    number(
        json,
        key,
        ps.isPresent() ? OptionalDouble.of(ps.getAsLong() / PS_PER_US) : OptionalDouble.empty());
  }

  private static void number(JsonGenerator json, String key, OptionalDouble value)
      throws IOException {
    json.writeFieldName(key);
    if (value.isPresent()) {
      json.writeNumber(DecimalText.plain(value.getAsDouble()));
    } else {
      json.writeNull();
    }
  }
}
