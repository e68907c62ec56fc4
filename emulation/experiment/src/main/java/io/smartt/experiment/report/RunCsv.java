package io.smartt.experiment.report;

import module java.base;

/** The CSVs of a run folder, read back by the columns that {@link RunTables} declares. */
public final class RunCsv {
  /** Name of the CSV with a row a flow. */
  public static final String FLOWS = "flows.csv";

  /** Name of the CSV with what was recorded over time. */
  public static final String SAMPLES = "samples.csv";

  private static final double PS_PER_US = 1e6;

  private RunCsv() {}

  /** A row of {@link #FLOWS}; times in microseconds. */
  public record Flow(CsvReader.Row row) {
    /** Returns its number in the workload. */
    public String id() {
      return row.text(RunTables.FLOW);
    }

    /** Returns the name of its sender. */
    public String source() {
      return row.text(RunTables.SRC);
    }

    /** Returns the name of its receiver. */
    public String destination() {
      return row.text(RunTables.DST);
    }

    /** Returns its size, bytes. */
    public long bytes() {
      return row.number(RunTables.SIZE_BYTES, Long::valueOf);
    }

    /** Returns when it began. */
    public double startUs() {
      return row.number(RunTables.START_US);
    }

    /** Returns when it finished; empty if it did not. */
    public Optional<Double> finishUs() {
      return number(RunTables.FINISH_US);
    }

    /** Returns its completion time; empty if it did not finish. */
    public Optional<Double> fctUs() {
      return number(RunTables.FCT_US);
    }

    /** Returns its completion time over the ideal one; empty if it did not finish. */
    public Optional<Double> slowdown() {
      return number(RunTables.SLOWDOWN);
    }

    /** Returns the base RTT of its path. */
    public double baseRttUs() {
      return row.number(RunTables.BASE_RTT_US);
    }

    private Optional<Double> number(String column) {
      return row.known(column).map(_ -> row.number(column));
    }
  }

  /** A row of {@link #SAMPLES}; values in the metric's unit. */
  public record Bin(CsvReader.Row row) {
    /** Returns the number of the flow; empty text for what is recorded of a port. */
    public String flow() {
      return row.text(RunTables.FLOW);
    }

    /** Returns node, port and queue, as far as it has them. */
    public String port() {
      return String.join(
              " ", row.text(RunTables.NODE), row.text(RunTables.PORT), row.text(RunTables.QUEUE))
          .strip();
    }

    /** Returns when it begins. */
    public double startUs() {
      return row.number(RunTables.START_US);
    }

    /** Returns when it begins, picoseconds. */
    public long startPs() {
      return Math.round(startUs() * PS_PER_US);
    }

    /** Returns its length. */
    public double widthUs() {
      return row.number(RunTables.WIDTH_US);
    }

    /** Returns its length, picoseconds. */
    public long widthPs() {
      return Math.round(widthUs() * PS_PER_US);
    }

    /** Returns the least value, of a metric that has a range. */
    public double least() {
      return row.number(RunTables.MIN);
    }

    /** Returns the mean by time. */
    public double mean() {
      return row.number(RunTables.MEAN);
    }

    /** Returns the largest value, of a metric that has a range. */
    public double largest() {
      return row.number(RunTables.MAX);
    }
  }

  /**
   * Reads the flows of a run.
   *
   * @throws io.smartt.base.input.UserInputException if there is no such table
   */
  public static void flows(Path folder, Consumer<Flow> flows) {
    CsvReader.each(folder.resolve(FLOWS), row -> flows.accept(new Flow(row)));
  }

  /**
   * Reads what a run recorded of a metric.
   *
   * @throws io.smartt.base.input.UserInputException if there is no such table
   */
  public static void bins(Path folder, Metric metric, Consumer<Bin> bins) {
    CsvReader.each(
        folder.resolve(SAMPLES),
        row -> {
          if (row.text(RunTables.METRIC).equals(metric.csvName())) {
            bins.accept(new Bin(row));
          }
        });
  }
}
