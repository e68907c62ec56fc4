package io.smartt.study.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.paper.PaperFigure.Claim;
import io.smartt.study.paper.PaperFigure.Scale;
import io.smartt.study.paper.PaperReport.JudgedFigure;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    return verdict(check, "");
  }

  private Verdict verdict(String check, String number) {
    PaperFigure figure = FigureReader.read("f.yaml", FIGURE, Scale.QUICK);
    return new Judge(new FigureResults(figure, cells)).judge(new Claim("says", "", check, number));
  }

  /** The verdict on SMaRTT, 100 us with each seed, being ahead of Swift by a number. */
  private Kind ahead(String number, double... swiftUs) {
    measured("a", "S", "", DoubleStream.of(swiftUs).map(_ -> 100).toArray());
    measured("a", "W", "", swiftUs);
    return verdict("last(a, S) < last(a, W)", "last(a, W) / last(a, S) - 1 is " + number).kind();
  }

  @Test
  void eachOtherSeriesMustAgreeAndMeansAreOverSeeds() {
    measured("a", "S", "", 9, 11);
    measured("a", "W", "", 12, 14);
    measured("a", "M", "", 10, 12);
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

  @Test
  void withOneSeedTheBandIsThePointAndANumberIsWhatRoundsToIt() {
    assertThat(ahead("65 %", 165.4)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("65 %", 165.6)).isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("65 %", 164.4)).isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("65 %", 99)).isEqualTo(Kind.DOES_NOT_HOLD);
    assertThat(ahead("roughly 6", 655)).as("5.55").isEqualTo(Kind.HOLDS);
    assertThat(ahead("roughly 6", 745)).as("6.45").isEqualTo(Kind.HOLDS);
    assertThat(ahead("roughly 6", 755)).as("6.55").isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("almost 30 %", 129.2)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("almost 30 %", 128.8)).isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("almost 30 %", 130.2)).isEqualTo(Kind.DIRECTION_HOLDS);
  }

  @Test
  void withSeveralSeedsASingleNumberMustLieInTheIntervalAndBetweenTheSeeds() {
    // 0.60, 0.65, 0.73: mean 0.66, s 0.0656, half width 4.303 s / sqrt(3) = 0.163.
    assertThat(ahead("65 %", 160, 165, 173)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("61 %", 160, 165, 173)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("59 %", 160, 165, 173))
        .as("in 0.497 to 0.823, but not seen")
        .isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("74 %", 160, 165, 173)).isEqualTo(Kind.DIRECTION_HOLDS);
    // Mean 0.60, s 0.0707, half width 2.776 s / sqrt(5) = 0.0878: 0.512 to 0.688.
    assertThat(ahead("69 %", 150, 160, 160, 160, 170)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("70 %", 150, 160, 160, 160, 170)).as("seen").isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("65 %", 179.5, 180, 180.5))
        .as("0.788 to 0.812")
        .isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("almost 30 %", 128.5, 129, 129.5)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("almost 30 %", 130.2, 130.4, 130.6)).isEqualTo(Kind.DIRECTION_HOLDS);
  }

  @Test
  void aWideSpreadMakesNoNumberHold() {
    // Mean 65, s 107.6, half width 267: 65 % is in the interval, but so is Swift ahead.
    assertThat(ahead("65 %", 60, 160, 275)).isEqualTo(Kind.DOES_NOT_HOLD);
    assertThat(verdict("last(a, S) < last(a, W)").measured())
        .isEqualTo("100.0 < 165.0 is within the seeds' spread");
    measured("a", "W", "", 60, 90, 110);
    assertThat(verdict("last(a, S) < last(a, W)").measured()).isEqualTo("100.0 < 86.67 is false");
  }

  @Test
  void aDirectionIsShownByTheIntervalOrByEverySeed() {
    measured("a", "S", "", 100, 100, 100, 100, 100);
    // -1, 10, 10, 10, 10: mean 7.8, s 4.92, half width 2.776 s / sqrt(5) = 6.1.
    measured("a", "W", "", 99, 110, 110, 110, 110);
    assertThat(verdict("last(a, S) < last(a, W)").kind()).isEqualTo(Kind.HOLDS);
    // -4, 10, 10, 10, 10: mean 7.2, s 6.26, half width 7.8.
    measured("a", "W", "", 96, 110, 110, 110, 110);
    assertThat(verdict("last(a, S) < last(a, W)").kind()).isEqualTo(Kind.DOES_NOT_HOLD);
    // Mean 140, half width 340, but each is above zero.
    measured("a", "W", "", 110, 120, 120, 120, 730);
    assertThat(verdict("last(a, S) < last(a, W)").kind()).isEqualTo(Kind.HOLDS);
    measured("a", "W", "", 100, 120, 120, 120, 730);
    assertThat(verdict("last(a, S) < last(a, W)").kind())
        .as("one is equal")
        .isEqualTo(Kind.DOES_NOT_HOLD);
  }

  @Test
  void aRangeMustHoldTheWholeInterval() {
    assertThat(ahead("2 to 4", 295)).isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("2 to 4", 305)).isEqualTo(Kind.HOLDS);
    assertThat(ahead("2 to 4", 505)).isEqualTo(Kind.DIRECTION_HOLDS);
    // Half width 4.303 * 0.1 / sqrt(3) = 0.248.
    assertThat(ahead("2 to 4", 310, 320, 330)).as("1.95 to 2.45").isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(ahead("2 to 4", 320, 330, 340)).as("2.05 to 2.55").isEqualTo(Kind.HOLDS);
    assertThat(ahead("2 to 4", 470, 480, 490)).as("3.55 to 4.05").isEqualTo(Kind.DIRECTION_HOLDS);
  }

  @Test
  void aBoundWithoutADirectionHoldsOrDoesNot() {
    measured("a", "S", "", 104, 105, 106);
    // 102.5 to 107.5
    assertThat(verdict("", "last(a, S) / 100 - 1 is at most 8 %").kind()).isEqualTo(Kind.HOLDS);
    assertThat(verdict("", "last(a, S) / 100 - 1 is at most 7 %").kind())
        .isEqualTo(Kind.DOES_NOT_HOLD);
    assertThat(verdict("", "last(a, S) is at least 102").kind()).isEqualTo(Kind.HOLDS);
    assertThat(verdict("", "last(a, S) is at least 103").kind()).isEqualTo(Kind.DOES_NOT_HOLD);
    assertThat(verdict("", "last(a, S) is at least 103").measured())
        .isEqualTo(
            "105.0 (102.5 to 107.5; 3 seeds: 104.0, median 105.0, to 106.0) is not at least 103");
  }

  @Test
  void upToIsTheLargestOfAllPointsAndNoMore() {
    measured("b", "S", "1KiB", 100);
    measured("b", "W", "1KiB", 120.3);
    measured("b", "S", "2KiB", 100);
    measured("b", "W", "2KiB", 104);
    String check = "last(b, S) < last(b, W)";
    String lead = "last(b, W) / last(b, S) - 1 is ";

    assertThat(verdict(check, lead + "up to 20 %").kind()).isEqualTo(Kind.HOLDS);
    assertThat(verdict(check, lead + "up to 20 %").measured())
        .endsWith("; 1KiB: 20.30 % is up to 20 %");
    assertThat(verdict(check, lead + "up to 25 %").kind()).isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(verdict(check, lead + "up to 15 %").kind()).isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(verdict(check, lead + "20 %").kind()).as("at each").isEqualTo(Kind.DIRECTION_HOLDS);
    assertThat(verdict(check, lead + "20 %").remark()).isEqualTo("holds up to 1KiB");
    measured("b", "W", "2KiB", 99);
    assertThat(verdict(check, lead + "up to 20 %").kind()).isEqualTo(Kind.DOES_NOT_HOLD);
  }

  @Test
  void aClaimOfWhichAPartIsNotMeasuredIsNotJudged() {
    measured("a", "S", "", 100);
    missing("a", "W", "");

    assertThat(verdict("last(a, S) < last(a, W)", "last(a, S) is 100").kind())
        .isEqualTo(Kind.NOT_MEASURED);
    assertThat(verdict("last(a, S) > 0", "last(a, W) is 100").kind()).isEqualTo(Kind.NOT_MEASURED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "last(a, S)",
        "last(a, S) is many",
        "last(a, S) is about 3",
        "last(a, S) is up to 3 to 5",
        "last(a, S) is 3x",
        "last(a, S) < 3 is 3"
      })
  void numbersInOtherFormsAreRefused(String number) {
    assertThatThrownBy(() -> PaperNumber.parse(number))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("expected");
  }

  @Test
  void eachKindIsCountedApart() {
    PaperFigure figure = FigureReader.read("f.yaml", FIGURE, Scale.QUICK);
    Claim claim = new Claim("says", "", "", "");
    List<Verdict> verdicts =
        List.of(Kind.HOLDS, Kind.DIRECTION_HOLDS, Kind.DIRECTION_HOLDS, Kind.DOES_NOT_HOLD).stream()
            .map(kind -> new Verdict(claim, kind, "", ""))
            .toList();

    assertThat(
            PaperReport.tally(
                List.of(new JudgedFigure(new FigureResults(figure, Map.of()), verdicts))))
        .isEqualTo("holds: 1, direction holds: 2, does not hold: 1, not measured: 0");
  }
}
