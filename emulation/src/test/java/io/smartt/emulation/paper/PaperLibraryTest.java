package io.smartt.emulation.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.launch.Fabrics;
import io.smartt.emulation.paper.Verdict.Kind;
import io.smartt.emulation.settings.ProfileLibrary;
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

    assertThat(PaperLibrary.all(scale))
        .hasSize(15)
        .allSatisfy(figure -> {
          assertThat(figure.claims()).isNotEmpty();
          assertThat(
                  PaperRuns.specs(experiments, figure).values().stream()
                      .mapToInt(runs -> runs.size())
                      .sum())
              .isEqualTo(figure.runs())
              .isPositive();
          // Without runs no claim can be judged, but each must name panels and series there are.
          assertThat(PaperReport.verdicts(new FigureResults(figure, Map.of())))
              .allMatch(verdict -> verdict.kind() == Kind.NOT_MEASURED);
        });
  }

  @Test
  void aMatrixOfAFigureIsItsWorkload() {
    PaperFigure figure = PaperLibrary.figure(10, Scale.QUICK);

    assertThat(
            PaperRuns.specs(
                    new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings())), figure)
                .values())
        .flatExtracting(specs -> specs)
        .allSatisfy(
            spec -> assertThat(spec.buildWorkload(spec.buildTopology()).flows()).hasSize(8));
  }

  @Test
  void figuresWithoutResultsAreRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> PaperLibrary.figure(2, Scale.QUICK))
        .hasMessageStartingWith("no figure 2 holds results; there are 1, 3, 5");
  }
}
