package io.smartt.emulation.traffic;

import io.smartt.emulation.report.RttRecord;
import java.util.Optional;

/** Sums up the round-trip times of one flow as they come. Allocates nothing per sample. */
final class RttCount {
  private long samples;
  private long leastPs = Long.MAX_VALUE;
  private long lastPs;
  private double sumPs;
  private double differencesPs;

  void add(long rttPs) {
    if (samples++ > 0) {
      differencesPs += Math.abs(rttPs - lastPs);
    }
    lastPs = rttPs;
    leastPs = Math.min(leastPs, rttPs);
    sumPs += rttPs;
  }

  /** Empty if there was none. */
  Optional<RttRecord> record() {
    return samples == 0
        ? Optional.empty()
        : Optional.of(
            new RttRecord(
                leastPs,
                Math.round(sumPs / samples),
                Math.round(differencesPs / Math.max(1, samples - 1))));
  }
}
