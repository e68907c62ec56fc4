package io.smartt.view.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.QueueMeasure;
import io.smartt.view.live.ExpositionText.MetricFamily;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The dashboard for Grafana asks for metrics that there are. */
@Timeout(30)
class DashboardTest {
  private static final Pattern NAME = Pattern.compile("\\bsmartt_\\w+");

  @Test
  void eachPanelAsksForMetricsThatThereAre() throws IOException {
    JsonNode dashboard =
        new ObjectMapper().readTree(Path.of("../docs/use/grafana/smartt-run.json").toFile());
    Set<String> known = new HashSet<>();
    for (MetricFamily family : MetricFamily.values()) {
      known.add(family.base + family.type.suffix());
    }
    for (Measure measure : Measure.scraped()) {
      known.add(measure.family() + MetricFamily.Type.COUNTER.suffix());
    }
    for (QueueMeasure measure : QueueMeasure.scraped()) {
      known.add(measure.family() + (measure.isSum() ? MetricFamily.Type.COUNTER.suffix() : ""));
    }
    List<String> asked = new ArrayList<>();
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : dashboard.required("panels")) {
      assertThat(ids.add(panel.required("id").intValue())).isTrue();
      assertThat(panel.required("type").asText()).isIn("stat", "timeseries");
      assertThat(panel.required("targets")).isNotEmpty();
      for (JsonNode target : panel.required("targets")) {
        Matcher name = NAME.matcher(target.required("expr").asText());
        assertThat(name.find()).isTrue();
        do {
          asked.add(name.group());
        } while (name.find());
      }
    }
    Matcher variable = NAME.matcher(dashboard.required("templating").toString());
    assertThat(variable.find()).isTrue();
    asked.add(variable.group());

    assertThat(known).containsAll(asked);
    assertThat(asked).hasSizeGreaterThan(10);
  }
}
