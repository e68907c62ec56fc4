package io.smartt.experiment.traffic;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import org.jspecify.annotations.Nullable;

/**
 * Records for how much of the time one port sends, from its first packet. Allocates nothing per
 * packet.
 */
public final class LinkLoadSampler {
  private final SampleSubject.Port port;
  private final SampleRecorder samples;
  private final long basePs;
  private @Nullable SampleSeries series;

  /**
   * @param basePs the instant that the times of samples count from
   */
  public LinkLoadSampler(SampleSubject.Port port, SampleRecorder samples, long basePs) {
    this.port = port;
    this.samples = samples;
    this.basePs = basePs;
  }

  /** A packet takes the wire for a time, never before the one before it has left. */
  public void sent(long fromPs, long toPs) {
    SampleSeries open = series;
    if (open == null) {
      open = samples.open(Metric.UTILISATION, port);
      series = open;
    }
    open.addDuring(fromPs - basePs, toPs - basePs);
  }
}
