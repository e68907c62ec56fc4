package io.smartt.emulation.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/** {@code report.html}: one file with its data, style, script and the charting library in it. */
final class HtmlReport {
  private HtmlReport() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    new PageTemplate(HtmlReport.class, "report.html")
        .write(
            out,
            Map.of(
                "TITLE", to -> to.write(PageTemplate.escaped(summary.identity().name())),
                "DATA", to -> ReportData.write(to, result, summary)));
  }
}
