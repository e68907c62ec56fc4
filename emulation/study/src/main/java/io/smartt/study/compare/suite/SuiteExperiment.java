package io.smartt.study.compare.suite;

import module java.base;

/**
 * One experiment of a validation suite, as its file has it.
 *
 * @param number its place in the file, from 1
 * @param name of the experiment; not unique
 * @param matrix file of its connection matrix
 * @param folder that names of files in options count from
 * @param binary name of the program that it is for
 * @param options words of the program's command line, without the matrix
 * @param limits that it has to keep
 * @param unknown lines that say something else, without their exclamation mark
 */
public record SuiteExperiment(
    int number,
    String name,
    Path matrix,
    Path folder,
    String binary,
    List<String> options,
    SuiteExperiment.SuiteLimits limits,
    List<String> unknown) {
  /** Copies the lists. */
  public SuiteExperiment {
    options = List.copyOf(options);
    unknown = List.copyOf(unknown);
  }

  /**
   * The times that an experiment of a suite has to keep.
   *
   * @param tailUs when the last flow has to have finished, microseconds since the start of the
   *     experiment; empty for any time
   * @param flowUs the same for single flows
   */
  public record SuiteLimits(OptionalLong tailUs, Map<FinishTimes.HostPair, Long> flowUs) {
    /** Copies the map. */
    public SuiteLimits {
      flowUs = Map.copyOf(flowUs);
    }
  }
}
