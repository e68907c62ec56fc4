package io.smartt.study.search;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.PageTemplate;
import io.smartt.study.search.SearchResult.Trial;

/** {@code comparison.html}: the winner's settings and score, its reports next to the default's. */
public final class ComparisonPage {
  /** Name of the file. */
  public static final String NAME = "comparison.html";

  private ComparisonPage() {}

  /**
   * One scenario.
   *
   * @param task its settings, by key
   * @param base run folder of the default, from the page
   * @param best run folder of the winner, from the page
   */
  public record Pair(Map<String, String> task, Path base, Path best) {}

  /** Writes the page. */
  public static void write(
      Path file, Search search, SearchResult result, Trial best, List<Pair> pairs) {
    PageTemplate template = new PageTemplate(ComparisonPage.class, "comparison.html");
    String body = body(search, result, best, pairs);
    WholeFile.write(file, out -> template.write(out, Map.of("BODY", to -> to.write(body))));
  }

  private static String body(Search search, SearchResult result, Trial best, List<Pair> pairs) {
    StringBuilder page =
        new StringBuilder("<table>\n<tr><th></th><th>default</th><th>candidate ")
            .append(best.candidate().number())
            .append("</th></tr>\n");
    row(
        page,
        (search.plan().objective().least() ? "least " : "largest ")
            + search.plan().objective().measure(),
        number(result.score(result.base())),
        number(result.score(best)),
        true);
    for (String key : keys(best, search)) {
      row(
          page,
          key,
          search.settings().getOrDefault(key, "as in profile " + search.profile()),
          best.candidate().point().getOrDefault(key, "no part of it"),
          false);
    }
    page.append("</table>\n");
    for (Pair pair : pairs) {
      List<String> words = new ArrayList<>();
      pair.task().forEach((key, value) -> words.add(key + " " + value));
      page.append("<h2>").append(escaped(String.join(", ", words))).append("</h2>\n");
      page.append("<div class=\"pair\">\n");
      frame(page, "default", pair.base());
      frame(page, "winner", pair.best());
      page.append("</div>\n");
    }
    return page.toString();
  }

  private static Set<String> keys(Trial best, Search search) {
    Set<String> keys = new LinkedHashSet<>(best.candidate().point().keySet());
    keys.addAll(search.varied().keySet());
    return keys;
  }

  private static void row(
      StringBuilder page, String name, String base, String best, boolean numbers) {
    String cell = numbers ? "<td class=\"n\">" : "<td>";
    page.append("<tr><td>")
        .append(escaped(name))
        .append("</td>")
        .append(cell)
        .append(escaped(base))
        .append("</td>")
        .append(cell)
        .append(escaped(best))
        .append("</td></tr>\n");
  }

  private static void frame(StringBuilder page, String whose, Path run) {
    String report = escaped(url(run) + "/report.html");
    page.append("<div><p>%s: <a href=\"%s\">report</a></p>".formatted(whose, report))
        .append(
            "<iframe title=\"%s\" src=\"%s\" loading=\"lazy\"></iframe></div>%n"
                .formatted(whose, report));
  }

  private static String url(Path path) {
    return path.toString().replace("%", "%25").replace("#", "%23").replace("?", "%3F");
  }

  /** Returns a score to four digits. */
  public static String number(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%,.4g", value.getAsDouble()) : "-";
  }
}
