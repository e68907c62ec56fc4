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
    return family(family.base, family.type, family.help);
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

  /**
   * The metrics as Prometheus names them: a name, without the suffix of counters, and what it says.
   */
  enum MetricFamily {
    RUN("smartt_run", Type.INFO, "What is run"),
    RUNNING("smartt_running", Type.GAUGE, "1 while the run goes on, 0 afterwards"),
    VIRTUAL_TIME("smartt_virtual_time_seconds", Type.GAUGE, "The experiment's time"),
    WALL_TIME("smartt_wall_time_seconds", Type.GAUGE, "How long the run has taken"),
    FLOWS("smartt_flows", Type.GAUGE, "Flows of the workload"),
    WORKLOAD_BYTES("smartt_workload_bytes", Type.GAUGE, "Payload of the workload"),
    EVENTS("smartt_events", Type.COUNTER, "Events of virtual time"),
    COMPLETION(
        "smartt_flow_completion_seconds", Type.SUMMARY, "Completion times of finished flows"),
    SLOWDOWN(
        "smartt_flow_slowdown_ratio",
        Type.SUMMARY,
        "Completion times over those of an ideal network"),
    SWITCH_TRIMMED("smartt_switch_trimmed_packets", Type.COUNTER, "Data packets that a switch cut"),
    SWITCH_MARKED("smartt_switch_marked_packets", Type.COUNTER, "Packets that a switch marked"),
    SWITCH_DROPPED(
        "smartt_switch_dropped_packets", Type.COUNTER, "Packets for which a queue had no room"),
    QUEUE_DEPTH("smartt_queue_depth_bytes", Type.GAUGE, "Mean of what waits in a queue"),
    LINK_RATE("smartt_link_rate_bps", Type.GAUGE, "Bits a second that a link carries one way"),
    LINK_UTILISATION(
        "smartt_link_utilisation_ratio", Type.GAUGE, "Share of time that one way of a link sends"),
    FLOW_WINDOW("smartt_flow_window_bytes", Type.GAUGE, "Congestion window of a flow"),
    FLOW_RTT("smartt_flow_rtt_seconds", Type.GAUGE, "Round-trip time that a flow measured"),
    FLOW_GOODPUT("smartt_flow_goodput_bps", Type.GAUGE, "Payload bits a second that ACKs cover"),
    FLOW_IN_FLIGHT("smartt_flow_in_flight_bytes", Type.GAUGE, "Bytes sent and not answered"),
    FLOW_ENTROPIES("smartt_flow_entropies", Type.GAUGE, "Entropies that a flow would use again"),
    FLOW_AVOIDED("smartt_flow_avoided_entropies", Type.GAUGE, "Entropies kept out of use"),
    PORT_TRIMS("smartt_port_trims_per_second", Type.GAUGE, "Data packets a second that a port cut"),
    PORT_MARKS("smartt_port_marks_per_second", Type.GAUGE, "Packets a second that a port marked"),
    PORT_DROPS("smartt_port_drops_per_second", Type.GAUGE, "Packets a second without room"),
    STRETCH(
        "smartt_time_stretch_ratio", Type.GAUGE, "Seconds of this file for a second of the run"),
    LEFT_OFF(
        "smartt_metrics_left_off",
        Type.GAUGE,
        "Queues and links without metrics of their own, because there are too many");

    /** The kind of value of a metric. */
    enum Type {
      GAUGE,
      COUNTER,
      SUMMARY,
      INFO;

      /** Returns what is behind the name of values. */
      String suffix() {
        return switch (this) {
          case COUNTER -> "_total";
          case INFO -> "_info";
          case GAUGE, SUMMARY -> "";
        };
      }
    }

    /** Its name in OpenMetrics. */
    final String base;

    final Type type;
    private final String help;

    MetricFamily(String base, Type type, String help) {
      this.base = base;
      this.type = type;
      this.help = help;
    }
  }
}
