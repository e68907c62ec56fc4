package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.study.search.SearchResult.Trial;
import io.smartt.study.sweep.SweepFile;

/** The YAML files of a search's folder. */
public final class SearchFiles {
  /** The profile of the best candidate. */
  public static final String BEST = "best.yaml";

  private SearchFiles() {}

  /** Returns {@code sweep.yaml}: the search as {@code smartt sweep} reads it. */
  public static String format(Search search) {
    SearchPlan plan = search.plan();
    Map<String, Object> how = new LinkedHashMap<>();
    how.put(
        plan.objective().least() ? SearchRequest.MINIMISE : SearchRequest.MAXIMISE,
        plan.objective().measure());
    how.put(SearchRequest.BY, plan.method().spelling());
    how.put(SearchRequest.CANDIDATES, plan.candidates());
    how.put(SearchRequest.ETA, plan.eta());
    how.put(SearchRequest.SEED, plan.seed());
    how.put(SearchRequest.LIMIT, plan.limit().toMillis() + "ms");
    Map<String, Object> vary = new LinkedHashMap<>();
    search
        .varied()
        .forEach((key, domain) ->
            vary.put(
                key,
                switch (domain) {
                  case Search.Domain.Listed(List<String> values) -> values;
                  case Search.Domain.Open(var range) -> range.text();
                }));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("profile", search.profile());
    document.put(SearchRequest.SEARCH, how);
    document.putAll(search.settings());
    document.put(SearchRequest.VARY, vary);
    if (!search.over().isEmpty()) {
      document.put(SearchRequest.OVER, search.over());
    }
    return YamlEntries.textOf(document);
  }

  /**
   * Returns the profile of a candidate: the search's own, the settings of all runs, and its own. It
   * means files by their whole paths, so that it can be moved.
   */
  public static String profile(
      Search search, Trial.Candidate candidate, ExperimentLoader experiments) {
    Path here = Path.of("").toAbsolutePath();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put(
        "extends",
        search.profile().endsWith(".yaml") || search.profile().contains("/")
            ? here.resolve(search.profile()).toString()
            : search.profile());
    search
        .settings()
        .forEach((key, text) -> document.put(key, experiments.beside(key, text, here)));
    candidate
        .point()
        .forEach((key, text) -> document.put(key, experiments.beside(key, text, here)));
    return YamlEntries.textOf(document);
  }

  /**
   * Refuses a folder that has the results of another sweep or search. The same with more candidates
   * goes on from there.
   *
   * @throws UserInputException naming the folder
   */
  public static void requireSame(Path folder, Search search) {
    Path file = folder.resolve(SweepFile.NAME);
    if (Files.isRegularFile(file)) {
      String earlier = InputSources.read("sweep", file);
      if (!withoutCount(earlier).equals(withoutCount(format(search)))) {
        throw SweepFile.other(folder);
      }
    }
  }

  /** More candidates begin with the same ones. */
  private static String withoutCount(String text) {
    return text.replaceFirst("(?m)^  " + SearchRequest.CANDIDATES + ": \\d+$", "");
  }

  /**
   * Writes {@code candidates.csv}, a row a candidate: the default, then the best first. Nothing of
   * the wall clock is in it.
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
    table.write(out, rows.stream());
  }

  private record Ranked(int rank, Trial trial) {}
}
