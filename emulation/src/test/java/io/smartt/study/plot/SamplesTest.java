package io.smartt.study.plot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.study.diff.DiffPage.SweepPanels;
import io.smartt.study.diff.Differences;
import io.smartt.study.diff.SweepSides;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every run of a sweep and the interval of their mean, in the charts of its page. */
@Timeout(30)
class SamplesTest {
  @TempDir private Path folder;

  @Test
  void everySeedIsAPointAndTheirMeanHasAnInterval() throws IOException {
    Panel.Samples panel = panel("4", "10");

    assertThat(panel.groups()).isEmpty();
    List<Panel.Sample> samples = panel.samples().getOrDefault("sw", List.of());
    assertThat(samples).extracting(Panel.Sample::x).containsExactly(4.0, 10.0);
    assertThat(samples.getFirst().values()).containsExactly(1.0, 1.2);
    assertThat(samples.getFirst().mean()).isEqualTo(1.1);
    // Student's t for one degree of freedom, 12.71, times a standard error of 0.1.
    assertThat(samples.getFirst().halfWidth()).isBetween(1.27, 1.271);
  }

  @Test
  void combinationsThatAreNoNumbersAreGroups() throws IOException {
    assertThat(panel("ecmp", "reps").groups()).containsExactly("reps", "ecmp");
  }

  @Test
  void aPageGetsMeansIntervalsAndValues() throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      PanelJson.write(json, List.of(panel("4", "10")));
    }

    assertThat(out.toString())
        .contains("\"kind\":\"samples\"", "\"groups\":[]", "\"mean\":[4.0,1.1,1.27")
        .contains("\"values\":[1.0,1.2]");
  }

  @Test
  void aTextOfSeveralLinesIsAHashInTables() {
    assertThat(Differences.shown("1bdp")).isEqualTo("1bdp");
    assertThat(Differences.shown("class A {\n}\n")).matches("[0-9a-f]{12}, differs \\(2 lines\\)");
    assertThat(Differences.shown("class A {\n}\n")).isNotEqualTo(Differences.shown("class B {\n}"));
  }

  private Panel.Samples panel(String one, String other) throws IOException {
    Files.writeString(
        folder.resolve("sweep.csv"),
        """
        k,seed,status,timely,slowdown_median
        %2$s,1,completed,,2
        %1$s,1,completed,,1
        %1$s,2,completed,,1.2
        %1$s,3,failed,,9
        %2$s,2,completed,,2
        """
            .formatted(one, other)
            .replace("\n", "\r\n"));
    return new SweepPanels(SweepSides.read(List.of(folder), List.of("sw")))
        .panels().stream()
            .filter(Panel.Samples.class::isInstance)
            .map(Panel.Samples.class::cast)
            .findFirst()
            .orElseThrow();
  }
}
