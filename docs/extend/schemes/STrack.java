import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowBounds;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Map;

/**
 * STrack's window (Le et al., "STrack: A Reliable Multipath Transport for AI/ML Clusters", 2024,
 * Algorithm 4), read second-hand: the paper's text was not found. The cases are those that two
 * programs have which name it: {@code delayD} of spcl/HTSIM-old (uec.cpp), and a port to htsim
 * whose notes quote the lines and Table 1. Without a mark the window grows by how far the packet's
 * delay is below the target, and by little where it is far above; with marks it is cut once a round
 * trip, by how far the average delay is above, or to what was acknowledged in the last round trip.
 *
 * <p>What is neither there nor quoted is a reading: the target, that a trim or timeout counts as
 * heavy congestion, and the first window. The target does not grow with the hops.
 */
public final class STrack implements CongestionController {
  /** The settings as keys: --set strack.target-rtts=1. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("strack", Settings.class);

  /**
   * The description. The load balancer is the reference simulator's bitmap: paths take turns, and
   * one that saw a mark is passed over once.
   */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "strack",
              "Le et al., 2024: marks choose the path, delays the window",
              List.of(SETTINGS),
              new WindowLimits(1, 1.5),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new STrack(
                        settings,
                        run,
                        new WindowBounds(
                            mtuBytes,
                            settings.initialBdps(),
                            settings.maxBdps(),
                            baseRttPs,
                            linkBps,
                            mtuBytes),
                        linkBps);
              })
          .withImplied((constants, trims) -> Map.of("load-balancer", "bitmap", "entropies", "256"));

  /** What users may set; the meaning says where a value is from. */
  public record Settings(
      @Setting(
              most = 1e6,
              defaultValue = "0.5",
              meaning = "Queueing delay aimed at, in base RTTs of the path (a reading).")
          double targetRtts,
      @Setting(
              defaultValue = "3",
              meaning = "Targets above which congestion is heavy (Table 1, as quoted).")
          double high,
      @Setting(
              defaultValue = "8",
              meaning = "Growth by the room below the target, scaled (HTSIM-old).")
          double alpha,
      @Setting(
              defaultValue = "5",
              meaning =
                  "Growth where a packet without a mark is late, scaled (Table 1, as quoted).")
          double beta,
      @Setting(defaultValue = "0.8", meaning = "Cut by the excess delay (HTSIM-old).") double gamma,
      @Setting(
              defaultValue = "0.15",
              meaning = "Growth each base RTT, for fairness, scaled (HTSIM-old).")
          double eta,
      @Setting(defaultValue = "0.5", meaning = "Least factor of a cut (HTSIM-old).") double floor,
      @Setting(defaultValue = "0.15", meaning = "Weight of a new delay (HTSIM-old).")
          double average,
      @Setting(most = 1e6, defaultValue = "1", meaning = "First window, in BDPs (a reading).")
          double initialBdps,
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Largest window, in BDPs (a reading).")
          double maxBdps) {
    public Settings {
      if (!(targetRtts > 0 && high >= 1 && alpha > 0 && beta >= 0 && gamma > 0 && eta >= 0)
          || !(floor > 0 && floor < 1 && average > 0 && average <= 1)
          || !(initialBdps > 0 && maxBdps >= initialBdps)) {
        throw new IllegalArgumentException(
            ("target-rtts %s, high %s, alpha %s, beta %s, gamma %s, eta %s, floor %s, average %s,"
                    + " initial-bdps %s, max-bdps %s: accepted are above 0, high from 1, floor"
                    + " below 1, average up to 1, max-bdps from initial-bdps")
                .formatted(
                    targetRtts,
                    high,
                    alpha,
                    beta,
                    gamma,
                    eta,
                    floor,
                    average,
                    initialBdps,
                    maxBdps));
      }
    }
  }

  private static final double REFERENCE_BDP_BYTES = 150_000;

  private final Settings settings;
  private final WindowBounds bounds;
  private final long baseRttPs;
  private final double targetPs;
  private final double scaledMtu;

  private double window;
  private double averagePs;
  private double achieved;
  private long received;
  private long periodEndPs;
  private long decreasedPs;

  private STrack(Settings settings, CongestionContext run, WindowBounds bounds, long linkBps) {
    this.settings = settings;
    this.bounds = bounds;
    baseRttPs = bounds.baseRttPs();
    targetPs = settings.targetRtts() * baseRttPs;
    scaledMtu = bounds.mtuBytes() * Bdp.exact(run.networkRttPs(), linkBps) / REFERENCE_BDP_BYTES;
    window = bounds.initialBytes();
    decreasedPs = -baseRttPs;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    count(nowPs, ackedBytes);
    if (rttPs == RTT_UNKNOWN) {
      return;
    }
    double delayPs = Math.max(0, rttPs - baseRttPs);
    averagePs += settings.average() * (delayPs - averagePs);
    if (ecn) {
      if (averagePs > targetPs && delayPs > targetPs) {
        decrease(nowPs, delayPs > settings.high() * targetPs);
      }
    } else if (delayPs > settings.high() * targetPs) {
      window += settings.beta() * scaledMtu * ackedBytes / window;
    } else if (delayPs < targetPs) {
      window +=
          settings.alpha() * scaledMtu * (targetPs - delayPs) / baseRttPs * ackedBytes / window;
    }
    window = bounds.clamp(window);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    decrease(nowPs, true);
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    decrease(nowPs, true);
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  /** What a base RTT brought is the achieved BDP of the next. */
  private void count(long nowPs, int ackedBytes) {
    received += ackedBytes;
    if (nowPs < periodEndPs) {
      return;
    }
    achieved = periodEndPs == 0 ? 0 : received;
    received = 0;
    periodEndPs = nowPs + baseRttPs;
    window = bounds.clamp(window + settings.eta() * scaledMtu);
  }

  private void decrease(long nowPs, boolean heavy) {
    if (nowPs - decreasedPs < baseRttPs) {
      return;
    }
    if (heavy && achieved > 0) {
      window = Math.min(window, achieved);
    } else {
      double excess = Math.max(0, averagePs - targetPs) / Math.max(averagePs, targetPs);
      window *= Math.max(settings.floor(), 1 - settings.gamma() * excess);
    }
    window = bounds.clamp(window);
    decreasedPs = nowPs;
  }
}
