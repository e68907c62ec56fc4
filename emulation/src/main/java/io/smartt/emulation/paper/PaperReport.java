package io.smartt.emulation.paper;

import io.smartt.emulation.paper.FigureResults.Place;
import io.smartt.emulation.plot.FigureWriter;
import io.smartt.emulation.report.CsvWriter;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.sweep.FinishedRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Writes what was measured: a figure as {@code figNN.png}, {@code figNN.svg} and {@code figNN.csv},
 * and the claims as Markdown, HTML (with the figures) and CSV.
 */
public final class PaperReport {
  private static final Map<String, String> COLUMNS = columns();

  private final Path folder;
  private final Scale scale;

  /**
   * @param folder that gets the files; made if it is not there
   * @param scale that is in the titles
   */
  public PaperReport(Path folder, Scale scale) {
    this.folder = folder;
    this.scale = scale;
  }

  private static Map<String, String> columns() {
    Map<String, String> columns = new LinkedHashMap<>();
    for (String part : List.of("min", "median", "p99", "max")) {
      columns.put("fctUs." + part, "fct_us_" + part);
    }
    columns.put("slowdown.median", "slowdown_median");
    columns.put("slowdown.max", "slowdown_max");
    columns.put("lastFinishUs", "last_finish_us");
    columns.put("jain", "jain");
    columns.put("trims", "trims");
    columns.put("timeouts", "timeouts");
    return columns;
  }

  /** Name of a figure's files, without extension. */
  static String fileName(PaperFigure figure) {
    return String.format("fig%02d", figure.number());
  }

  /** The verdicts on a figure's claims, in order. */
  public static List<Verdict> verdicts(FigureResults results) {
    Judge judge = new Judge(results);
    return results.figure().claims().stream().map(judge::judge).toList();
  }

  /**
   * Writes all files.
   *
   * @param name of the claims' files, without extension
   */
  public void write(String name, List<FigureResults> figures) {
    try {
      Files.createDirectories(folder);
      for (FigureResults results : figures) {
        String file = fileName(results.figure());
        FigureWriter.write(folder, file, new PaperPlots(results).panels());
        Files.writeString(folder.resolve(file + ".csv"), numbers(results));
      }
      Files.writeString(folder.resolve(name + ".csv"), claimsCsv(figures));
      Files.writeString(folder.resolve(name + ".md"), claimsMarkdown(figures));
      Files.writeString(folder.resolve(name + ".html"), html(figures));
    } catch (IOException e) {
      throw new RunFailedException("cannot write " + folder + ": " + e, e);
    }
  }

  private static String numbers(FigureResults results) throws IOException {
    StringWriter text = new StringWriter();
    CsvWriter csv = new CsvWriter(text);
    csv.fields("panel", "series", "x", "seed", "status");
    COLUMNS.values().forEach(csv::field);
    csv.endRow();
    for (Map.Entry<Place, FigureResults.Cell> cell : results.cells().entrySet()) {
      Place place = cell.getKey();
      if (cell.getValue().missing().isPresent()) {
        csv.fields(place.panel(), place.series(), place.x(), "");
        csv.field(cell.getValue().missing().get());
        COLUMNS.values().forEach(_ -> csv.empty());
        csv.endRow();
      }
      for (int i = 0; i < cell.getValue().runs().size(); i++) {
        FinishedRun run = cell.getValue().runs().get(i);
        csv.fields(place.panel(), place.series(), place.x());
        csv.field(cell.getValue().specs().get(i).seed()).field(run.status());
        for (String key : COLUMNS.keySet()) {
          OptionalDouble value = run.number(key);
          if (value.isPresent()) {
            csv.field(value.getAsDouble());
          } else {
            csv.empty();
          }
        }
        csv.endRow();
      }
    }
    csv.flush();
    return text.toString();
  }

  private static String claimsCsv(List<FigureResults> figures) throws IOException {
    StringWriter text = new StringWriter();
    CsvWriter csv = new CsvWriter(text);
    csv.fields("figure", "section", "paper", "check", "verdict", "measured", "remark").endRow();
    for (FigureResults results : figures) {
      for (Verdict verdict : verdicts(results)) {
        csv.field(results.figure().number()).field(results.figure().section());
        csv.field(verdict.claim().says()).field(verdict.claim().check());
        csv.field(verdict.kind().toString()).field(verdict.measured()).field(verdict.remark());
        csv.endRow();
      }
    }
    csv.flush();
    return text.toString();
  }

  private String claimsMarkdown(List<FigureResults> figures) {
    StringBuilder text = new StringBuilder();
    text.append("# The paper's claims at scale ").append(scale).append("\n\n");
    text.append("| figure | the paper says | verdict | measured |\n|---|---|---|---|\n");
    for (FigureResults results : figures) {
      for (Verdict verdict : verdicts(results)) {
        text.append("| ").append(results.figure().number());
        text.append(" | ").append(escaped(verdict.claim().says()));
        text.append(" | ").append(verdict.kind());
        text.append(" | `").append(verdict.claim().check()).append("` ");
        text.append(escaped(measured(verdict))).append(" |\n");
      }
    }
    return text.toString();
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;");
  }

  private static String measured(Verdict verdict) {
    List<String> parts = new ArrayList<>();
    if (!verdict.measured().isEmpty()) {
      parts.add(verdict.measured());
    }
    if (!verdict.remark().isEmpty()) {
      parts.add("(" + verdict.remark() + ")");
    }
    return String.join(" ", parts);
  }

  private String html(List<FigureResults> figures) {
    StringBuilder text =
        new StringBuilder(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>The paper's figures</title>
            <style>
            body { font-family: sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
            table { border-collapse: collapse; } td, th { border: 1px solid #ccc; padding: .3rem .6rem;
            text-align: left; vertical-align: top; } img { max-width: 100%; }
            .holds { color: #005a3c; } .fails { color: #a63d00; font-weight: bold; } .none { color: #555; }
            code { white-space: pre-wrap; }
            </style></head><body>
            """);
    text.append("<h1>The paper's figures, scale ").append(scale).append("</h1>\n");
    for (FigureResults results : figures) {
      PaperFigure figure = results.figure();
      String file = fileName(figure);
      text.append("<h2 id=\"").append(file).append("\">Figure ").append(figure.number());
      text.append(": ").append(markup(figure.title())).append("</h2>\n<p>");
      text.append(markup(figure.section())).append(". <a href=\"").append(file);
      text.append(".csv\">Numbers</a></p>\n<p><img src=\"").append(file).append(".svg\" alt=\"");
      text.append(markup(figure.title())).append("\"></p>\n");
      text.append("<table><tr><th>the paper says<th>verdict<th>check<th>measured</tr>\n");
      for (Verdict verdict : verdicts(results)) {
        String style =
            switch (verdict.kind()) {
              case HOLDS -> "holds";
              case DOES_NOT_HOLD -> "fails";
              case NOT_MEASURED -> "none";
            };
        text.append("<tr><td>").append(markup(verdict.claim().says()));
        text.append("<td class=\"").append(style).append("\">").append(verdict.kind());
        text.append("<td><code>").append(markup(verdict.claim().check())).append("</code>");
        text.append("<td>").append(markup(measured(verdict))).append("</tr>\n");
      }
      text.append("</table>\n");
    }
    return text.append("</body></html>\n").toString();
  }

  private static String markup(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
