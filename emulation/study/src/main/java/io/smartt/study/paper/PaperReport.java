package io.smartt.study.paper;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.report.WholeFile;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Place;
import io.smartt.study.plot.ChartPage;
import io.smartt.study.plot.FigureWriter;
import io.smartt.study.sweep.FinishedRun;

/**
 * Writes what was measured: a figure as {@code figNN.png}, {@code figNN.svg} and {@code figNN.csv},
 * and the claims as Markdown, CSV and an interactive page ({@link ClaimsPage}).
 */
public final class PaperReport {
  private static final Map<String, String> COLUMNS = columns();

  private final Path folder;
  private final String how;

  /**
   * @param folder that gets the files; made if it is not there
   * @param how the figures were run, for the titles: {@code scale quick}
   */
  public PaperReport(Path folder, String how) {
    this.folder = folder;
    this.how = how;
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
        String file = results.figure().fileName();
        FigureWriter.write(folder, file, new PaperPlots(results).panels());
        Files.writeString(folder.resolve(file + ".csv"), numbers(results));
      }
      Files.writeString(folder.resolve(name + ".csv"), claimsCsv(figures));
      Files.writeString(folder.resolve(name + ".md"), claimsMarkdown(figures));
      new ClaimsPage(how, figures).write(folder.resolve(name + ".html"));
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }

  private record Row(Place place, Optional<Long> seed, String status, Optional<FinishedRun> run) {}

  private static String numbers(FigureResults results) {
    Table<Row> table =
        Table.<Row>csv()
            .column("panel", row -> row.place().panel())
            .column("series", row -> row.place().series())
            .column("x", row -> row.place().x())
            .column("seed", Row::seed)
            .column("status", Row::status);
    COLUMNS.forEach(
        (key, name) -> table.column(name, row -> row.run().map(run -> run.number(key))));
    List<Row> rows = new ArrayList<>();
    results
        .cells()
        .forEach((place, cell) -> {
          cell.missing()
              .ifPresent(why -> rows.add(new Row(place, Optional.empty(), why, Optional.empty())));
          for (int i = 0; i < cell.runs().size(); i++) {
            FinishedRun run = cell.runs().get(i);
            long seed = cell.specs().get(i).seed();
            rows.add(new Row(place, Optional.of(seed), run.status(), Optional.of(run)));
          }
        });
    return table.text(rows);
  }

  private record Claimed(PaperFigure figure, Verdict verdict) {}

  private static String claimsCsv(List<FigureResults> figures) {
    return Table.<Claimed>csv()
        .column("figure", row -> row.figure().id())
        .column("section", row -> row.figure().section())
        .column("says", row -> row.verdict().claim().says())
        .column("paper", row -> row.verdict().claim().paper())
        .column("check", row -> row.verdict().claim().check())
        .column("verdict", row -> row.verdict().kind())
        .column("measured", row -> row.verdict().measured())
        .column("remark", row -> row.verdict().remark())
        .text(
            figures.stream()
                .flatMap(results ->
                    verdicts(results).stream()
                        .map(verdict -> new Claimed(results.figure(), verdict)))
                .toList());
  }

  private String claimsMarkdown(List<FigureResults> figures) {
    StringBuilder text = new StringBuilder();
    text.append("# The paper's claims, ").append(how).append("\n\n");
    text.append("| figure | the paper says | its number | verdict | measured |\n");
    text.append("|---|---|---|---|---|\n");
    for (FigureResults results : figures) {
      for (Verdict verdict : verdicts(results)) {
        text.append("| ").append(results.figure().id());
        text.append(" | ").append(escaped(verdict.claim().says()));
        text.append(" | ").append(escaped(verdict.claim().paper()));
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

  /** Returns what was measured, with the remark if there is one. */
  static String measured(Verdict verdict) {
    List<String> parts = new ArrayList<>();
    if (!verdict.measured().isEmpty()) {
      parts.add(verdict.measured());
    }
    if (!verdict.remark().isEmpty()) {
      parts.add("(" + verdict.remark() + ")");
    }
    return String.join(" ", parts);
  }

  /**
   * The outcome of a claim.
   *
   * @param claim of the paper
   * @param kind whether it holds
   * @param measured the numbers, one comparison after another
   * @param remark what of it was not measured and why, and at which values of a variable it holds
   *     if not at all; empty if there is nothing to say
   */
  public record Verdict(PaperFigure.Claim claim, Kind kind, String measured, String remark) {

    /** The kinds of outcome. */
    public enum Kind {
      /** Every comparison is true. */
      HOLDS("holds"),
      /** A comparison is not true. */
      DOES_NOT_HOLD("does not hold"),
      /** No comparison could be made. */
      NOT_MEASURED("not measured");

      private final String text;

      Kind(String text) {
        this.text = text;
      }

      @Override
      public String toString() {
        return text;
      }
    }
  }

  /** The command that made figures, as a list of its arguments in their folder. */
  public static final class PaperCommandFile {
    /** End of its name, which is that of the claims' files before. */
    public static final String ENDING = ".command.json";

    private PaperCommandFile() {}

    /**
     * Writes it.
     *
     * @param claims name of the claims' files, without extension
     * @param arguments of {@code smartt}, without {@code --out}
     */
    public static void write(Path folder, String claims, List<String> arguments) {
      WholeFile.write(
          folder.resolve(claims + ENDING),
          out -> {
            try {
              out.write(new ObjectMapper().writeValueAsString(arguments) + "\n");
            } catch (JsonProcessingException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  /**
   * The figures with their claims as one page that opens without a network. Charts can be zoomed
   * and read point by point; the files in the same folder are linked.
   */
  static final class ClaimsPage {
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
}
