package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.study.plot.ChartPage;
import io.smartt.study.plot.Panel;
import io.smartt.study.plot.Panel.Axis;
import io.smartt.study.plot.Panel.Curve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A page of charts with each kind of panel in a browser. Needs chromium. */
@Tag("browser")
@Timeout(180)
class ChartPageInBrowserTest {
  private static final String MARKUP = "<img src=x onerror=console.error(1)>";

  /** In the order of the page, with its place in the list of charts. */
  private static final List<Panel> PANELS =
      List.of(
          new Panel.Lines(
              "Lines",
              "time (us)",
              "share",
              Axis.LINEAR,
              Axis.LINEAR,
              List.of(
                  curve(MARKUP, Curve.Style.LINE, 1, 100, 900),
                  curve("other", Curve.Style.LINE, 3, 5, 9),
                  curve("ideal", Curve.Style.DASHED, 1, 50, 400))),
          new Panel.Lines(
              "Powers of two",
              "size (B)",
              "time (us)",
              Axis.POWERS_OF_TWO,
              Axis.LOGARITHMIC,
              List.of(
                  curve("marked", Curve.Style.MARKED, 2, 30, 500),
                  curve("dots", Curve.Style.DOTS, 3, 20, 90))),
          new Panel.Boxes("Boxes", "us", Map.of("all", new double[] {1, 2, 3, 4, 5, 100})),
          new Panel.Bars(
              "Bars",
              "scenario",
              "us",
              List.of("incast", "permutation"),
              Map.of("smartt", List.of(1.5, Double.NaN))),
          new Panel.Samples("Samples", "k", List.of(), samples("a", "b")),
          new Panel.Samples("Groups", "scheme", List.of("smartt", "swift"), samples("sweep")),
          new Panel.Empty("Nothing", "no run completed"));

  private static final String LIGHT = "#0072b2";
  private static final String DARK = "#56b4e9";

  /** Pixels of one colour in each chart of the page. */
  private static final String PIXELS =
      """
      [...document.querySelectorAll(".uplot canvas")].map((canvas) => {
        const [red, green, blue] = [1, 3, 5].map((at) => parseInt("%s".slice(at, at + 2), 16));
        const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) {
          if (pixels[i] === red && pixels[i + 1] === green && pixels[i + 2] === blue) count++;
        }
        return count;
      })
      """;

  @TempDir private static Path folder;
  private static Path page;
  private static BrowserTab tab;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    page = folder.resolve("charts.html");
    new ChartPage("Kinds", "Every kind of panel.").charts("all", PANELS).write(page);
    // For .ci/run, which looks at it with another browser driver.
    Path kept = Files.createDirectories(Path.of("target", "pages", "charts"));
    Files.write(kept.resolve("charts.html"), Files.readAllBytes(page));
    tab = BrowserTab.open(chromium, folder.resolve("profile"), 1400, 900);
  }

  @BeforeEach
  void load(TestInfo test) {
    String place = "#" + test.getTestMethod().orElseThrow().getName();
    tab.prefers("light");
    // A page that differs by what is behind # alone is not loaded again.
    tab.go("about:blank");
    tab.go(page.toUri() + place);
    tab.becomes(
        "location.hash === '%s' && document.querySelectorAll('.uplot canvas').length === %d"
            .formatted(place, PANELS.size() - 1));
  }

  @AfterAll
  static void close() {
    if (tab != null) {
      tab.close();
    }
  }

  private static Curve curve(String label, Curve.Style style, double... y) {
    double[] x = new double[y.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = 1 << (i + 10);
    }
    return new Curve(label, x, y, style);
  }

  private static Map<String, List<Panel.Sample>> samples(String... labels) {
    Map<String, List<Panel.Sample>> samples = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i++) {
      double first = 100 + 10 * i;
      samples.put(
          labels[i],
          List.of(
              new Panel.Sample(0, first, 2, List.of(first - 1, first + 1)),
              new Panel.Sample(1, first + 5, 0, List.of(first + 5))));
    }
    return samples;
  }

  @Test
  void everyKindIsDrawnInLightAndDark() {
    JsonNode labels =
        tab.evaluate("[...document.querySelectorAll('[role=img]')].map((one) => one.ariaLabel)");
    assertThat(labels).hasSize(PANELS.size());
    for (int i = 0; i < PANELS.size(); i++) {
      assertThat(labels.get(i).asText()).startsWith(PANELS.get(i).title() + ": ");
    }
    assertThat(tab.evaluate("document.body.innerText").asText())
        .contains("no run completed", MARKUP)
        .doesNotContain("NaN", "undefined", "@@");
    assertDrawnIn(LIGHT);

    tab.prefers("dark");
    assertDrawnIn(DARK);
    assertThat(tab.problems()).isEmpty();
  }

  private void assertDrawnIn(String colour) {
    tab.becomes(PIXELS.replace("%s", colour) + ".every((count) => count > 30)");
  }

  @Test
  void aPointerFindsExactValuesAndTheirTextIsNoMarkup() {
    assertThat(hover(0, 1, 0)).isEqualTo(MARKUP + "|time (us): 4,096|share: 900");
    assertThat(hover(2, 0.5, 0)).isEqualTo("all|100");
    assertThat(hover(3, 0.25, 0.9)).isEqualTo("smartt|scenario: incast|us: 1.5");
    assertThat(hover(4, 0, 0.31)).isEqualTo("b|k: 0|mean 110 \u00b1 2");
    tab.evaluate(
        "document.querySelectorAll('.plot')[5].dispatchEvent("
            + "new KeyboardEvent('keydown', {key: 'ArrowRight'}))");
    assertThat(tip(5, () -> {})).isEqualTo("sweep|scheme: smartt|mean 100 \u00b1 2");
    assertThat(tab.problems()).isEmpty();
  }

  /** What the tip says at a place of a chart, between 0 and 1 from its upper left corner. */
  private String hover(int chart, double x, double y) {
    // A busy browser lost one move; a reader's pointer goes on.
    return tip(chart, () -> mouse(chart, "mouseMoved", x, y));
  }

  private void mouse(int chart, String event, double x, double y) {
    JsonNode at =
        tab.evaluate(
            """
            (async () => {
              const over = document.querySelectorAll(".u-over")[%d];
              over.scrollIntoView({ block: "center" });
              // The browser itself moves the mouse over what has scrolled below it.
              await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
              const box = over.getBoundingClientRect();
              return [box.left + 1 + %s * (box.width - 2), box.top + 1 + %s * (box.height - 2)];
            })()
            """
                .formatted(chart, x, y));
    tab.mouse(event, at.get(0).asDouble(), at.get(1).asDouble());
  }

  private String tip(int chart, Runnable before) {
    tab.becomes(
        "!document.querySelectorAll('.plot')[" + chart + "].querySelector('.tip').hidden", before);
    return tab.evaluate(
            "[...document.querySelectorAll('.plot')["
                + chart
                + "].querySelectorAll('.tip div')].map((line) => line.textContent).join('|')")
        .asText();
  }

  @Test
  void aNameHidesItsSeriesAndTheAxisFollows() {
    String first = ".chart .names button";
    assertThat(hover(0, 1, 0)).contains("900");

    tab.evaluate("document.querySelector('" + first + "').click()");
    assertThat(tab.evaluate("document.querySelector('" + first + "').ariaPressed").asText())
        .isEqualTo("false");
    assertThat(tab.evaluate(PIXELS.replace("%s", LIGHT)).get(0).asInt()).isZero();
    assertThat(hover(0, 1, 0)).isEqualTo("ideal|time (us): 4,096|share: 400");

    tab.evaluate("document.querySelector('" + first + "').click()");
    assertThat(tab.evaluate(PIXELS.replace("%s", LIGHT)).get(0).asInt()).isPositive();
  }

  @Test
  void aPartCanBeEnlargedAndTheWholeIsAKeyAway() {
    String button = "document.querySelector('.chart figcaption button').style.visibility";
    assertThat(tab.evaluate(button).asText()).isEqualTo("hidden");
    String whole = picture(0);

    mouse(0, "mouseMoved", 0.1, 0.1);
    mouse(0, "mousePressed", 0.1, 0.1);
    mouse(0, "mouseMoved", 0.5, 0.6);
    mouse(0, "mouseReleased", 0.5, 0.6);
    tab.becomes(button + " === 'visible'");
    assertThat(picture(0)).isNotEqualTo(whole);

    tab.evaluate(
        "document.querySelector('.plot').dispatchEvent(new KeyboardEvent('keydown', {key:"
            + " 'Escape'}))");
    tab.becomes(button + " === 'hidden'");
    assertThat(picture(0)).isEqualTo(whole);
    assertThat(tab.problems()).isEmpty();
  }

  private String picture(int chart) {
    return tab.evaluate(
            "document.querySelectorAll('.uplot canvas')[" + chart + "].toDataURL('image/png')")
        .asText();
  }

  @Test
  void chartsAreAsWideAsTheirPlaceAndAreSavedAsImages() {
    tab.evaluate("document.body.style.width = '400px'");
    tab.becomes(
        "[...document.querySelectorAll('.uplot')].every((one) => one.clientWidth > 0 &&"
            + " one.clientWidth <= 400)");
    assertDrawnIn(LIGHT);

    JsonNode saved =
        tab.evaluate(
            """
            (async () => {
              const blob = new Promise((done) => { URL.createObjectURL = (made) => { done(made); return "#"; }; });
              document.querySelectorAll(".chart figcaption button")[1].click();
              const image = await createImageBitmap(await blob);
              return [image.width, image.height];
            })()
            """);
    assertThat(saved.get(0)).isEqualTo(canvas("width"));
    assertThat(saved.get(1).asInt()).isGreaterThan(canvas("height").asInt());
    assertThat(tab.problems()).isEmpty();
  }

  private JsonNode canvas(String side) {
    return tab.evaluate("document.querySelector('.uplot canvas')." + side);
  }
}
