package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reports in a browser that has no network. Needs chromium. */
@Tag("browser")
class ReportInBrowserTest {
  @TempDir private Path folder;

  /** Of a page that was walked through, view by view. */
  private static final List<String> VIEWS =
      List.of("overview", "network", "flows", "quality", "about", "journey");

  /**
   * Goes through all views and writes into the body what each shows: text, drawings, how wide it
   * is, and errors of scripts.
   */
  private static final String WALK =
      """
      <script>
      const errors = [];
      addEventListener("error", (event) => errors.push(event.message));
      console.error = console.warn = (...what) => errors.push(what.join(" "));
      addEventListener("load", async () => {
        const views = %s, seen = {};
        for (const view of views) {
          location.hash = view;
          await new Promise((done) => setTimeout(done, 300));
          if (view === "flows") document.querySelector(".chips button").click();
          await new Promise((done) => setTimeout(done, 300));
          const section = document.getElementById("view-" + view);
          const outside = [...section.querySelectorAll("strong, .facts td, .plain td")].filter((one) =>
            one.getBoundingClientRect().right > one.closest("div, button").getBoundingClientRect().right + 1
              && getComputedStyle(one.closest("div, button")).overflowX !== "auto").map((one) => one.textContent);
          seen[view] = {
            text: section.innerText, drawings: section.querySelectorAll("canvas").length, outside,
            width: document.documentElement.scrollWidth, room: document.documentElement.clientWidth,
          };
        }
        document.body.textContent = JSON.stringify({ seen, errors });
      });
      </script>
      """;

  @Test
  void everyViewIsDrawnFromTheFileAlone() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("run"),
            "--workload",
            "incast:15x256KiB",
            "--set",
            "link.down=leaf3-spine1",
            "--set",
            "link.failures=leaf2-spine2@10us..20us");
    assertThat(run.status()).as(run.err()).isZero();
    Path report = run.folder().resolve("report.html");
    keep(report, "16");
    for (int width : new int[] {1400, 500}) {
      JsonNode seen = walked(chromium, report, width);

      assertThat(text(seen, "overview"))
          .contains(
              "All 15 flows finished",
              "Cause: ",
              "15 of 15",
              "link-down",
              "Goodput of all flows together");
      assertThat(text(seen, "network"))
          .contains("leaf1 port 1 to h1", "leaf3-spine1 was down")
          .contains("leaf2-spine2 failed while traffic ran", "Queue depth", "marked", "Kmin");
      assertThat(text(seen, "flows")).contains("Congestion window", "In flight", "15 rows");
      assertThat(text(seen, "quality")).contains("max-min fair ideal", "alone in an idle network");
      assertThat(text(seen, "about"))
          .contains("smartt run --workload incast:15x256KiB", "link.down", "flows.csv");
      assertThat(text(seen, "journey"))
          .contains("smartt journey " + run.folder() + " --first trimmed");
      assertThat(drawings(seen, "network")).isGreaterThanOrEqualTo(3);
      assertThat(drawings(seen, "flows")).isGreaterThanOrEqualTo(4);
      assertThat(drawings(seen, "quality")).isGreaterThanOrEqualTo(2);
    }
  }

  /** A run of 128 hosts whose counts all have seven digits and more. */
  @Test
  @Experiment
  void largeNumbersStayInTheirBoxes() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("run"),
            "--topology",
            "leafspine,8,4,16",
            "--workload",
            "permutation:16KiB");
    assertThat(run.status()).as(run.err()).isZero();
    Path report = run.folder().resolve("report.html");
    keep(report, "128");
    String page = Files.readString(report);
    String begin = "<script id=\"data\" type=\"application/json\">";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("</script>", from);
    ObjectNode data = (ObjectNode) new ObjectMapper().readTree(page.substring(from, to));
    enlarge((ObjectNode) data.required("summary"));
    Files.writeString(report, page.substring(0, from) + data + page.substring(to));

    for (int width : new int[] {1280, 500}) {
      JsonNode seen = walked(chromium, report, width);

      assertThat(text(seen, "overview")).contains("7,654,321", "refused by the kernel");
    }
  }

  /** From the count of trimmed packets to one of them; JourneyTest compares it with a capture. */
  @Test
  @Experiment
  void aClickOnTheTrimmedLeadsToTheJourneyOfTheFirst() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run = SmarttRun.of(folder.resolve("run"), "--workload", "incast:8x256KiB");
    assertThat(run.status()).as(run.err()).isZero();
    Path page = folder.resolve("journey.html");
    SmarttRun journey =
        SmarttRun.command(
            "journey", run.folder().toString(), "--first", "trimmed", "--out", page.toString());
    assertThat(journey.status()).as(journey.err()).isZero();
    String click =
        """
        <script>
        addEventListener("load", () => {
          document.querySelector('[data-go="journey:first=trimmed"]').click();
          setTimeout(() => {
            document.body.textContent = JSON.stringify(
              [...document.querySelectorAll(".hops .what")].map((one) => one.textContent));
          }, 500);
        });
        </script>
        """;

    JsonNode sentences = inBrowser(chromium, with(page, click), 1280);

    assertThat(sentences.size()).isGreaterThan(10);
    String printed = journey.out();
    List<String> shown = new ArrayList<>();
    sentences.forEach(one -> shown.add(one.asText().replace('\u2192', '>').replace(" > ", " -> ")));
    assertThat(shown)
        .allSatisfy(one -> assertThat(printed).contains(one.replace(" 0 us", " 0.000 us")));
    Matcher cut =
        Pattern.compile("(\\w+) sends it by port (\\d+) after .*TRIMMED from 4,170 B")
            .matcher(String.join("\n", shown));
    assertThat(cut.find()).isTrue();
    assertThat(
            run.file("switches.csv")
                .lines()
                .filter(line -> line.startsWith(cut.group(1) + "," + cut.group(2) + ",")))
        .isNotEmpty();
  }

  private static void enlarge(ObjectNode summary) {
    for (String count : List.of("trims", "marks", "drops", "retransmissions", "packetHops")) {
      summary.put(count, 7_654_321L);
    }
    ObjectNode dropped = (ObjectNode) summary.required("packets").required("dropped");
    List.copyOf(dropped.properties()).forEach(reason -> dropped.put(reason.getKey(), 7_654_321L));
    for (String times : List.of("fctUs", "slowdown")) {
      ObjectNode four = (ObjectNode) summary.required(times);
      List.copyOf(four.properties()).forEach(value -> four.put(value.getKey(), 999_999.9));
    }
  }

  @Test
  @Experiment
  void everyPanelOfAPaperFigureIsDrawnFromTheFileAlone() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    int status =
        Smartt.execute(
            new PrintWriter(Writer.nullWriter()),
            new PrintWriter(Writer.nullWriter()),
            "paper",
            "fig",
            "10",
            "--out",
            folder.toString());
    assertThat(status).isZero();

    String shown = shown(chromium, folder.resolve("claims-fig10.html"), 1280);

    assertThat(charts(shown)).isEqualTo(2);
    assertThat(shown)
        .contains("holds: 1, direction holds: 0")
        .doesNotContain("NaN")
        .doesNotContain("@@");
  }

  private JsonNode walked(ExternalTool chromium, Path report, int width)
      throws IOException, InterruptedException {
    String walk = WALK.replace("%s", new ObjectMapper().writeValueAsString(VIEWS));
    JsonNode found = inBrowser(chromium, with(report, walk), width);
    assertThat(found.get("errors")).isEmpty();
    for (String view : VIEWS) {
      JsonNode one = found.at("/seen/" + view);
      assertThat(one.get("width").asInt())
          .as("%s at %d px", view, width)
          .isLessThanOrEqualTo(one.get("room").asInt());
      assertThat(one.get("outside")).as("%s at %d px", view, width).isEmpty();
      assertThat(one.get("text").asText()).doesNotContain("NaN", "undefined", "[object");
    }
    return found.get("seen");
  }

  private static String text(JsonNode seen, String view) {
    return seen.at("/" + view + "/text").asText();
  }

  private static int drawings(JsonNode seen, String view) {
    return seen.at("/" + view + "/drawings").asInt();
  }

  /** A copy of a page with a script before all others. */
  private Path with(Path page, String script) throws IOException {
    String text = Files.readString(page);
    Path copy = page.resolveSibling("walked.html");
    Files.writeString(
        copy, text.replaceFirst("<body>", "<body>" + Matcher.quoteReplacement(script)));
    return copy;
  }

  /** Keeps a report for {@code .ci/run}, which looks at it with another browser driver. */
  private static void keep(Path report, String name) throws IOException {
    Path kept = Path.of("target", "pages", name);
    Files.createDirectories(kept);
    Files.copy(report, kept.resolve("report.html"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** The JSON that a page leaves as its only text. */
  private JsonNode inBrowser(ExternalTool chromium, Path page, int width)
      throws IOException, InterruptedException {
    String shown = shown(chromium, page, width);
    String body = shown.substring(shown.indexOf("<body"), shown.lastIndexOf("</body>"));
    String text = body.substring(body.indexOf('>') + 1);
    return new ObjectMapper()
        .readTree(
            text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&nbsp;", " ")
                .replace("&amp;", "&"));
  }

  /** The page as a browser without a network has it once its scripts have run, without them. */
  private String shown(ExternalTool chromium, Path page, int width)
      throws IOException, InterruptedException {
    return chromium
        .output(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=" + folder.resolve("browser"),
            "--virtual-time-budget=10000",
            "--window-size=" + width + ",900",
            "--dump-dom",
            page.toUri().toString())
        .replaceAll("(?s)<script.*?</script>", "");
  }

  private static int charts(String shown) {
    return shown.split("<div class=\"uplot[ \"]", -1).length - 1;
  }
}
