package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.study.launch.Fabrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {
  private static final String FILE =
      """
      profile: htsim-800g
      workload: incast:8x1MiB
      queue:
        size: 2bdp
      vary:
        scheme: [smartt, swift]
        queue:
          kmin: 10
        seed: 1..3
      """;

  @Test
  void aFileSaysProfileSettingsAndWhatIsVaried() {
    Sweep sweep = Sweep.parse(Fabrics.builtIn().settings(), "s.yaml", FILE);

    assertThat(sweep.profile()).isEqualTo("htsim-800g");
    assertThat(sweep.settings())
        .isEqualTo(Map.of("workload", "incast:8x1MiB", "queue.size", "2bdp"));
    assertThat(sweep.varied())
        .containsEntry("scheme", List.of("smartt", "swift"))
        .containsEntry("queue.kmin", List.of("10"))
        .containsEntry("seed", List.of("1", "2", "3"));
  }

  @Test
  void everyCombinationIsAPointAndTheLastVariesFastest() {
    List<Map<String, String>> points =
        Sweep.combinations(Sweep.parse(Fabrics.builtIn().settings(), "s.yaml", FILE).varied());

    assertThat(points).hasSize(6);
    assertThat(points.get(1))
        .isEqualTo(Map.of("scheme", "smartt", "queue.kmin", "10", "seed", "2"));
    assertThat(points.get(3)).containsEntry("scheme", "swift").containsEntry("seed", "1");
  }

  @Test
  void theCommandLineWinsOverTheFile() {
    Sweep sweep =
        Sweep.parse(Fabrics.builtIn().settings(), "s.yaml", FILE)
            .with(Map.of("scheme", "dctcp"), Map.of("workload", List.of("ring:1", "ring:2")));

    assertThat(sweep.settings()).containsEntry("scheme", "dctcp").doesNotContainKey("workload");
    assertThat(Sweep.combinations(sweep.varied()))
        .hasSize(6)
        .allMatch(point -> !point.containsKey("scheme"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shceme: smartt | s.yaml:1:1: unknown key 'shceme', did you mean scheme?",
        "'vary: {sed: 1}' | s.yaml:1:8: unknown key 'sed', did you mean seed?",
        "'vary: {seed: 3..1}' | s.yaml:1:8: '3..1' must go up, by less than 100000 values",
        "'vary: {seed: [1, x]}' | s.yaml:1:15: seed: 'x' is not a whole number"
      })
  void whatIsWrongIsSaidWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> Sweep.parse(Fabrics.builtIn().settings(), "s.yaml", text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void aSettingIsSetOrVaried() {
    assertThatThrownBy(() ->
            new Sweep(
                Fabrics.builtIn().settings(),
                "virtual",
                Map.of("seed", "1"),
                Map.of("seed", List.of("2"))))
        .hasMessage("seed: is both set and varied");
  }
}
