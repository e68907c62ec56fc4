package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report in a browser that has no network. Needs chromium. */
@Tag("browser")
class ReportInBrowserTest {
  @TempDir private Path folder;

  @Test
  void everyChartIsDrawnFromTheFileAlone() throws IOException, InterruptedException {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    SmarttRun run = SmarttRun.of(folder.resolve("run"), "--workload", "incast:15x256KiB");
    assertThat(run.status()).as(run.err()).isZero();

    String page =
        chromium.output(
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
            "--dump-dom",
            run.folder().resolve("report.html").toUri().toString());

    String shown = page.replaceAll("(?s)<script.*?</script>", "");
    int drawings = shown.split("<(canvas|svg)[ >]", -1).length - 1;
    // Completion times, window, RTT, queue depth, network: the library adds a drawing to each.
    assertThat(drawings).isGreaterThanOrEqualTo(5);
    assertThat(shown.contains("incast:15x256KiB on testbed")).isTrue();
    assertThat(shown.contains("leaf1 port 1 to h1")).isTrue();
    assertThat(shown.contains("NaN")).isFalse();
  }
}
