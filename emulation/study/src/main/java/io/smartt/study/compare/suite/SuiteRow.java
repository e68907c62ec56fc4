package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.study.compare.suite.SuiteExperiment.SuiteLimits;
import io.smartt.study.sweep.MeanWithInterval;

/**
 * An experiment of a suite, as it went here and there.
 *
 * @param experiment as its file has it
 * @param notRun why it is not run here; empty if it is
 * @param here runs here, one a seed; fewer than seeds if a run failed or was not started
 * @param there runs of the simulator, one a seed; empty where it is not installed
 * @param seeds how many runs there should be
 */
public record SuiteRow(
    SuiteExperiment experiment,
    Optional<String> notRun,
    List<SuiteResult> here,
    List<SuiteResult> there,
    int seeds) {
  /** Copies the lists. */
  public SuiteRow {
    here = List.copyOf(here);
    there = List.copyOf(there);
  }

  /** Returns whether every run that should be is there, or there is a reason for none. */
  public boolean isComplete() {
    return notRun.isPresent() || here.size() == seeds;
  }

  /** Returns when the last flow finished, over seeds; empty without runs. */
  public static Optional<MeanWithInterval> lastUs(List<SuiteResult> runs) {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            MeanWithInterval.of(runs.stream().mapToDouble(SuiteResult::lastUs).toArray()));
  }

  /** Returns how many runs kept every limit. */
  public static long passes(List<SuiteResult> runs) {
    return runs.stream().filter(SuiteResult::passes).count();
  }

  /** Returns how much later the last flow finishes here, as a share of the simulator's time. */
  public Optional<Double> difference() {
    return lastUs(here).flatMap(own -> lastUs(there).map(other -> own.mean() / other.mean() - 1));
  }

  /**
   * One run of an experiment against its limits, judged as the suites' own script does (uet-htsim,
   * revision 40ccb05, validate.py:118-157): the last flow, single flows that have a limit, and the
   * number of connections that finished.
   *
   * @param lastUs when the last flow finished, microseconds
   * @param finished connections that finished in time
   * @param failures what was missed; empty if the run passes
   */
  public record SuiteResult(double lastUs, int finished, List<String> failures) {
    /** Copies the list. */
    public SuiteResult {
      failures = List.copyOf(failures);
    }

    /** Judges a run of a matrix with so many connections. */
    static SuiteResult of(FinishTimes times, SuiteLimits limits, int connections) {
      List<String> failures = new ArrayList<>();
      double lastUs = times.lastUs();
      if (limits.tailUs().isPresent() && lastUs > limits.tailUs().getAsLong()) {
        failures.add("last flow");
      }
      limits
          .flowUs()
          .forEach((ends, limit) ->
              times
                  .lastUs(ends)
                  .filter(us -> us > limit)
                  .ifPresent(us ->
                      failures.add(
                          "flow %d to %d, %.6g us".formatted(ends.src(), ends.dst(), us))));
      if (times.connections() != connections) {
        failures.add(times.connections() + " of " + connections + " finished");
      }
      return new SuiteResult(lastUs, times.connections(), failures);
    }

    /** Returns whether it kept every limit. */
    public boolean passes() {
      return failures.isEmpty();
    }
  }
}
