import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Map;

/**
 * TIMELY (Mittal et al., "TIMELY: RTT-based Congestion Control for the Datacenter", SIGCOMM 2015,
 * Algorithm 1): a rate that follows the gradient of the round-trip time. It needs no signal of a
 * switch, and bounds nothing in flight: the fabric has to be lossless, as in the paper.
 */
public final class Timely implements CongestionController {
  /** The settings as keys: --set timely.beta=0.5. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("timely", Settings.class);

  /** The description. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "timely",
              "Mittal et al., SIGCOMM 2015: the RTT's gradient",
              List.of(SETTINGS),
              new WindowLimits(
                  0, 1, "TIMELY bounds the rate; PFC bounds what is in flight (its window informs)"),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new Timely(settings, run.dilation(), baseRttPs, linkBps);
              })
          .withImplied((constants, trims) ->
              Map.of(
                  "load-balancer", "ecmp",
                  "trimming", "off",
                  "pfc.use", "on",
                  "transport.timeout-base-rtts", "500"));

  /** What users may set; the values of the paper (Sec. 4 and 5), for links of 10 Gbps. */
  public record Settings(
      @Setting(defaultValue = "50", meaning = "RTT below which the rate grows, us.") double lowUs,
      @Setting(defaultValue = "500", meaning = "RTT above which the rate shrinks, us.")
          double highUs,
      @Setting(defaultValue = "10", meaning = "Additive increase at 10 Gbps, Mbps.")
          double additiveMbps,
      @Setting(defaultValue = "0.8", meaning = "Multiplicative decrease.") double beta,
      @Setting(defaultValue = "0.875", meaning = "Weight of a new difference of RTTs.")
          double alpha,
      @Setting(
              defaultValue = "5",
              meaning = "Steps without a rising RTT before increases are five times as large.")
          int hyperAfter,
      @Setting(
              defaultValue = "16384",
              meaning = "Bytes acknowledged for a step, of which there is one a round trip at most.")
          int segmentBytes) {
    public Settings {
      if (!(lowUs >= 0 && highUs >= lowUs && additiveMbps > 0 && beta > 0 && beta < 1)
          || !(alpha > 0 && alpha <= 1)
          || hyperAfter < 1
          || segmentBytes < 1) {
        throw new IllegalArgumentException(
            "low-us %s, high-us %s, additive-mbps %s, beta %s, alpha %s, hyper-after %d, segment-bytes %d: accepted are 0 <= low-us <= high-us, beta between 0 and 1, alpha above 0 to 1, others above 0"
                .formatted(lowUs, highUs, additiveMbps, beta, alpha, hyperAfter, segmentBytes));
      }
    }
  }

  private static final double PS_PER_US = 1e6;
  private static final double REFERENCE_BPS = 1e10;
  private static final double MBPS = 1e6;
  private static final double LEAST_SHARE = 1e-3;

  private final Settings settings;
  private final double lowPs;
  private final double highPs;
  private final double stepBps;
  private final long baseRttPs;
  private final long linkBps;

  private double rateBps;
  private double differencePs;
  private long lastRttPs = RTT_UNKNOWN;
  private long segmentBytes;
  private long stepDuePs;
  private int calmSteps;

  private Timely(Settings settings, double dilation, long baseRttPs, long linkBps) {
    this.settings = settings;
    this.baseRttPs = baseRttPs;
    this.linkBps = linkBps;
    lowPs = settings.lowUs() * dilation * PS_PER_US;
    highPs = settings.highUs() * dilation * PS_PER_US;
    stepBps = settings.additiveMbps() * MBPS / REFERENCE_BPS * linkBps;
    rateBps = linkBps;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    segmentBytes += ackedBytes;
    if (rttPs == RTT_UNKNOWN || segmentBytes < settings.segmentBytes() || nowPs < stepDuePs) {
      return;
    }
    segmentBytes = 0;
    stepDuePs = nowPs + rttPs;
    if (lastRttPs != RTT_UNKNOWN) {
      differencePs += settings.alpha() * (rttPs - lastRttPs - differencePs);
      rateBps = Math.clamp(next(rttPs), LEAST_SHARE * linkBps, linkBps);
    }
    lastRttPs = rttPs;
  }

  private double next(long rttPs) {
    double gradient = differencePs / baseRttPs;
    calmSteps = gradient <= 0 ? calmSteps + 1 : 0;
    if (rttPs < lowPs) {
      return rateBps + stepBps;
    }
    if (rttPs > highPs) {
      return rateBps * (1 - settings.beta() * (1 - highPs / rttPs));
    }
    if (gradient <= 0) {
      return rateBps + (calmSteps >= settings.hyperAfter() ? 5 : 1) * stepBps;
    }
    return rateBps * (1 - settings.beta() * Math.min(1, gradient));
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  /** Returns true: the rate alone decides. */
  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return true;
  }

  /** The bytes that the rate sends in a base RTT; bounds nothing. */
  @Override
  public long windowBytes() {
    return Math.round(Bdp.exact(baseRttPs, rateBps));
  }

  @Override
  public long pacingBps() {
    return (long) rateBps;
  }
}
