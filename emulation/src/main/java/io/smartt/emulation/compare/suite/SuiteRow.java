package io.smartt.emulation.compare.suite;

import io.smartt.emulation.sweep.MeanWithInterval;
import java.util.List;
import java.util.Optional;

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

  /** Whether every run that should be is there, or there is a reason for none. */
  public boolean isComplete() {
    return notRun.isPresent() || here.size() == seeds;
  }

  /** When the last flow finished, over seeds; empty without runs. */
  public static Optional<MeanWithInterval> lastUs(List<SuiteResult> runs) {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            MeanWithInterval.of(runs.stream().mapToDouble(SuiteResult::lastUs).toArray()));
  }

  /** How many runs kept every limit. */
  public static long passes(List<SuiteResult> runs) {
    return runs.stream().filter(SuiteResult::passes).count();
  }

  /** How much later the last flow finishes here, as a share of the simulator's time. */
  public Optional<Double> difference() {
    return lastUs(here).flatMap(own -> lastUs(there).map(other -> own.mean() / other.mean() - 1));
  }
}
