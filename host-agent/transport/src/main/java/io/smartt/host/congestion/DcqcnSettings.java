package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of DCQCN, after Zhu et al., "Congestion Control for Large-Scale RDMA Deployments",
 * SIGCOMM 2015, Sec. 3 (algorithm) and Sec. 5.2 and 6 (values, for links of 40 Gbps). Rates, the
 * byte counter and RED's thresholds grow with the link rate; times do not, they follow the
 * network's round-trip times.
 *
 * @param gain {@code g}: 1/256
 * @param initialAlpha 1, until the first notification
 * @param notificationUs {@code N}, a receiver notifies a sender once in so long at most: 50 us
 * @param alphaTimerUs {@code K}, alpha decays after so long without a notification: 55 us
 * @param increaseTimerUs {@code T}: 55 us
 * @param byteCounterBytes {@code B}: 10 MB
 * @param fastRecoverySteps {@code F}: 5
 * @param additiveMbps {@code R_AI}: 40 Mbps
 * @param hyperMbps {@code R_HAI}: open in the paper, which refers to QCN (802.1Qau); ten times the
 *     additive step, as there
 * @param minMbps open in the paper; one additive step
 * @param kminBytes {@code K_min}: 5 KB
 * @param kmaxBytes {@code K_max}: 200 KB
 * @param pmax {@code P_max}: 1 %
 * @param referenceGbps rate of the paper's links: 40 Gbps
 */
public record DcqcnSettings(
    @Setting(defaultValue = "0.00390625", meaning = "Weight of a notification in alpha (g).")
        double gain,
    @Setting(defaultValue = "1", meaning = "Alpha of a new connection.") double initialAlpha,
    @Setting(
            defaultValue = "50",
            meaning = "A receiver notifies the sender of a flow once in so many microseconds.")
        double notificationUs,
    @Setting(
            defaultValue = "55",
            meaning = "Alpha decays after so many microseconds without a notification.")
        double alphaTimerUs,
    @Setting(defaultValue = "55", meaning = "Microseconds between the timer's rate increases.")
        double increaseTimerUs,
    @Setting(
            defaultValue = "10000000",
            meaning = "Bytes between the byte counter's rate increases, at the reference rate.")
        double byteCounterBytes,
    @Setting(
            defaultValue = "5",
            meaning = "Increases by timer or byte counter that are fast recovery (F).")
        int fastRecoverySteps,
    @Setting(defaultValue = "40", meaning = "Additive increase, Mbps at the reference rate.")
        double additiveMbps,
    @Setting(defaultValue = "400", meaning = "Hyper increase, Mbps at the reference rate.")
        double hyperMbps,
    @Setting(defaultValue = "40", meaning = "Lowest rate of a flow, Mbps at the reference rate.")
        double minMbps,
    @Setting(
            defaultValue = "5000",
            meaning = "Bytes up to which RED marks nothing, at the reference rate.")
        double kminBytes,
    @Setting(
            defaultValue = "200000",
            meaning = "Bytes from which RED marks everything, at the reference rate.")
        double kmaxBytes,
    @Setting(defaultValue = "0.01", meaning = "Probability of a mark just before kmax.")
        double pmax,
    @Setting(defaultValue = "40", meaning = "Link rate that the other values are for, Gbps.")
        double referenceGbps) {

  private static final Range RANGE = new Range("DCQCN");

  /** The default of every setting. */
  public static final DcqcnSettings DEFAULTS = RecordSettings.defaults(DcqcnSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public DcqcnSettings {
    RANGE.share("gain", gain);
    RANGE.between(0, 1, "initial alpha", initialAlpha);
    RANGE.atLeast(0, "notification interval", notificationUs);
    RANGE.above(0, "alpha timer", alphaTimerUs);
    RANGE.above(0, "increase timer", increaseTimerUs);
    RANGE.above(0, "byte counter", byteCounterBytes);
    RANGE.atLeast(1, "number of fast recovery steps", fastRecoverySteps);
    RANGE.atLeast(0, "additive increase", additiveMbps);
    RANGE.atLeast(0, "hyper increase", hyperMbps);
    RANGE.above(0, "lowest rate", minMbps);
    RANGE.atLeast(0, "kmin", kminBytes);
    RANGE.atLeast(kminBytes, "kmax", kmaxBytes);
    RANGE.share("pmax", pmax);
    RANGE.above(0, "reference rate", referenceGbps);
  }

  /** The RED thresholds of a queue before a link of this rate. */
  public RedMarking.Thresholds thresholds(long linkBps) {
    return new RedMarking.Thresholds(scaled(kminBytes, linkBps), scaled(kmaxBytes, linkBps), pmax);
  }

  /** A quantity for the reference rate, on a link of this rate. */
  public double scaled(double quantity, long linkBps) {
    return quantity * (double) linkBps / (referenceGbps * 1e9);
  }
}
