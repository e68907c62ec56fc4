package io.smartt.study.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.search.SearchPlan.Objective;
import io.smartt.study.search.SearchResult.Trial;
import io.smartt.study.search.SearchResult.Trial.Candidate;
import io.smartt.study.sweep.FinishedRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SearcherTest {
  private static final String KEY = "queue.kmin";

  private static Search search(SearchPlan.SearchMethod method, int candidates) {
    SearchRequest request = new SearchRequest();
    request.plan(SearchRequest.MINIMISE, "fctUs.p99", "test");
    request.plan(SearchRequest.BY, method.spelling(), "test");
    request.plan(SearchRequest.CANDIDATES, Integer.toString(candidates), "test");
    request.values(SearchRequest.VARY, KEY, List.of("0.01..0.5"), "test");
    request.values(SearchRequest.OVER, "seed", List.of("1..9"), "test");
    return request.build(Fabrics.builtIn().settings());
  }

  /** Completion times follow from the varied value, and from the seed where asked. */
  private static final class Made implements Searcher.Evaluator {
    private final Search search;
    private final DoubleUnaryOperator fct;
    private final List<Integer> sizes = new ArrayList<>();
    private double fails = Double.NaN;
    private int runsLeft = Integer.MAX_VALUE;

    Made(Search search, DoubleUnaryOperator fct) {
      this.search = search;
      this.fct = fct;
    }

    @Override
    public List<Trial> evaluate(List<Trial> trials, int tasks) {
      sizes.add(trials.size());
      return trials.stream().map(trial -> more(trial, tasks)).toList();
    }

    private Trial more(Trial trial, int tasks) {
      double value = Double.parseDouble(trial.candidate().point().getOrDefault(KEY, "0.2"));
      List<FinishedRun> runs = new ArrayList<>();
      for (Map<String, String> task : search.tasks().subList(trial.runs().size(), tasks)) {
        if (runsLeft-- > 0) {
          Map<String, String> point = new LinkedHashMap<>(trial.candidate().point());
          point.putAll(task);
          ObjectNode summary = new ObjectMapper().createObjectNode();
          summary.put("status", value == fails ? "failed" : "completed");
          summary.putObject("fctUs").put("p99", fct.applyAsDouble(value));
          runs.add(new FinishedRun(point, Path.of("none"), summary));
        }
      }
      return trial.with(runs);
    }
  }

  @Test
  void halvingGivesTheBetterThirdThreeTimesTheRunsAndFindsTheBest() {
    Search search = search(SearchPlan.SearchMethod.HALVING, 27);
    List<Candidate> candidates = search.candidates(point -> point);
    Made made = new Made(search, value -> 100 + Math.abs(value - 0.3));

    SearchResult result = new Searcher(search, made).run(candidates);

    // The default, then a bracket of Hyperband: nine tasks allow three rungs.
    assertThat(made.sizes).containsExactly(1, 27, 9, 3);
    assertThat(result.ranking()).hasSize(27);
    double best =
        candidates.stream().mapToDouble(one -> Math.abs(value(one) - 0.3)).min().orElseThrow();
    assertThat(Math.abs(value(result.best().orElseThrow().candidate()) - 0.3)).isEqualTo(best);
    assertThat(result.ranking().stream().map(trial -> trial.runs().size()).distinct())
        .containsExactly(9, 3, 1);
    assertThat(Searcher.runs(search.plan(), 27, 9)).isEqualTo(9 + 27 + 9 * 2 + 3 * 6);
  }

  private static double value(Candidate candidate) {
    return Double.parseDouble(candidate.point().getOrDefault(KEY, "nan"));
  }

  @Test
  void theSameSeedDrawsTheSameAndMoreCandidatesBeginWithThem() {
    List<Candidate> few = search(SearchPlan.SearchMethod.RANDOM, 5).candidates(point -> point);
    List<Candidate> many = search(SearchPlan.SearchMethod.RANDOM, 20).candidates(point -> point);

    assertThat(many.subList(0, 5)).isEqualTo(few);
    assertThat(many).hasSize(20).allMatch(one -> value(one) >= 0.01 && value(one) <= 0.5);
  }

  @Test
  void aCandidateThatFailsIsLastAndNoneIsBestWhereAllFail() {
    Search search = search(SearchPlan.SearchMethod.RANDOM, 3);
    List<Candidate> candidates = search.candidates(point -> point);
    Made made = new Made(search, value -> value);
    made.fails = candidates.stream().mapToDouble(SearcherTest::value).min().orElseThrow();

    SearchResult result = new Searcher(search, made).run(candidates);

    assertThat(result.ranking().getLast().candidate()).matches(one -> value(one) == made.fails);
    assertThat(result.fate(result.ranking().getLast())).isEqualTo(SearchResult.Fate.FAILED);
    assertThat(result.best().orElseThrow().candidate()).matches(one -> value(one) != made.fails);
    SearchResult alone =
        new Searcher(search, made).run(List.of(result.ranking().getLast().candidate()));
    assertThat(alone.best()).isEmpty();
    assertThat(alone.whole()).isTrue();
  }

  @Test
  void aSearchThatIsStoppedSaysSo() {
    Search search = search(SearchPlan.SearchMethod.RANDOM, 3);
    Made made = new Made(search, value -> value);
    made.runsLeft = 15;

    SearchResult result = new Searcher(search, made).run(search.candidates(point -> point));

    assertThat(result.whole()).isFalse();
  }

  @Test
  void scenariosCountByFactorsAndSeedsByMeans() {
    Objective objective = new Objective("fctUs.p99", true);

    assertThat(
            objective.score(
                List.of(run("a", 1, 10), run("a", 2, 30), run("b", 1, 2000), run("b", 2, 2000))))
        .hasValueCloseTo(200.0, offset(1e-9));
  }

  private static FinishedRun run(String workload, int seed, double fct) {
    ObjectNode summary = new ObjectMapper().createObjectNode();
    summary.put("status", "completed");
    summary.putObject("fctUs").put("p99", fct);
    return new FinishedRun(
        Map.of("workload", workload, "seed", Integer.toString(seed)), Path.of("none"), summary);
  }

  @Test
  void aLimitIsReadWithItsUnit() {
    SearchRequest request = new SearchRequest();
    request.addFile(
        "s.yaml", "search: {minimise: jain, limit: 90s}\nvary:\n  queue.kmin: 0.1..0.2\n");

    assertThat(request.build(Fabrics.builtIn().settings()).plan().limit())
        .isEqualTo(Duration.ofSeconds(90));
  }
}
