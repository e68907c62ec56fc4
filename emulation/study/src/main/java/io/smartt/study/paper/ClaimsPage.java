package io.smartt.study.paper;

import static io.smartt.experiment.report.PageTemplate.escaped;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.experiment.report.PageTemplate;
import io.smartt.study.plot.PanelJson;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The figures with their claims as one page that opens without a network. Charts can be zoomed and
 * read point by point; the files in the same folder are linked.
 */
final class ClaimsPage {
  private final String how;
  private final List<FigureResults> figures;

  ClaimsPage(String how, List<FigureResults> figures) {
    this.how = how;
    this.figures = List.copyOf(figures);
  }

  void write(Writer out) throws IOException {
    new PageTemplate(ClaimsPage.class, "claims.html")
        .write(
            out,
            Map.of(
                "HOW",
                to -> to.write(escaped(how)),
                "TALLY",
                to -> to.write(tally()),
                "FIGURES",
                this::figures,
                "DATA",
                this::data));
  }

  private String tally() {
    List<Verdict> all =
        figures.stream().flatMap(results -> PaperReport.verdicts(results).stream()).toList();
    return count(all, Verdict.Kind.HOLDS)
        + " of "
        + all.size()
        + " claims hold, "
        + count(all, Verdict.Kind.DOES_NOT_HOLD)
        + " do not, "
        + count(all, Verdict.Kind.NOT_MEASURED)
        + " were not measured.";
  }

  private static long count(List<Verdict> verdicts, Verdict.Kind kind) {
    return verdicts.stream().filter(verdict -> verdict.kind() == kind).count();
  }

  private void figures(Writer out) throws IOException {
    for (FigureResults results : figures) {
      PaperFigure figure = results.figure();
      String file = figure.fileName();
      out.write("<section id=\"" + file + "\">\n<h2>" + figure.name() + ": ");
      out.write(escaped(figure.title()) + "</h2>\n<p>" + escaped(figure.section()) + ". ");
      for (String kind : List.of("csv", "svg", "png")) {
        out.write(
            "<a href=\"" + file + "." + kind + "\">" + kind.toUpperCase(Locale.ROOT) + "</a> ");
      }
      out.write("</p>\n<div class=\"panels\" data-figure=\"" + file + "\"></div>\n");
      claims(out, PaperReport.verdicts(results));
      out.write("</section>\n");
    }
  }

  private static void claims(Writer out, List<Verdict> verdicts) throws IOException {
    out.write("<table><tr><th>the paper says<th>its number<th>verdict<th>check<th>measured</tr>\n");
    for (Verdict verdict : verdicts) {
      String style =
          switch (verdict.kind()) {
            case HOLDS -> "holds";
            case DOES_NOT_HOLD -> "fails";
            case NOT_MEASURED -> "none";
          };
      out.write("<tr><td>" + escaped(verdict.claim().says()));
      out.write("<td>" + escaped(verdict.claim().paper()));
      out.write("<td class=\"" + style + "\">" + verdict.kind());
      out.write("<td><code>" + escaped(verdict.claim().check()) + "</code>");
      out.write("<td>" + escaped(PaperReport.measured(verdict)) + "</tr>\n");
    }
    out.write("</table>\n");
  }

  private void data(Writer out) throws IOException {
    try (JsonGenerator json = PageTemplate.json(out)) {
      json.writeStartObject();
      for (FigureResults results : figures) {
        json.writeFieldName(results.figure().fileName());
        PanelJson.write(json, new PaperPlots(results).panels());
      }
      json.writeEndObject();
    }
  }
}
