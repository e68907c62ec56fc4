package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.ForwardingMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.WholeFile;

/** A monitor that leaves a file of metrics in a run's folder, and passes on to another monitor. */
public final class MetricsFileMonitor extends ForwardingMonitor {
  private final InstantSource clock;
  private Optional<Path> folder = Optional.empty();

  /**
   * @param clock gives the time of the run's end
   */
  public MetricsFileMonitor(RunMonitor other, InstantSource clock) {
    super(other);
    this.clock = clock;
  }

  @Override
  public void began(RunFolder begun) {
    super.began(begun);
    folder = Optional.of(begun.path());
  }

  /**
   * Writes the file.
   *
   * @throws io.smartt.base.failure.RunFailedException if that cannot be
   */
  @Override
  public void ended(RunResult result) {
    super.ended(result);
    folder.ifPresent(path ->
        WholeFile.write(
            path.resolve(OpenMetricsFile.NAME),
            out -> OpenMetricsFile.write(out, result, clock.instant())));
  }
}
