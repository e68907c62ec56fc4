package io.smartt.study.plot;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.PageTemplate;

/**
 * One page of charts and tables that opens without a network. Charts can be zoomed and read point
 * by point.
 */
public final class ChartPage {
  private final String title;
  private final String lead;
  private final Map<String, List<Panel>> charts = new LinkedHashMap<>();
  private final StringBuilder body = new StringBuilder();

  /**
   * @param lead a sentence under the title
   */
  public ChartPage(String title, String lead) {
    this.title = title;
    this.lead = lead;
  }

  /** Adds a heading. */
  public ChartPage heading(String text) {
    return html("<h2>" + escaped(text) + "</h2>\n");
  }

  /** Adds HTML as it is. */
  public ChartPage html(String html) {
    body.append(html);
    return this;
  }

  /**
   * Adds charts.
   *
   * @param name of letters, digits and underscores; no other charts of the page have it
   */
  public ChartPage charts(String name, List<Panel> panels) {
    charts.put(name, panels);
    return html("<div class=\"panels\" data-figure=\"" + name + "\"></div>\n");
  }

  /**
   * Writes the page.
   *
   * @throws io.smartt.base.failure.RunFailedException if it cannot be written
   */
  public void write(Path file) {
    PageTemplate template = new PageTemplate(ChartPage.class, "page.html");
    WholeFile.write(
        file,
        out ->
            template.write(
                out,
                Map.of(
                    "TITLE",
                    to -> to.write(escaped(title)),
                    "LEAD",
                    to -> to.write(escaped(lead)),
                    "BODY",
                    to -> to.append(body),
                    "DATA",
                    this::data)));
  }

  private void data(Writer out) throws IOException {
    try (JsonGenerator json = PageTemplate.json(out)) {
      json.writeStartObject();
      for (Map.Entry<String, List<Panel>> each : charts.entrySet()) {
        json.writeFieldName(each.getKey());
        PanelJson.write(json, each.getValue());
      }
      json.writeEndObject();
    }
  }
}
