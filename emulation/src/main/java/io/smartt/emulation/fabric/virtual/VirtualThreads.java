package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.concurrent.PoolSchedule;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.run.ThreadForecast;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Runs an experiment on this machine's cores and counts, window by window, how other numbers of
 * threads would have shared it.
 */
final class VirtualThreads implements ThreadForecast.Study {
  private final int cores;

  /**
   * @param cores threads that the run itself uses, at most
   */
  VirtualThreads(int cores) {
    this.cores = cores;
  }

  @Override
  public ThreadForecast of(RunInputs in, RunMonitor monitor) {
    WindowSchedules schedules =
        new WindowSchedules(
            IntStream.iterate(2, threads -> threads < 2 * in.threads(), threads -> 2 * threads)
                .map(threads -> Math.min(threads, in.threads()))
                .mapToObj(PoolSchedule::new)
                .toList());
    try (VirtualExperiment experiment =
        new VirtualExperiment(in, Optional.empty(), Math.min(cores, in.threads()))) {
      VirtualRun.program(in, experiment, monitor);
      experiment.watchWindows(schedules);
      TrafficLoop.Ending ending = experiment.run(monitor, in.ideal().lastFinishPs());
      if (ending.status() != RunStatus.COMPLETED) {
        throw new RunFailedException(
            ending.status() + ending.message().map(message -> ": " + message).orElse(""));
      }
      return schedules.forecast(experiment.crossings());
    }
  }
}
