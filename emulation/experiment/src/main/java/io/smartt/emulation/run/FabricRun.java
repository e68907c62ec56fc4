package io.smartt.emulation.run;

import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.trace.CaptureSink;
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
