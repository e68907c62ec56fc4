package io.smartt.bench;

import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One side of a {@link Comparison}: a benchmark with values for all its parameters.
 *
 * @param benchmark class of the benchmark, which has one method or one group
 * @param result name of the result that counts; that of the method, or of one method of the group
 * @param parameters value of each parameter, by name
 */
record Side(Class<?> benchmark, String result, Map<String, String> parameters) {

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
