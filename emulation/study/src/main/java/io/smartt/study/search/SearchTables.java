package io.smartt.study.search;

import module java.base;

import io.smartt.experiment.report.Table;

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
    Table<Ranked> table =
        Table.<Ranked>csv()
            .column("rank", Ranked::rank)
            .column("candidate", ranked -> ranked.trial().candidate().number())
            .column("fate", ranked -> result.fate(ranked.trial()).name().toLowerCase(Locale.ROOT));
    for (String key : varied) {
      table.column(key, ranked -> ranked.trial().candidate().point().getOrDefault(key, ""));
    }
    table
        .column("tasks", ranked -> ranked.trial().runs().size())
        .column("score", ranked -> result.score(ranked.trial()))
        .column("default_score", ranked -> result.baseScore(ranked.trial()))
        .column("message", ranked -> ranked.trial().failure());
    List<Ranked> rows = new ArrayList<>(List.of(new Ranked(0, result.base())));
    result.ranking().forEach(trial -> rows.add(new Ranked(rows.size(), trial)));
    table.write(out, rows);
  }

  private record Ranked(int rank, Trial trial) {}
}
