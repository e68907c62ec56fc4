package io.smartt.study.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.launch.Fabrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchRequestTest {
  private static final SettingsCatalog CATALOG = Fabrics.builtIn().settings();

  private static Search search(String text) {
    SearchRequest request = new SearchRequest();
    request.addFile("s.yaml", text);
    return request.build(CATALOG);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "search: {minimise: fctUs.p98} | s.yaml:1:10: there is no measure 'fctUs.p98', did you mean"
            + " fctUs.p99",
        "search: {minimize: jain} | s.yaml:1:10: unknown key 'minimize', did you mean minimise",
        "search: {by: best, minimise: jain} | s.yaml:1:10: 'best' is not known",
        "search: {by: grid} | s.yaml: a search has an objective",
        "search: {maximise: jain} | s.yaml: a search varies at least one setting (vary)",
        "'search: {maximise: jain, eta: 1}@vary: {seed: 1..3}' | s.yaml: eta is at least 2, not 1",
        "'search: {maximise: jain}@vary: {seed: 1..3}' | s.yaml: vary seed: a search tries each"
            + " candidate",
        "'search: {maximise: jain}@vary:@  link.loss: 1.0..101.0' | s.yaml:3:3: link.loss:",
        "'search: {maximise: jain}@vary: {lnik.loss: 1.0..2.0}' | s.yaml:2:8: unknown key",
        "'search: {maximise: jain}@vary: {scheme: [smartt, Gone.java]}' | s.yaml:2:17: there is no"
            + " file Gone.java",
        "'search: {maximise: jain}@seed: 1@vary: {link.loss: [1, 2]}@over: {seed: 1..3}' | s.yaml:"
            + " seed: is both set and varied",
      })
  void whatIsWrongIsNamedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> search(text.replace('@', '\n')))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void withoutAFileNoneIsNamed() {
    assertThatThrownBy(() -> new SearchRequest().build(CATALOG))
        .hasMessageStartingWith("a search has an objective");
  }

  @Test
  void theFileOfAFolderIsTheSameSearch() {
    Search search =
        search(
            """
            profile: virtual
            search: {minimise: fctUs.p99, by: halving, candidates: 12, limit: 90s}
            topology: leafspine,2,2,4
            vary:
              scheme: [smartt, swift]
              link.loss: log 0.01..1
            over:
              workload: ['incast:3x64KiB', 'permutation:64KiB']
              seed: 1..2
            """);

    assertThat(SearchFiles.format(search(SearchFiles.format(search))))
        .isEqualTo(SearchFiles.format(search));
    assertThat(search.tasks())
        .extracting(task -> task.get("seed") + task.get("workload"))
        .containsExactly(
            "1incast:3x64KiB", "1permutation:64KiB", "2incast:3x64KiB", "2permutation:64KiB");
  }
}
