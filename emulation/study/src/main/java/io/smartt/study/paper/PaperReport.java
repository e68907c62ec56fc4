package io.smartt.study.paper;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.Table;
import io.smartt.host.settings.RecordSettings;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Place;
import io.smartt.study.plot.ChartPage;
import io.smartt.study.plot.FigureWriter;
import io.smartt.study.sweep.FinishedRun;

/**
 * Writes what was measured: a figure as {@code figNN.png}, {@code figNN.svg} and {@code figNN.csv},
 * and the claims as Markdown, CSV and an interactive page ({@link ClaimsPage}).
 *
 * @param folder that gets the files; made if it is not there
 * @param how the figures were run, for the titles: {@code scale quick}
 */
public record PaperReport(Path folder, String how) {
  /** End of the name of the command's file, which is that of the claims' files before. */
  public static final String COMMAND_ENDING = ".command.json";

  private static final Map<String, String> COLUMNS = columns();

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

  /**
   * A figure's results and the verdicts on its claims, in order.
   *
   * @param results what was measured
   * @param verdicts one a claim
   */
  public record JudgedFigure(FigureResults results, List<Verdict> verdicts) {
    public static JudgedFigure of(FigureResults results) {
      Judge judge = new Judge(results);
      return new JudgedFigure(
          results, results.figure().claims().stream().map(judge::judge).toList());
    }
  }

  /** Counts the verdicts, each kind apart. */
  public static String tally(List<JudgedFigure> figures) {
    Map<Verdict.Kind, Long> counts =
        figures.stream()
            .flatMap(figure -> figure.verdicts().stream())
            .collect(Collectors.groupingBy(Verdict::kind, Collectors.counting()));
    return Arrays.stream(Verdict.Kind.values())
        .map(kind -> kind + ": " + counts.getOrDefault(kind, 0L))
        .collect(Collectors.joining(", "));
  }

  /**
   * Writes all files.
   *
   * @param name of the claims' files, without extension
   */
  public void write(String name, List<JudgedFigure> figures) {
    try {
      Files.createDirectories(folder);
      for (JudgedFigure judged : figures) {
        String file = judged.results().figure().fileName();
        FigureWriter.write(folder, file, new PaperPlots(judged.results()).panels());
        Files.writeString(folder.resolve(file + ".csv"), numbers(judged.results()));
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

  private static String claimsCsv(List<JudgedFigure> figures) {
    return Table.<Claimed>csv()
        .column("figure", row -> row.figure().id())
        .column("section", row -> row.figure().section())
        .column("seeds", row -> row.figure().seeds().size())
        .column("says", row -> row.verdict().claim().says())
        .column("paper", row -> row.verdict().claim().paper())
        .column("check", row -> row.verdict().claim().check())
        .column("number", row -> row.verdict().claim().number())
        .column("verdict", row -> row.verdict().kind())
        .column("measured", row -> row.verdict().measured())
        .column("remark", row -> row.verdict().remark())
        .text(
            figures.stream()
                .flatMap(judged ->
                    judged.verdicts().stream()
                        .map(verdict -> new Claimed(judged.results().figure(), verdict)))
                .toList());
  }

  private String claimsMarkdown(List<JudgedFigure> figures) {
    StringBuilder text = new StringBuilder();
    text.append("# The paper's claims, ").append(how).append("\n\n");
    text.append(tally(figures)).append("\n\n");
    text.append("| figure | seeds | the paper says | its number | verdict | measured |\n");
    text.append("|---|---|---|---|---|---|\n");
    for (JudgedFigure judged : figures) {
      for (Verdict verdict : judged.verdicts()) {
        PaperFigure.Claim claim = verdict.claim();
        text.append("| ").append(judged.results().figure().id());
        text.append(" | ").append(judged.results().figure().seeds().size());
        text.append(" | ").append(escaped(claim.says()));
        text.append(" | ").append(escaped(claim.paper()));
        text.append(" | ").append(verdict.kind());
        text.append(" | `").append(claim.checks()).append("` ");
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
    return verdict.measured() + (verdict.remark().isEmpty() ? "" : " (" + verdict.remark() + ")");
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
      /** Its direction is shown, and its number is ours. */
      HOLDS,
      /** Its direction is shown, but its number is not ours. */
      DIRECTION_HOLDS,
      /** Its direction is not shown; or its number is not ours, and it has no direction. */
      DOES_NOT_HOLD,
      /** No comparison could be made. */
      NOT_MEASURED;

      @Override
      public String toString() {
        return RecordSettings.spelling(this).replace('-', ' ');
      }
    }
  }

  /**
   * Writes the command that made figures, as a list of its arguments in their folder.
   *
   * @param claims name of the claims' files, without extension
   * @param arguments of {@code smartt}, without {@code --out}
   */
  public static void writeCommand(Path folder, String claims, List<String> arguments) {
    WholeFile.write(
        folder.resolve(claims + COMMAND_ENDING),
        out -> {
          FileErrors.run(() -> out.write(new ObjectMapper().writeValueAsString(arguments) + "\n"));
        });
  }

  /**
   * The figures with their claims as one page that opens without a network. Charts can be zoomed
   * and read point by point; the files in the same folder are linked.
   */
  record ClaimsPage(String how, List<JudgedFigure> figures) {
    /** Copies the figures. */
    ClaimsPage {
      figures = List.copyOf(figures);
    }

    void write(Path file) {
      ChartPage page = new ChartPage("The paper's figures, " + how, tally(figures));
      for (JudgedFigure judged : figures) {
        PaperFigure figure = judged.results().figure();
        String name = figure.fileName();
        page.html("<section id=\"" + name + "\">\n")
            .heading(figure.name() + ": " + figure.title())
            .html("<p>" + escaped(figure.section()) + ". Seeds: " + figure.seeds().size() + ". ");
        for (String kind : List.of("csv", "svg", "png")) {
          page.html(
              "<a href=\"" + name + "." + kind + "\">" + kind.toUpperCase(Locale.ROOT) + "</a> ");
        }
        page.html("</p>\n")
            .charts(name, new PaperPlots(judged.results()).panels())
            .html(claims(judged.verdicts()))
            .html("</section>\n");
      }
      page.write(file);
    }

    private static String claims(List<Verdict> verdicts) {
      StringBuilder out =
          new StringBuilder(
              "<table class=\"claims\"><tr><th>the paper says<th>its number<th>verdict<th>check"
                  + "<th>measured</tr>\n");
      for (Verdict verdict : verdicts) {
        out.append("<tr><td>" + escaped(verdict.claim().says()));
        out.append("<td>" + escaped(verdict.claim().paper()));
        out.append("<td class=\"" + verdict.kind().name() + "\">" + verdict.kind());
        out.append("<td><code>" + escaped(verdict.claim().checks()) + "</code>");
        out.append("<td>" + escaped(PaperReport.measured(verdict)) + "</tr>\n");
      }
      return out.append("</table>\n").toString();
    }
  }
}
