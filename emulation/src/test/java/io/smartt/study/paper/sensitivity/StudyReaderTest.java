package io.smartt.study.paper.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.paper.Measures;
import io.smartt.study.paper.PaperFigure;
import io.smartt.study.paper.sensitivity.Study.Constant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudyReaderTest {
  private final ExperimentLoader experiments =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()));
  private final StudyReader reader = new StudyReader(experiments.catalog());

  @Test
  void thePackedStudyStandsForEveryFigureWithResultsAndHasADecadeOfEachConstant() {
    Study study = reader.packed();

    assertThat(study.scenarios().stream().map(Study.Scenario::figure).distinct())
        .containsExactly(1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    assertThat(study.constants())
        .filteredOn(constant -> !constant.key().equals("smartt.delay-trigger-rtts"))
        .isNotEmpty()
        .allSatisfy(constant -> {
          assertThat(constant.values()).hasSizeGreaterThanOrEqualTo(5);
          double least = Double.parseDouble(constant.values().getFirst());
          assertThat(Double.parseDouble(constant.values().getLast()))
              .isGreaterThanOrEqualTo(10 * least);
        });
  }

  @Test
  void theDefaultIsAmongTheValuesAndIsNotSet() {
    Study study =
        reader.read(
            "s.yaml",
            """
            profile: virtual
            constants:
              - {set: smartt.average-gain, values: [0.1, 0.001]}
              - {set: smartt.delay-trigger-share, values: [0.2], figures: [7]}
            scenarios:
              - {figure: 5, settings: {link: {rate: 25Gbps}}, costs: [last]}
            """);

    assertThat(study.constants().getFirst().values()).containsExactly("0.001", "0.0125", "0.1");
    PaperFigure figure = study.figures(experiments.catalog(), List.of("3", "4")).getFirst();
    assertThat(figure.seeds()).containsExactly("3", "4");
    assertThat(figure.panels().getFirst().series().values())
        .as("the trigger acts in figure 7 alone")
        .satisfiesExactly(
            least -> assertThat(least).containsEntry("smartt.average-gain", "0.001"),
            standard -> assertThat(standard).containsOnlyKeys("link.rate"),
            most -> assertThat(most).containsEntry("smartt.average-gain", "0.1"));
  }

  @Test
  void theUsersValuesReplaceTheStudys() {
    Study study = reader.packed();

    Constant constant = reader.vary(study, "smartt.delay-trigger-share=0.25,0.75");

    assertThat(constant.values()).hasSize(3).contains("0.25", "0.75");
    assertThat(constant.figures()).as("as the study has it").isPresent();
  }

  @Test
  void whatCannotBeVariedIsRefusedByName() {
    assertThatThrownBy(() -> reader.vary(reader.packed(), "smartt.average-gain"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("--vary smartt.average-gain: expected KEY=VALUE,VALUE");
    assertThatThrownBy(() -> reader.vary(reader.packed(), "smartt.signals=ecn,delay"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("smartt.signals: 'ecn' is not a number, which a study varies");
    assertThatThrownBy(() -> reader.vary(reader.packed(), "smartt.average-gain=2"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("smartt.average-gain");
    assertThatThrownBy(() ->
            reader.read("s.yaml", "{profile: virtual, scenarios: [{figure: 1, costs: [beauty]}]}"))
        .hasMessageStartingWith("s.yaml: unknown measure 'beauty', accepted: min, median, mean, ")
        .hasMessage("s.yaml: " + Measures.unknown("beauty").orElseThrow());
  }
}
