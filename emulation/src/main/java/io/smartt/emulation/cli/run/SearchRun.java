package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.FolderLock;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.search.CandidateRuns;
import io.smartt.study.search.ComparisonPage;
import io.smartt.study.search.Search;
import io.smartt.study.search.SearchFiles;
import io.smartt.study.search.SearchResult;
import io.smartt.study.search.SearchResult.Trial;
import io.smartt.study.search.Searcher;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepFile;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.SweepTables;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;

/**
 * A search of {@code smartt sweep}: runs it and leaves its folder.
 *
 * @param jobs how many runs at a time
 * @param force whether to replace another sweep's tables
 * @param reports whether all run folders get a report
 */
record SearchRun(
    ExperimentLoader experiments, Console console, int jobs, boolean force, boolean reports) {
  private static final int MOST = 10;
  private static final int MESSAGE = 60;

  /**
   * Searches.
   *
   * @param place where candidates are tried; empty for this process
   * @return the exit status: 0 if there is a best candidate
   */
  int run(Search search, Path folder, Optional<? extends SweepRunner.RunsElsewhere> place) {
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      LocalRunner runner = LocalRunner.ofMany(reports);
      SweepRunner sweeper =
          new SweepRunner(runner, folder.resolve("runs"), jobs, Optional.of(search.plan().limit()))
              .elsewhere(place);
      // Only names combinations; it runs nothing.
      CandidateRuns namer =
          new CandidateRuns(
              search, experiments, runner, sweeper, new CandidateRuns.WholeSearch(progress, 0));
      List<Trial.Candidate> candidates = search.candidates(namer::acting);
      int total = Searcher.runs(search.plan(), candidates.size(), search.tasks().size());
      CandidateRuns runs =
          new CandidateRuns(
              search, experiments, runner, sweeper, new CandidateRuns.WholeSearch(progress, total));
      runs.check(candidates);
      WholeFile.folder(folder);
      try (FolderLock _ = FolderLock.take(folder)) {
        if (!force) {
          SearchFiles.requireSame(folder, search);
        }
        WholeFile.write(
            folder.resolve(SweepFile.NAME), yaml -> yaml.write(SearchFiles.format(search)));
        SearchResult result = new Searcher(search, runs).run(candidates);
        progress.clear();
        tables(search, folder, result);
        console.out().print(table(List.copyOf(search.varied().keySet()), result));
        Optional<Trial> best = result.whole() ? result.best() : Optional.empty();
        best.ifPresent(trial -> reportBest(search, folder, result, trial, runs, progress));
        end(folder, result, best);
        return best.isPresent() ? 0 : Failures.FAILED;
      } finally {
        progress.clear();
      }
    }
  }

  private static void tables(Search search, Path folder, SearchResult result) {
    List<String> varied = List.copyOf(search.varied().keySet());
    List<String> keys = Stream.concat(varied.stream(), search.over().keySet().stream()).toList();
    List<FinishedRun> all =
        Stream.concat(Stream.of(result.base()), result.ranking().stream())
            .flatMap(trial -> trial.runs().stream())
            .toList();
    WholeFile.write(
        folder.resolve("candidates.csv"), csv -> SearchFiles.candidates(csv, varied, result));
    WholeFile.write(folder.resolve("sweep.csv"), csv -> SweepTables.runs(csv, keys, all));
  }

  /** The winner as a profile, and its reports next to the default's. */
  private void reportBest(
      Search search,
      Path folder,
      SearchResult result,
      Trial best,
      CandidateRuns runs,
      SweepProgress progress) {
    WholeFile.write(
        folder.resolve(SearchFiles.BEST),
        yaml -> yaml.write(SearchFiles.profile(search, best.candidate(), experiments)));
    SweepRunner reporting =
        new SweepRunner(
            LocalRunner.ofMany(true),
            folder.resolve("reports"),
            jobs,
            Optional.of(search.plan().limit()));
    Map<SweepRun, SweepRun> pairs = new LinkedHashMap<>();
    for (Map<String, String> task : runs.scenarios()) {
      pairs.put(
          runs.run(Trial.Candidate.DEFAULT, task).labelled("default"),
          runs.run(best.candidate(), task).labelled("best"));
    }
    List<SweepRun> both = new ArrayList<>(pairs.keySet());
    both.addAll(pairs.values());
    reporting.run(both, new CandidateRuns.WholeSearch(progress, both.size()));
    progress.clear();
    List<ComparisonPage.Pair> shown =
        pairs.entrySet().stream()
            .map(pair ->
                new ComparisonPage.Pair(
                    pair.getKey().point(),
                    folder.relativize(reporting.folder(pair.getKey())),
                    folder.relativize(reporting.folder(pair.getValue()))))
            .toList();
    ComparisonPage.write(folder.resolve(ComparisonPage.NAME), search, result, best, shown);
  }

  private void end(Path folder, SearchResult result, Optional<Trial> best) {
    if (best.isPresent()) {
      console
          .out()
          .printf(
              "%nbest: candidate %d; smartt run --profile %s%n",
              best.get().candidate().number(), folder.resolve(SearchFiles.BEST));
      if (!result.isBetterThanDefault(best.get())) {
        console.out().println("the default is no worse than any candidate");
      }
    } else if (result.whole()) {
      console.out().printf("%nno candidate completed all of its runs%n");
    } else {
      console.out().printf("%ninterrupted; the same command goes on from here%n");
    }
    console
        .out()
        .printf(
            "search folder: %s (candidates.csv, sweep.csv, runs/%s)%n",
            folder, best.isPresent() ? ", " + ComparisonPage.NAME : "");
    console.out().flush();
  }

  /** A table of what a search found, for the terminal: the default and the best candidates. */
  private static String table(List<String> varied, SearchResult result) {
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
    row.add(ComparisonPage.number(result.score(trial)));
    row.add(ComparisonPage.number(result.baseScore(trial)));
    row.add(
        result.fate(trial).name().toLowerCase(Locale.ROOT)
            + trial.failure().map(why -> ": " + shortened(why)).orElse(""));
    table.row(row.toArray(String[]::new));
  }

  private static String shortened(String text) {
    return text.length() <= MESSAGE ? text : text.substring(0, MESSAGE) + "...";
  }
}
