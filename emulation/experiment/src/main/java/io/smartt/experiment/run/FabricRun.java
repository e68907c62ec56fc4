package io.smartt.experiment.run;

import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import java.util.Optional;

/**
 * One run on one kind of fabric, from start to result: builds the network, has the controller
 * program its switches over P4Runtime, sends the traffic, collects what hosts and switches counted,
 * and leaves nothing behind.
 */
@FunctionalInterface
public interface FabricRun {
  /** Runs the experiment once. */
  RunResult run(Optional<CaptureSink> capture, RunMonitor monitor);
}
