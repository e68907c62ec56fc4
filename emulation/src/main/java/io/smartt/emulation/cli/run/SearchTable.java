package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.study.search.SearchResult;
import io.smartt.study.search.Trial;
import io.smartt.switchd.text.TextTable;

/** A table of what a search found, for the terminal: the default and the best candidates. */
final class SearchTable {
  private static final int MOST = 10;
  private static final int MESSAGE = 60;

  private SearchTable() {}

  static String of(List<String> varied, SearchResult result) {
    List<String> titles = new ArrayList<>(List.of("candidate"));
    titles.addAll(varied);
    titles.addAll(List.of("tasks", result.objective().measure(), "default", ""));
    TextTable table = new TextTable(titles.toArray(String[]::new));
    row(table, varied, result, result.base());
    result.ranking().stream().limit(MOST).forEach(trial -> row(table, varied, result, trial));
    int more = result.ranking().size() - MOST;
    return table
        + (more > 0 ? "and " + more + " more in candidates.csv" + System.lineSeparator() : "");
  }

  private static void row(TextTable table, List<String> varied, SearchResult result, Trial trial) {
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(trial.candidate().number()));
    varied.forEach(key -> row.add(trial.candidate().point().getOrDefault(key, "")));
    row.add(Integer.toString(trial.runs().size()));
    row.add(number(result.score(trial)));
    row.add(number(result.baseScore(trial)));
    row.add(
        result.fate(trial).name().toLowerCase(Locale.ROOT)
            + trial.failure().map(why -> ": " + shortened(why)).orElse(""));
    table.row(row.toArray(String[]::new));
  }

  private static String shortened(String text) {
    return text.length() <= MESSAGE ? text : text.substring(0, MESSAGE) + "...";
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%,.4g", value.getAsDouble()) : "-";
  }
}
