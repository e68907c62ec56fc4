package io.smartt.emulation.report;

import java.io.IOException;
import java.io.Writer;

/** {@code report.html}. */
final class HtmlReport {

  private HtmlReport() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    out.write("<!doctype html><title>" + summary.identity().name() + "</title>");
    if (result.flows().isEmpty()) {
      out.write("<p>no flows");
    }
  }
}
