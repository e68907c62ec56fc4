package io.smartt.emulation.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Makes experiments from what the user asked for, and reads and writes {@code experiment.yaml}. */
public final class Experiments {
  private Experiments() {}

  /**
   * An experiment.
   *
   * @param profile name of a packed profile or path of a file
   * @param options settings that have an option of their own ({@code --scheme}), by key
   * @param assignments of {@code --set}, {@code key=value}; they win over the options
   * @param capture whether to write a packet trace
   */
  public static ExperimentSpec plan(
      String profile, Map<String, String> options, List<String> assignments, boolean capture) {
    throw new UnsupportedOperationException(profile + options + assignments + capture);
  }

  /** Writes it to a file. */
  public static void write(ExperimentSpec spec, Path file) {
    throw new UnsupportedOperationException(spec.name() + file);
  }

  /** Reads what {@link #write} wrote. */
  public static ExperimentSpec read(Path file) {
    throw new UnsupportedOperationException(file.toString());
  }

  static io.smartt.emulation.topology.Topology topology(ExperimentSpec spec) {
    throw new UnsupportedOperationException(spec.name());
  }

  static io.smartt.emulation.workload.Workload workload(
      ExperimentSpec spec, io.smartt.emulation.topology.Topology network) {
    throw new UnsupportedOperationException(spec.name() + network);
  }
}
