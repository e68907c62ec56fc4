package io.smartt.emulation.compare.suite;

import java.util.ArrayList;
import java.util.List;

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
                    failures.add("flow %d to %d, %.6g us".formatted(ends.src(), ends.dst(), us))));
    if (times.connections() != connections) {
      failures.add(times.connections() + " of " + connections + " finished");
    }
    return new SuiteResult(lastUs, times.connections(), failures);
  }

  /** Whether it kept every limit. */
  public boolean passes() {
    return failures.isEmpty();
  }
}
