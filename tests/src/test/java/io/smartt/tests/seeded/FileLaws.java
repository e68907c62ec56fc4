package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.experiment.report.CsvReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Laws of the files of one run: they agree with each other, and their figures are numbers. */
final class FileLaws {
  static final List<Law> ALL =
      List.of(
          new Law("flows.csv adds up to the summary", 1, FileLaws::flows),
          new Law("switches.csv adds up to the summary", 1, FileLaws::switches),
          new Law("samples.csv adds up to the bytes of flows", 1, FileLaws::samples),
          new Law("no figure is negative or no number", 1, FileLaws::figures));

  private static final Pattern NO_FIGURE =
      Pattern.compile("(?m)(?:^|[,\\[: ])(-\\d[^,\\r\\n]*|NaN|-?Infinity)(?=[,\\r\\n\\]}]|$)");

  private FileLaws() {}

  private static long sum(List<CsvReader.Row> rows, String column) {
    return rows.stream().mapToLong(row -> row.known(column).map(Long::parseLong).orElse(0L)).sum();
  }

  private static boolean flows(Trial trial) {
    List<CsvReader.Row> rows = trial.done().rows("flows.csv");
    JsonNode summary = trial.done().summary();
    assertThat((long) rows.size())
        .isEqualTo(summary.required("flows").required("count").longValue());
    long finished = rows.stream().filter(row -> row.known("finish_us").isPresent()).count();
    assertThat(finished).isEqualTo(summary.required("flows").required("finished").longValue());
    for (String[] pair :
        new String[][] {
          {"retransmissions", "retransmissions"},
          {"timeouts", "timeouts"},
          {"delivered_bytes", "bytesDelivered"},
          {"verified_bytes", "bytesVerified"}
        }) {
      assertThat(sum(rows, pair[0])).as(pair[0]).isEqualTo(summary.required(pair[1]).longValue());
    }
    assertThat(sum(trial.done().rows("slowdown_by_size.csv"), "flows")).isEqualTo(finished);
    rows.stream()
        .filter(row -> row.known("finish_us").isPresent())
        .mapToDouble(row -> row.number("finish_us"))
        .max()
        .ifPresent(
            // Hours of picoseconds have more digits than a double.
            last ->
                assertThat(summary.required("lastFinishUs").doubleValue())
                    .isCloseTo(last, within(2 * Math.ulp(last))));
    return true;
  }

  private static boolean switches(Trial trial) {
    List<CsvReader.Row> rows = trial.done().rows("switches.csv");
    JsonNode summary = trial.done().summary();
    long dropped = 0;
    for (CsvReader.Row row : rows) {
      for (String name : row.names()) {
        if (name.startsWith("dropped_") && !name.endsWith("_bytes")) {
          dropped += row.known(name).map(Long::parseLong).orElse(0L);
        }
      }
    }
    assertThat(dropped).isEqualTo(summary.required("drops").longValue());
    assertThat(sum(rows, "trimmed_packets")).isEqualTo(summary.required("trims").longValue());
    assertThat(sum(rows, "marked_packets")).isEqualTo(summary.required("marks").longValue());
    return true;
  }

  /** Of flows that finished: all of their bytes were acknowledged, each once. */
  private static boolean samples(Trial trial) {
    List<CsvReader.Row> rows = trial.done().rows("samples.csv");
    Map<String, Double> bytes = new HashMap<>();
    Map<String, Double> rounded = new HashMap<>();
    for (CsvReader.Row row : rows) {
      if (row.text("metric").equals("goodput")) {
        double bytesPerBps = row.number("width_us") / 8e6;
        bytes.merge(row.text("flow"), row.number("mean") * bytesPerBps, Double::sum);
        // Rates are whole bits per second, of which a slow link has few.
        rounded.merge(row.text("flow"), bytesPerBps, Double::sum);
      }
    }
    int checked = 0;
    for (CsvReader.Row flow : trial.done().rows("flows.csv")) {
      Double sampled = bytes.get(flow.text("flow"));
      if (sampled != null && flow.known("finish_us").isPresent()) {
        double size = flow.number("size_bytes");
        assertThat(sampled)
            .as("flow %s", flow.text("flow"))
            .isCloseTo(
                size, within(1 + size / 1000 + rounded.getOrDefault(flow.text("flow"), 0.0)));
        checked++;
      }
    }
    return checked > 0;
  }

  private static boolean figures(Trial trial) {
    trial
        .done()
        .tables()
        .forEach((name, text) ->
            assertThat(NO_FIGURE.matcher(text).results().map(each -> each.group(1)).toList())
                .as(name)
                .isEmpty());
    assertThat(
            NO_FIGURE
                .matcher(((ObjectNode) trial.done().summary()).without("seed").toString())
                .results()
                .map(each -> each.group(1))
                .toList())
        .as("summary.json")
        .isEmpty();
    return true;
  }
}
