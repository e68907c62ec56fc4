package io.smartt.emulation.cli.run;

import io.smartt.emulation.cli.experiment.RunRequest;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunSummary.RunOutcome;

/** Runs one experiment on its fabric and leaves its folder. */
@FunctionalInterface
public interface ExperimentRunner {

  /**
   * Runs until the workload is done, fails or is interrupted.
   *
   * @throws io.smartt.base.input.UserInputException if the request cannot be an experiment
   * @throws io.smartt.base.failure.RunFailedException if it failed before there was a result
   */
  RunOutcome run(RunRequest request, RunMonitor monitor);
}
