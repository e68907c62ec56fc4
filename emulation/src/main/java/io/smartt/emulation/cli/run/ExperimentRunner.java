package io.smartt.emulation.cli.run;

import io.smartt.emulation.cli.experiment.RunRequest;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunOutcome;

/** Runs one experiment on its fabric and leaves its folder. */
@FunctionalInterface
public interface ExperimentRunner {

  /**
   * Runs until the workload is done, fails or is interrupted.
   *
   * @throws io.smartt.emulation.input.UserInputException if the request cannot be an experiment
   * @throws io.smartt.emulation.failure.RunFailedException if it failed before there was a result
   */
  RunOutcome run(RunRequest request, RunMonitor monitor);
}
