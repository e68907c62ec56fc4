package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;

/**
 * The page of a run, made of the sources in {@code emulation/page}: {@code report.html}, one file
 * with its data, style and script in it, or the same page without data, which asks a server for
 * them. {@code docs/internals/page.md} says what the server answers.
 */
public final class HtmlReport {
  private static final String BEGIN = "<script id=\"data\" type=\"application/json\">";
  private static final String END = "</script>";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private HtmlReport() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    write(out, result.identity().name(), to -> ReportData.write(to, result, summary, false));
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

  private static void write(Writer out, String title, WholeFile.Content data) throws IOException {
    new PageTemplate(HtmlReport.class, "report.html")
        .write(out, Map.of("TITLE", to -> to.write(PageTemplate.escaped(title)), "DATA", data));
  }

  /**
   * Writes a copy of a page that has the journey of a packet in it. Journeys that the page has
   * already are in it too.
   *
   * @param page a {@code report.html}
   * @param query what was asked for, as the page's address has it: {@code first=trimmed}
   * @param journey as {@code smartt journey --json} prints it
   * @throws UserInputException if the page is none
   * @throws io.smartt.base.failure.RunFailedException if the copy cannot be written
   */
  public static void writeWithJourney(Path page, Path copy, String query, String journey) {
    String text = text(page);
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END, from);
    if (from < 0 || to < 0) {
      throw noReport(page);
    }
    ObjectNode data;
    try {
      data = (ObjectNode) MAPPER.readTree(text.substring(from + BEGIN.length(), to));
      JsonNode parsed = MAPPER.readTree(journey);
      data.withArray("journeys").addObject().put("query", query).set("journey", parsed);
    } catch (JsonProcessingException e) {
      throw noReport(page);
    }
    WholeFile.write(
        copy,
        out -> {
          out.append(text, 0, from + BEGIN.length()).append('\n');
          try (JsonGenerator json = PageTemplate.json(out)) {
            MAPPER.writeTree(json, data);
          }
          out.append('\n').append(text, to, text.length());
        });
  }

  private static String text(Path page) {
    try {
      return Files.readString(page, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new UserInputException(
          page + " is not there: --out adds the journey to the report of a run folder", e);
    } catch (IOException e) {
      throw new UserInputException("cannot read " + page + ": " + FileErrors.reason(e), e);
    }
  }

  private static UserInputException noReport(Path page) {
    return new UserInputException(page + " is no report.html of this version of smartt");
  }
}
