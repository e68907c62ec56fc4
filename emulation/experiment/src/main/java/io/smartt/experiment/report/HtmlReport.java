package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;

/**
 * The page of a run, made of the sources in {@code emulation/page}: {@code report.html}, one file
 * with its data, style and script in it, or the same page without data, which asks a server for
 * them. {@code docs/internals/page.md} says what the server answers.
 */
public final class HtmlReport {
  private HtmlReport() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    write(out, summary.identity().name(), to -> ReportData.write(to, result, summary));
  }

  /**
   * Writes the page of a run that goes on. Leaves the writer open.
   *
   * @param title what the window is called until the run's name is known
   */
  public static void live(Writer out, String title) throws IOException {
    write(
        out,
        title,
        to -> {
          try (JsonGenerator json = PageTemplate.json(to)) {
            json.writeStartObject();
            json.writeObjectFieldStart("live");
            json.writeStringField("events", "api/events");
            json.writeStringField("report", "api/report");
            json.writeStringField("journey", "api/journey");
            json.writeEndObject();
            json.writeEndObject();
          }
        });
  }

  private static void write(Writer out, String title, PageTemplate.Slot data) throws IOException {
    new PageTemplate(HtmlReport.class, "report.html")
        .write(out, Map.of("TITLE", to -> to.write(PageTemplate.escaped(title)), "DATA", data));
  }
}
