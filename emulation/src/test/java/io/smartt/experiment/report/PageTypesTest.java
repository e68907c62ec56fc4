package io.smartt.experiment.report;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page's types in data.ts have what the declarations of tables and numbers have. */
class PageTypesTest {
  private static final Pattern FIELD =
      Pattern.compile("readonly (\\w+)(\\??): ((?:readonly )?\\{[^}]*\\}(?:\\[])?|[^;{]+);?");

  /** Types by key, with a mark of what may be lacking: {@code number?}. */
  private static Map<String, String> fields(String type) throws IOException {
    String source = Files.readString(Path.of("page/src/main/data.ts"));
    String begin = "export interface " + type + " {\n";
    int at = source.indexOf(begin);
    assertThat(at).as(type).isNotNegative();
    Map<String, String> fields = new TreeMap<>();
    add(fields, "", source.substring(at + begin.length(), source.indexOf("\n}", at)));
    return fields;
  }

  private static void add(Map<String, String> fields, String prefix, String source) {
    Matcher field = FIELD.matcher(source);
    while (field.find()) {
      String key = prefix + field.group(1);
      String type = field.group(3).strip();
      if (type.startsWith("{")) {
        add(fields, key + ".", type.substring(1, type.length() - 1));
      } else {
        boolean lacking = !field.group(2).isEmpty() || type.endsWith(" | null");
        String base = type.startsWith("\"") ? "string" : type.replace(" | null", "");
        fields.put(key, base.replace("Metric", "string") + (lacking ? "?" : ""));
      }
    }
  }

  private static Map<String, String> declared(Table<?> table) {
    Map<String, String> fields = new TreeMap<>();
    for (Table.Column<?> column : table.columns()) {
      if (!column.key().isEmpty()) {
        fields.put(column.key(), column.type() == Table.Type.TEXT ? "string" : "number");
      }
    }
    return fields;
  }

  @Test
  void rowsOfThePageHaveTheDeclaredKeysAndTypes() throws IOException {
    Map<String, Table<?>> tables =
        Map.of(
            "FlowRow", RunTables.flows(MadeUpRun.identity(1)),
            "QueueRow", RunTables.SWITCHES,
            "SizeGroup", RunTables.SLOWDOWN_BY_SIZE,
            "RunEvent", RunTables.EVENTS,
            "Job", RunTables.JOBS,
            "Rank", RunTables.RANKS,
            "CriticalStep", RunTables.CRITICAL_PATH,
            "Collective", RunTables.COLLECTIVES,
            "NetLink", ReportData.LINKS,
            "QueueLimits", ReportData.LIMITS);

    for (Map.Entry<String, Table<?>> one : tables.entrySet()) {
      Map<String, String> fields = fields(one.getKey());
      fields.replaceAll((_, type) -> type.replace("?", ""));
      assertThat(fields).as(one.getKey()).isEqualTo(declared(one.getValue()));
    }
  }

  @Test
  void theSummaryOfThePageHasTheDeclaredKeysAndTypes() throws IOException {
    Map<String, String> fields = fields("Summary");

    assertThat(fields).containsAllEntriesOf(declared(SummaryJson.IDENTITY));
    for (Measure measure : Measure.ALL) {
      String type =
          measure.isSpread()
              ? "Distribution"
              : measure.unit() == Measure.Unit.TEXT ? "string" : "number";
      if (!measure.key().isEmpty()) {
        assertThat(fields)
            .containsEntry(measure.key(), type + (measure.key().contains(".") ? "" : "?"));
      }
    }
    assertThat(fields("Distribution").keySet())
        .containsExactlyInAnyOrderElementsOf(Distribution.QUANTILES.keySet());
  }

  @Test
  void countsOfARunThatGoesOnAreTheSums() throws IOException {
    assertThat(Files.readString(Path.of("page/src/main/data.ts")))
        .containsIgnoringWhitespaces(
            Measure.sums().stream()
                .map(measure -> '"' + measure.key() + '"')
                .collect(joining(" | ", "export type Counts = Pick<Summary, ", ">;")));
  }

  @Test
  void seriesOfThePageHaveTheDeclaredKeysAndTypes() throws IOException {
    Map<String, String> fields = fields("Series");
    fields.replaceAll((_, type) -> type.replace("?", ""));
    assertThat(fields).containsAllEntriesOf(declared(RunTables.SAMPLES));
  }
}
