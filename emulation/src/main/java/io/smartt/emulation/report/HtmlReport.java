package io.smartt.emulation.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code report.html}: one file with its data, style, script and the charting library (Apache
 * ECharts) in it, so that it opens without a network.
 */
final class HtmlReport {
  private static final Pattern SLOT = Pattern.compile("@@(\\w+)@@");
  private static final String CHARTS_POM = "/META-INF/maven/org.webjars/echarts/pom.properties";

  private HtmlReport() {}

  static void write(Writer out, RunResult result, RunSummary summary) throws IOException {
    String page = text("report.html");
    Matcher slot = SLOT.matcher(page);
    int written = 0;
    while (slot.find()) {
      out.append(page, written, slot.start());
      switch (slot.group(1)) {
        case "TITLE" -> out.write(escaped(summary.identity().name()));
        case "STYLE" -> out.write(text("report.css"));
        case "CHARTS" -> copy(chartLibrary(), out);
        case "DATA" -> ReportData.write(out, result, summary);
        case "SCRIPT" -> out.write(text("report.js"));
        default -> throw new IllegalStateException("report.html asks for " + slot.group());
      }
      written = slot.end();
    }
    out.append(page, written, page.length());
  }

  /** The path has the version in it, which the build alone decides. */
  private static String chartLibrary() throws IOException {
    Properties pom = new Properties();
    try (InputStream in = resource(CHARTS_POM)) {
      pom.load(in);
    }
    return "/META-INF/resources/webjars/echarts/" + pom.getProperty("version") + "/echarts.min.js";
  }

  private static void copy(String resource, Writer out) throws IOException {
    try (Reader in = new InputStreamReader(resource(resource), StandardCharsets.UTF_8)) {
      in.transferTo(out);
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = resource(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream resource(String name) throws IOException {
    InputStream in = HtmlReport.class.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException(name + " is not on the class path");
    }
    return in;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
