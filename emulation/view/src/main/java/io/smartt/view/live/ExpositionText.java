package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.QueueMeasure;

/**
 * Text that Prometheus reads: its own format (0.0.4), or OpenMetrics 1.0, which has the type {@code
 * info}, counters without their suffix in headers, and an end.
 */
final class ExpositionText {
  private final boolean openMetrics;
  private final StringBuilder text = new StringBuilder();
  private String base = "";
  private String sample = "";

  ExpositionText(boolean openMetrics) {
    this.openMetrics = openMetrics;
  }

  /** Begins a family; values follow. */
  ExpositionText family(MetricFamily family) {
    return family(family.base(), family.type(), family.help());
  }

  /** Begins the family of a number of the summary, a counter. */
  ExpositionText family(Measure measure) {
    return family(measure.family(), MetricFamily.Type.COUNTER, measure.meaning());
  }

  /** Begins the family of a number of each queue. */
  ExpositionText family(QueueMeasure measure) {
    MetricFamily.Type type = measure.isSum() ? MetricFamily.Type.COUNTER : MetricFamily.Type.GAUGE;
    return family(measure.family(), type, measure.meaning());
  }

  private ExpositionText family(String family, MetricFamily.Type kind, String help) {
    base = family;
    sample = family + kind.suffix();
    String name = openMetrics ? base : sample;
    String type =
        switch (kind) {
          case GAUGE -> "gauge";
          case COUNTER -> "counter";
          case SUMMARY -> "summary";
          case INFO -> openMetrics ? "info" : "gauge";
        };
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  /**
   * Adds a value.
   *
   * @param labels names and values in turns
   */
  ExpositionText value(double value, String... labels) {
    return line(sample, number(value), OptionalDouble.empty(), labels);
  }

  /**
   * Adds a count.
   *
   * @param labels names and values in turns
   */
  ExpositionText count(long value, String... labels) {
    return line(sample, Long.toString(value), OptionalDouble.empty(), labels);
  }

  /**
   * Adds a value at a time.
   *
   * @param unixS seconds since 1970
   */
  ExpositionText valueAt(double unixS, double value, String... labels) {
    return line(sample, number(value), OptionalDouble.of(unixS), labels);
  }

  /** Adds one of the values that a summary has of all. */
  ExpositionText part(String suffix, double value) {
    return line(base + suffix, number(value), OptionalDouble.empty());
  }

  private ExpositionText line(String name, String value, OptionalDouble unixS, String... labels) {
    text.append(name);
    if (labels.length > 0) {
      char before = '{';
      for (int i = 0; i < labels.length; i += 2) {
        text.append(before).append(labels[i]).append("=\"").append(escaped(labels[i + 1]));
        text.append('"');
        before = ',';
      }
      text.append('}');
    }
    text.append(' ').append(value);
    unixS.ifPresent(at -> text.append(' ').append(BigDecimal.valueOf(at).toPlainString()));
    text.append('\n');
    return this;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1L << 53
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** Writes what was added since the last call. */
  void drainTo(Writer out) throws IOException {
    out.append(text);
    text.setLength(0);
  }

  /** Returns the whole text, with its end. */
  String text() {
    return openMetrics ? text + "# EOF\n" : text.toString();
  }
}
