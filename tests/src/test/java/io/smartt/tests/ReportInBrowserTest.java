package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
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
