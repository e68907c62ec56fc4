package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void everyChartIsDrawnFromTheFileAlone() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run = SmarttRun.of(folder.resolve("run"), "--workload", "incast:15x256KiB");
    assertThat(run.status()).as(run.err()).isZero();

    String shown = shown(chromium, run.folder().resolve("report.html"), 1280);
    // Completion times, goodput, window, RTT, queues, links, network: a drawing each.
    assertThat(drawings(shown)).isGreaterThanOrEqualTo(7);
    assertThat(shown.contains("incast:15x256KiB on testbed")).isTrue();
    assertThat(shown.contains("leaf1 port 1 to h1")).isTrue();
    assertThat(shown.contains("NaN")).isFalse();
  }

  @Test
  void failedLinksAreNamedAndASmallScreenIsNotWiderThanItself()
      throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("run"),
            "--workload",
            "incast:3x256KiB",
            "--set",
            "link.down=leaf1-spine1",
            "--set",
            "link.failures=leaf2-spine2@10us..20us");
    assertThat(run.status()).as(run.err()).isZero();
    Path report = run.folder().resolve("report.html");
    String page = Files.readString(report);
    // The last one: scripts of the page have that word too.
    int end = page.lastIndexOf("</body>");
    Files.writeString(
        report,
        page.substring(0, end)
            + "<script>document.body.dataset.width = document.documentElement.scrollWidth + '/' +"
            + " document.documentElement.clientWidth;</script>"
            + page.substring(end));

    String shown = shown(chromium, report, 500);

    assertThat(shown).contains("leaf1-spine1 was down", "leaf2-spine2 failed while traffic ran");
    Matcher width = Pattern.compile("data-width=\"(\\d+)/(\\d+)\"").matcher(shown);
    assertThat(width.find()).isTrue();
    assertThat(width.group(1)).isEqualTo(width.group(2));
    assertThat(drawings(shown)).isGreaterThanOrEqualTo(7);
  }

  /** A run of 64 hosts whose counts all have seven digits and more. */
  @Test
  void largeNumbersStayInTheirColumns() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("run"),
            "--topology",
            "leafspine,8,4,8",
            "--workload",
            "permutation:4KiB");
    assertThat(run.status()).as(run.err()).isZero();
    Path report = run.folder().resolve("report.html");
    String page = Files.readString(report);
    String begin = "<script id=\"data\" type=\"application/json\">";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("</script>", from);
    ObjectNode data = (ObjectNode) new ObjectMapper().readTree(page.substring(from, to));
    enlarge((ObjectNode) data.required("summary"));
    int end = page.lastIndexOf("</body>");
    Files.writeString(
        report,
        page.substring(0, from)
            + data
            + page.substring(to, end)
            + "<script>document.body.dataset.outside ="
            + " [...document.querySelectorAll('#distributions td, #distributions th, #counts td')]"
            + ".filter((cell) => cell.getBoundingClientRect().right >"
            + " cell.closest('div').getBoundingClientRect().right + 1).map((cell) =>"
            + " cell.textContent).join('|');</script>"
            + page.substring(end));

    for (int width : new int[] {1280, 950, 500}) {
      String shown = shown(chromium, report, width);

      assertThat(shown).contains("7,654,321", "refused by the kernel", "h64");
      assertThat(shown).as("at %d px", width).contains("data-outside=\"\"");
    }
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

    assertThat(drawings(shown)).isEqualTo(2);
    assertThat(shown).contains("1 of 1 claims hold").doesNotContain("NaN").doesNotContain("@@");
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

  private static int drawings(String shown) {
    return shown.split("<(canvas|svg)[ >]", -1).length - 1;
  }
}
