package io.smartt.study.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.paper.PaperFigure.Claim;
import io.smartt.study.paper.PaperFigure.Scale;
import io.smartt.study.paper.PaperReport.Verdict;
import io.smartt.study.paper.PaperReport.Verdict.Kind;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;
import io.smartt.study.paper.PaperRuns.FigureResults.Place;
import io.smartt.study.sweep.FinishedRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final String FIGURE =
      """
      figure: 1
      title: t
      section: s
      profile: virtual
      series: {S: {scheme: smartt}, W: {scheme: swift}, M: {scheme: mprdma}, E: {scheme: eqds}}
      panels:
        - {id: a, title: A, plot: cdf}
        - id: b
          title: B
          plot: lines
          measure: max
          over: {set: workload, as: 'incast:8x{}', quick: [1KiB, 2KiB], title: size}
      """;

  private final Map<Place, Cell> cells = new LinkedHashMap<>();

  private final ExperimentSpec spec =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
          .load("virtual", Map.of(), List.of(), false);

  private void measured(String panel, String series, String x, double... lastUs) {
    List<FinishedRun> runs =
        DoubleStream.of(lastUs)
            .mapToObj(us ->
                new FinishedRun(
                    Map.of(),
                    Path.of("f"),
                    JsonNodeFactory.instance.objectNode().put("lastFinishUs", us)))
            .toList();
    cells.put(
        new Place(panel, series, x),
        new Cell(runs.stream().map(_ -> spec).toList(), runs, Optional.empty()));
  }

  private void missing(String panel, String series, String x) {
    cells.put(
        new Place(panel, series, x),
        new Cell(List.of(spec), List.of(), Optional.of("not part of this build")));
  }

  private Verdict verdict(String check) {
    PaperFigure figure = FigureReader.read("f.yaml", FIGURE, Scale.QUICK);
    return new Judge(new FigureResults(figure, cells)).judge(new Claim("says", "", check));
  }

  @Test
  void eachOtherSeriesMustAgreeAndMeansAreOverSeeds() {
    measured("a", "S", "", 9, 11);
    measured("a", "W", "", 12, 14);
    measured("a", "M", "", 11);
    missing("a", "E", "");

    Verdict verdict = verdict("last(a, S) < last(a, *)");

    assertThat(verdict.kind()).isEqualTo(Kind.HOLDS);
    assertThat(verdict.measured()).isEqualTo("W: 10.00 < 13.00; M: 10.00 < 11.00");
    assertThat(verdict.remark()).isEqualTo("E not measured: not part of this build");
  }

  @Test
  void oneThatDisagreesIsEnough() {
    measured("a", "S", "", 10);
    measured("a", "W", "", 9);
    measured("a", "M", "", 11);
    missing("a", "E", "");

    Verdict verdict = verdict("last(a, S) < last(a, *)");

    assertThat(verdict.kind()).isEqualTo(Kind.DOES_NOT_HOLD);
    assertThat(verdict.measured()).contains("W: 10.00 < 9.000 is false").contains("M: ");
  }

  @Test
  void whatIsNotThereIsSaidSo() {
    measured("a", "S", "", 10);
    missing("a", "E", "");

    Verdict verdict = verdict("last(a, S) < last(a, E)");

    assertThat(verdict.kind()).isEqualTo(Kind.NOT_MEASURED);
    assertThat(verdict.measured()).isEmpty();
    assertThat(verdict.remark()).contains("E not measured");
  }

  @Test
  void withoutAValueItIsComparedAtEveryValueOfTheVariable() {
    measured("b", "S", "1KiB", 10);
    measured("b", "S", "2KiB", 20);
    measured("b", "W", "1KiB", 11);
    measured("b", "W", "2KiB", 19);

    assertThat(verdict("last(b, S) < last(b, W)").measured())
        .isEqualTo("1KiB: 10.00 < 11.00; 2KiB: 20.00 < 19.00 is false");
    assertThat(verdict("last(b, S) < last(b, W)").remark()).isEqualTo("holds up to 1KiB");
    assertThat(verdict("last(b, S) > last(b, W)").remark()).isEqualTo("holds from 2KiB on");
    assertThat(verdict("last(b, S) > 0").remark()).isEmpty();
    assertThat(verdict("last(b, S, first) < last(b, W, first)").kind()).isEqualTo(Kind.HOLDS);
    assertThat(verdict("last(b, S, 2KiB) - last(b, S, first) > 9").kind()).isEqualTo(Kind.HOLDS);
  }
}
