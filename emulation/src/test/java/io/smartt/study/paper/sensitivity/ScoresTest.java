package io.smartt.study.paper.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.paper.PaperFigure;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;
import io.smartt.study.paper.PaperRuns.FigureResults.Place;
import io.smartt.study.paper.sensitivity.Scores.Score;
import io.smartt.study.sweep.FinishedRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static final String GAIN = "smartt.average-gain";

  private final ExperimentLoader experiments =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()));
  private final ExperimentSpec spec = experiments.load("virtual", Map.of(), List.of(), false);
  private final Study study =
      new StudyReader(experiments.catalog())
          .read(
              "s.yaml",
              """
              profile: virtual
              constants: [{set: smartt.average-gain, values: [0.1]}]
              scenarios:
                - {figure: 1, settings: {workload: 'incast:2x1KiB'}, costs: [last, trims]}
                - {figure: 1, settings: {workload: 'incast:3x1KiB'}, costs: [last]}
                - {figure: 5, settings: {workload: 'incast:4x1KiB'}, costs: [last]}
              """);
  private final List<PaperFigure> figures = study.figures(experiments.catalog(), List.of("1", "2"));
  private final List<Map<Place, Cell>> cells = new ArrayList<>();

  private void measured(int scenario, String value, double... lastUs) {
    List<FinishedRun> runs =
        DoubleStream.of(lastUs)
            .mapToObj(us ->
                new FinishedRun(
                    Map.of(),
                    Path.of("f"),
                    JsonNodeFactory.instance.objectNode().put("lastFinishUs", us).put("trims", 7)))
            .toList();
    while (cells.size() <= scenario) {
      cells.add(new LinkedHashMap<>());
    }
    cells
        .get(scenario)
        .put(
            new Place("", GAIN + "=" + value, ""),
            new Cell(runs.stream().map(_ -> spec).toList(), runs, Optional.empty()));
  }

  private List<Score> scores() {
    List<FigureResults> results = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      results.add(new FigureResults(figures.get(i), cells.get(i)));
    }
    return new Scores(study, results).of(study.constants().getFirst());
  }

  @Test
  void eachFigureCountsOnceRelativeToTheDefaultWithTheSameSeed() {
    for (int scenario = 0; scenario < 3; scenario++) {
      measured(scenario, "0.0125", 10, 100);
    }
    measured(0, "0.1", 10 * 16, 100);
    measured(1, "0.1", 10, 100);
    measured(2, "0.1", 5, 100);

    List<Score> scores = scores();

    assertThat(scores.getFirst().bySeed()).as("the default").containsExactly(1, 1);
    // Figure 1: 16 for one of two costs of one of two scenarios. All three of its costs count the
    // same: 16^(1/3); figure 5: 1/2.
    assertThat(scores.getLast().bySeed()[0])
        .isCloseTo(Math.sqrt(Math.cbrt(16) * 0.5), within(1e-12));
    assertThat(scores.getLast().bySeed()[1]).isEqualTo(1);
    assertThat(scores.getLast().of(5)).isCloseTo(Math.sqrt(0.5), within(1e-12));
  }

  @Test
  void theBestIsBeyondNoiseIfItsIntervalIsBelow1() {
    for (int scenario = 0; scenario < 3; scenario++) {
      measured(scenario, "0.0125", 100, 100);
      measured(scenario, "0.1", 90, 91);
    }

    Score best = Scores.best(scores()).orElseThrow();

    assertThat(best.value()).isEqualTo("0.1");
    assertThat(best.mean()).isLessThan(1);
    assertThat(best.high().orElseThrow()).isBetween(best.mean(), 1.0);
    assertThat(best.low().orElseThrow()).isLessThan(best.mean());
  }

  @Test
  void aValueThatFailedSomewhereHasNoScore() {
    for (int scenario = 0; scenario < 3; scenario++) {
      measured(scenario, "0.0125", 10, 10);
    }
    measured(0, "0.1", 1, 1);

    assertThat(scores()).extracting(Score::value).containsExactly("0.0125");
  }
}
