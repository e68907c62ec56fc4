package io.smartt.emulation.cli.run;

import io.smartt.study.compare.suite.HtsimBinary;
import io.smartt.study.compare.suite.SuiteExperiment;
import io.smartt.study.compare.suite.SuiteReader;
import io.smartt.switchd.console.Console;
import java.util.function.BooleanSupplier;

/**
 * Shows which experiment the reference simulator runs.
 *
 * @param console to show it on
 * @param stop whether the user asked to stop
 */
record SimulatorProgress(Console console, BooleanSupplier stop) implements HtsimBinary.Watch {
  @Override
  public void begins(SuiteExperiment experiment) {
    console
        .err()
        .printf(
            "smartt: %s runs %d, %s%n", SuiteReader.BINARY, experiment.number(), experiment.name());
    console.err().flush();
  }

  @Override
  public boolean interrupted() {
    return stop.getAsBoolean();
  }
}
