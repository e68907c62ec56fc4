package io.smartt.study.plot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.experiment.report.PageTemplate;
import io.smartt.study.plot.Panel.Axis;
import io.smartt.study.plot.Panel.Curve;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PanelJsonTest {
  private static JsonNode json(Panel panel) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = PageTemplate.json(text)) {
      PanelJson.write(json, List.of(panel));
    }
    assertThat(text.toString()).doesNotContain("<");
    return new ObjectMapper().readTree(text.toString()).get(0);
  }

  @Test
  void linesHaveTheirPoints() throws IOException {
    Curve curve =
        new Curve("</script>", new double[] {1, 2}, new double[] {3, 4.5}, Curve.Style.DASHED);

    JsonNode panel =
        json(new Panel.Lines("t", "x (us)", "y", Axis.POWERS_OF_TWO, Axis.LINEAR, List.of(curve)));

    assertThat(panel.at("/kind").asText()).isEqualTo("lines");
    assertThat(panel.at("/x").asText()).isEqualTo("x (us)");
    assertThat(panel.at("/xAxis").asText()).isEqualTo("powers_of_two");
    assertThat(panel.at("/yAxis").asText()).isEqualTo("linear");
    assertThat(panel.at("/curves/0/label").asText()).isEqualTo("</script>");
    assertThat(panel.at("/curves/0/style").asText()).isEqualTo("dashed");
    assertThat(panel.at("/curves/0/points")).hasToString("[[1.0,3.0],[2.0,4.5]]");
  }

  @Test
  void aBarThatIsNotThereIsNull() throws IOException {
    JsonNode panel =
        json(
            new Panel.Bars(
                "t", "k", "y", List.of("4", "8"), Map.of("a", List.of(1.5, Double.NaN))));

    assertThat(panel.at("/groups")).hasToString("[\"4\",\"8\"]");
    assertThat(panel.at("/bars/0/values")).hasToString("[1.5,null]");
  }

  @Test
  void boxesHaveFiveNumbersAndWhatLiesBeyond() throws IOException {
    JsonNode panel =
        json(new Panel.Boxes("t", "y", Map.of("a", new double[] {1, 2, 3, 4, 5, 100})));

    assertThat(panel.at("/boxes/0/five")).hasToString("[1.0,2.25,3.5,4.75,5.0]");
    assertThat(panel.at("/boxes/0/beyond")).hasToString("[100.0]");
  }
}
