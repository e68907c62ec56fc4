package io.smartt.study.paper;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import io.smartt.study.paper.PaperReport.Verdict;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.plot.ChartPage;

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

  void write(Path file) {
    ChartPage page = new ChartPage("The paper's figures, " + how, tally());
    for (FigureResults results : figures) {
      PaperFigure figure = results.figure();
      String name = figure.fileName();
      page.html("<section id=\"" + name + "\">\n")
          .heading(figure.name() + ": " + figure.title())
          .html("<p>" + escaped(figure.section()) + ". ");
      for (String kind : List.of("csv", "svg", "png")) {
        page.html(
            "<a href=\"" + name + "." + kind + "\">" + kind.toUpperCase(Locale.ROOT) + "</a> ");
      }
      page.html("</p>\n")
          .charts(name, new PaperPlots(results).panels())
          .html(claims(PaperReport.verdicts(results)))
          .html("</section>\n");
    }
    page.write(file);
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

  private static String claims(List<Verdict> verdicts) {
    StringBuilder out =
        new StringBuilder(
            "<table><tr><th>the paper says<th>its number<th>verdict<th>check<th>measured</tr>\n");
    for (Verdict verdict : verdicts) {
      String style =
          switch (verdict.kind()) {
            case HOLDS -> "holds";
            case DOES_NOT_HOLD -> "fails";
            case NOT_MEASURED -> "none";
          };
      out.append("<tr><td>" + escaped(verdict.claim().says()));
      out.append("<td>" + escaped(verdict.claim().paper()));
      out.append("<td class=\"" + style + "\">" + verdict.kind());
      out.append("<td><code>" + escaped(verdict.claim().check()) + "</code>");
      out.append("<td>" + escaped(PaperReport.measured(verdict)) + "</tr>\n");
    }
    return out.append("</table>\n").toString();
  }
}
