package io.smartt.study.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.paper.PaperFigure.Scale;
import io.smartt.study.paper.PaperReport.JudgedFigure;
import io.smartt.study.paper.PaperReport.Verdict.Kind;
import io.smartt.study.paper.PaperRuns.FigureResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaperLibraryTest {
  @ParameterizedTest
  @EnumSource(Scale.class)
  void everyFigureCanBePlannedAndEveryClaimRefersToWhatItHas(Scale scale) {
    ExperimentLoader experiments =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()));

    assertThat(FigureReader.all(scale)).hasSize(17);
    assertThat(FigureReader.listed(scale))
        .hasSize(19)
        .allSatisfy(figure -> {
          assertThat(figure.claims()).isNotEmpty();
          assertThat(
                  PaperRuns.specs(experiments, figure).values().stream()
                      .mapToInt(runs -> runs.size())
                      .sum())
              .isEqualTo(figure.runs())
              .isPositive();
          // Without runs no claim can be judged, but each must name panels and series there are.
          assertThat(JudgedFigure.of(new FigureResults(figure, Map.of())).verdicts())
              .allMatch(verdict -> verdict.kind() == Kind.NOT_MEASURED);
        });
  }

  @Test
  void aMatrixOfAFigureIsItsWorkload() {
    PaperFigure figure = FigureReader.figure("10", Scale.QUICK);

    assertThat(
            PaperRuns.specs(
                    new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings())), figure)
                .values())
        .flatExtracting(specs -> specs)
        .allSatisfy(
            spec -> assertThat(spec.buildWorkload(spec.buildTopology()).flows()).hasSize(8));
  }

  @Test
  void figuresThatDeclareNoSeedsHaveThoseOfTheScale() {
    assertThat(FigureReader.figure("10", Scale.QUICK).seeds()).hasSize(10).startsWith("1", "2");
    assertThat(FigureReader.figure("10", Scale.FULL).seeds()).containsExactly("1", "2", "3");
    assertThat(FigureReader.figure("16", Scale.QUICK).seeds()).hasSize(12);
  }

  @Test
  void seedsAndSettingsOfTheUserAreThoseOfEveryRun() {
    PaperFigure figure =
        FigureReader.figure("5", Scale.QUICK)
            .withSeeds(List.of("3", "4"))
            .withSettings(Map.of("smartt.average-gain", "0.1"));

    assertThat(figure.runs()).isEqualTo(6);
    assertThat(figure.panels().getFirst().series().values())
        .allSatisfy(settings -> assertThat(settings).containsEntry("smartt.average-gain", "0.1"));
  }

  @Test
  void whatAFigureComparesIsNotSet() {
    PaperFigure figure = FigureReader.figure("12", Scale.QUICK);

    assertThatThrownBy(() -> figure.withSettings(Map.of("scheme", "dctcp")))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "Figure 12 compares values of scheme, which can therefore not be the same in all its"
                + " runs");
    assertThatThrownBy(() -> figure.withSettings(Map.of("workload", "incast:1MiB")))
        .hasMessageContaining("Figure 12 compares values of workload");
  }

  @Test
  void figuresWithoutResultsAreRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> FigureReader.figure("2", Scale.QUICK))
        .hasMessageStartingWith("no figure 2 holds results; there are 1, 3, 4, 5");
  }
}
