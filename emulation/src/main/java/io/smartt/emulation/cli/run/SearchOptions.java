package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.InputSources;
import io.smartt.study.search.SearchRequest;
import io.smartt.study.sweep.Sweep.VariedValues;
import io.smartt.study.sweep.SweepRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code smartt sweep} that make it a search. */
final class SearchOptions {
  private static final String OVER = "--over";

  @Option(
      names = "--minimise",
      paramLabel = "MEASURE",
      description = "Searches for the least of a number of summary.json, such as fctUs.p99.")
  private @Nullable String minimise;

  @Option(names = "--maximise", paramLabel = "MEASURE", description = "Searches for the largest.")
  private @Nullable String maximise;

  @Option(
      names = "--by",
      paramLabel = "METHOD",
      description = "random, grid or halving (successive halving). Default: random.")
  private @Nullable String by;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description = "How many candidates random and halving draw. Default: 27.")
  private @Nullable String candidates;

  @Option(
      names = "--eta",
      paramLabel = "N",
      description = "Halving: one candidate in N goes on, with N times the tasks. Default: 3.")
  private @Nullable String eta;

  @Option(names = "--search-seed", paramLabel = "N", description = "Seed of the draws. Default: 1.")
  private @Nullable String seed;

  @Option(
      names = OVER,
      paramLabel = "KEY=VALUES",
      description = {
        "What each candidate is tried on: seed=1..5, or scenarios. May be given more than once."
      })
  private List<String> over = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      description = "A candidate whose run takes longer has failed. Default: 600s.")
  private @Nullable String limit;

  /** The search that the command line and its file ask for; empty if they ask for a sweep. */
  Optional<SearchRequest> request(
      @Nullable Path file, @Nullable String profile, List<String> settings, List<String> varied) {
    Map<String, String> plan = plan();
    String text = file == null ? "" : InputSources.read("sweep", file);
    boolean inFile = file != null && SearchRequest.isOne(file.toString(), text);
    if (!inFile && minimise == null && maximise == null) {
      plan.keySet().stream()
          .findFirst()
          .or(() -> over.stream().map(_ -> OVER).findFirst())
          .ifPresent(option -> {
            throw new UserInputException(
                option + " is for a search, which has an objective (--minimise, --maximise)");
          });
      return Optional.empty();
    }
    if (minimise != null && maximise != null) {
      throw new UserInputException("--minimise and --maximise: a search has one objective");
    }
    SearchRequest request = new SearchRequest();
    if (file != null) {
      request.addFile(file.toString(), text);
    }
    if (profile != null) {
      request.profile(profile, "--profile");
    }
    settings.forEach(setting ->
        request.setting(
            SweepRequest.key("--set", setting), SweepRequest.value(setting), "--set " + setting));
    varied.forEach(values -> values(request, SearchRequest.VARY, "--vary", values));
    over.forEach(values -> values(request, SearchRequest.OVER, OVER, values));
    plan.forEach((option, value) ->
        request.plan(
            option.equals("--search-seed") ? SearchRequest.SEED : option.substring(2),
            value,
            option));
    return Optional.of(request);
  }

  private static void values(
      SearchRequest request, String section, String option, String assignment) {
    request.values(
        section,
        SweepRequest.key(option, assignment),
        VariedValues.items(SweepRequest.value(assignment)),
        option + " " + assignment);
  }

  /** Returns what is given, by option. */
  private Map<String, String> plan() {
    Map<String, String> plan = new LinkedHashMap<>();
    put(plan, "--minimise", minimise);
    put(plan, "--maximise", maximise);
    put(plan, "--by", by);
    put(plan, "--candidates", candidates);
    put(plan, "--eta", eta);
    put(plan, "--search-seed", seed);
    put(plan, "--limit", limit);
    return plan;
  }

  private static void put(Map<String, String> plan, String option, @Nullable String text) {
    if (text != null) {
      plan.put(option, text);
    }
  }
}
