package io.smartt.bench;

import module java.base;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A benchmark and what it is measured against.
 *
 * @param name for the command line
 * @param question that the ratio answers
 * @param subject numerator
 * @param baseline denominator, in the same unit
 */
record Comparison(String name, String question, Side subject, Side baseline) {

  /** Every comparison there is. */
  static List<Comparison> all() {
    return List.of(
        new Comparison(
            "worker-pool",
            "time of a window's tasks on the harness's pool, to that on ForkJoinPool",
            pool("harness"),
            pool("fork-join")),
        new Comparison(
            "pipeline",
            "time of a packet in smartt.p4, to that in a plain IPv4 router of 10,000 routes",
            pipeline("smartt"),
            pipeline("router-10000")),
        new Comparison(
            "masks",
            "time of a packet against 500 rules of 500 masks, to that against 500 rules of one",
            pipeline("filter-500-500-masks"),
            pipeline("filter-500-1-mask")),
        new Comparison(
            "smartt-ack",
            "time of an acknowledgement in SMaRTT, to that in Swift",
            congestion("smartt"),
            congestion("swift")),
        new Comparison(
            "nscc-ack",
            "time of an acknowledgement in NSCC, to that in Swift",
            congestion("nscc"),
            congestion("swift")),
        new Comparison(
            "table-batch",
            "time of 100,000 entries in batches of 1,000, to that one by one",
            table("1000"),
            table("1")),
        new Comparison(
            "two-threads",
            "time of a run of 128 hosts with two threads, to that with one",
            fabric("2"),
            fabric("1")));
  }

  private static Side pool(String pool) {
    return new Side(WorkerPoolBenchmark.class, Map.of("pool", pool, "tasks", "80"));
  }

  private static Side pipeline(String device) {
    return new Side(PipelineBenchmark.class, Map.of("device", device));
  }

  private static Side congestion(String scheme) {
    return new Side(CongestionBenchmark.class, Map.of("scheme", scheme));
  }

  private static Side table(String batch) {
    return new Side(TableWriteBenchmark.class, Map.of("batch", batch));
  }

  private static Side fabric(String threads) {
    return new Side(
        FabricBenchmark.class, Map.of("hosts", "128", "bytes", "2MiB", "threads", threads));
  }

  /**
   * One side of a {@link Comparison}: a benchmark with values for all its parameters.
   *
   * @param benchmark class of the benchmark, which has one method
   * @param parameters value of each parameter, by name
   */
  record Side(Class<?> benchmark, Map<String, String> parameters) {

    /** JMH's options for one fork of this side. */
    Options options(Options common) {
      ChainedOptionsBuilder options =
          new OptionsBuilder()
              .parent(common)
              .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
              .forks(1)
              .verbosity(VerboseMode.SILENT);
      parameters.forEach(options::param);
      return options.build();
    }

    @Override
    public String toString() {
      return benchmark.getSimpleName()
          + (parameters.isEmpty() ? "" : " " + new TreeMap<>(parameters));
    }
  }
}
