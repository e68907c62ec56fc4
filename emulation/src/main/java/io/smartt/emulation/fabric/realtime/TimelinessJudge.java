package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.report.Timeliness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says from a run's own figures whether the machine kept time. The bounds are from runs of the same
 * experiments in virtual time, which is never late: what those never reach is the machine's doing.
 */
final class TimelinessJudge {
  /** Share of the base RTT by which switches may come late. */
  private static final double MOST_SWITCH_LATENESS = 0.05;

  /** Of the median flow, in base RTTs. */
  private static final double MOST_JITTER = 0.5;

  /** Of the luckiest flow, in base RTTs. */
  private static final double MOST_LEAST_RTT = 1.5;

  /** Share of the data packets that may time out without a drop that tells why. */
  private static final double MOST_TIMEOUTS = 0.001;

  /** A timeout may have been for the same packet again, or for one that waited behind it. */
  private static final int TIMEOUTS_A_DROP = 4;

  /** Of sleeps; a short sleep is always a little too long. */
  private static final double MOST_STALLS = 0.25;

  private TimelinessJudge() {}

  static Timeliness judge(TimingFigures seen) {
    List<String> reasons = new ArrayList<>();
    if (seen.switchLateness() > MOST_SWITCH_LATENESS) {
      reasons.add(
          String.format(Locale.ROOT, "RTTs were %.0f %% too long", 100 * seen.switchLateness()));
    }
    long unexplained = seen.timeouts() - TIMEOUTS_A_DROP * seen.drops();
    if (!seen.lossWanted() && unexplained > MOST_TIMEOUTS * seen.packetsSent()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "%d timeouts among %d packets, though %d were dropped",
              seen.timeouts(),
              seen.packetsSent(),
              seen.drops()));
    }
    seen.jitter()
        .ifPresent(jitter -> {
          if (jitter > MOST_JITTER) {
            reasons.add(String.format(Locale.ROOT, "RTT jitter was %.1f base RTTs", jitter));
          }
        });
    seen.leastRtt()
        .ifPresent(least -> {
          if (least > MOST_LEAST_RTT) {
            reasons.add(String.format(Locale.ROOT, "no RTT was below %.1f base RTTs", least));
          }
        });
    if (seen.stallShare() > MOST_STALLS) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "this process slept too long %.0f %% of the time",
              100 * seen.stallShare()));
    }
    return new Timeliness(reasons);
  }
}
