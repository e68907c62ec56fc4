package io.smartt.study.search;

import io.smartt.experiment.report.CsvWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** {@code candidates.csv} of a search's folder. Nothing of the wall clock is in it. */
public final class SearchTables {
  private SearchTables() {}

  /**
   * Writes a row a candidate: the default, then the best first.
   *
   * @param varied keys of the settings that candidates differ in
   */
  public static void candidates(Writer out, List<String> varied, SearchResult result)
      throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("rank", "candidate", "fate");
    varied.forEach(csv::field);
    csv.fields("tasks", "score", "default_score", "message");
    csv.endRow();
    row(csv, varied, result, result.base(), 0);
    int rank = 0;
    for (Trial trial : result.ranking()) {
      row(csv, varied, result, trial, ++rank);
    }
    csv.flush();
  }

  private static void row(
      CsvWriter csv, List<String> varied, SearchResult result, Trial trial, int rank)
      throws IOException {
    csv.field(rank)
        .field(trial.candidate().number())
        .field(result.fate(trial).name().toLowerCase(Locale.ROOT));
    varied.forEach(key -> csv.field(trial.candidate().point().getOrDefault(key, "")));
    csv.field(trial.runs().size());
    number(csv, result.score(trial));
    number(csv, result.baseScore(trial));
    csv.field(trial.failure().orElse(""));
    csv.endRow();
  }

  private static void number(CsvWriter csv, OptionalDouble value) {
    if (value.isPresent()) {
      csv.field(value.getAsDouble());
    } else {
      csv.empty();
    }
  }
}
