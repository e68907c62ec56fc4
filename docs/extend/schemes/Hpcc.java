import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowBounds;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.signals.Signals;
import java.util.List;
import java.util.Map;

/**
 * HPCC over int.p4 (Li et al., "HPCC: High Precision Congestion Control", SIGCOMM 2019, Algorithm
 * 1). Each acknowledgement says of each link how much is in flight on it; the window goes to where
 * the fullest link is at eta. One path a flow, as in the paper. Losses are no part of it: a timeout
 * leaves a packet.
 */
public final class Hpcc implements CongestionController {
  /** The settings as keys: --set hpcc.eta=0.9. */
  public static final SettingsGroup<Settings> SETTINGS = new SettingsGroup<>("hpcc", Settings.class);

  /** The description, with the signals that it cannot do without. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "hpcc",
              "Li et al., SIGCOMM 2019: in-band telemetry",
              List.of(SETTINGS),
              new WindowLimits(1, 1),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new Hpcc(
                        settings, new WindowBounds(mtuBytes, 1, 1, baseRttPs, linkBps, mtuBytes));
              })
          .withImplied((constants, trims) -> Map.of("load-balancer", "ecmp"))
          .withSignals(
              "path.id", "hops[].ns", "hops[].sent_bytes", "hops[].queue_bytes", "hops[].kbps");

  /** What users may set; the values of the paper (Sec. 5.1). */
  public record Settings(
      @Setting(defaultValue = "0.95", meaning = "Share of a link that flows are to use.")
          double eta,
      @Setting(
              defaultValue = "5",
              meaning = "Round trips of additive increase, then a multiplicative one.")
          int stages,
      @Setting(
              defaultValue = "100",
              meaning = "Flows among which 1 - eta is shared out, in a step of additive increase.")
          int flows) {
    public Settings {
      if (!(eta > 0 && eta < 1) || stages < 0 || flows < 1) {
        throw new IllegalArgumentException(
            "eta is %s, stages %d, flows %d; accepted are between 0 and 1, 0 or more, 1 or more"
                .formatted(eta, stages, flows));
      }
    }
  }

  private static final long FIELD = 0xffff_ffffL;
  private static final int MOST_HOPS = 7;
  private static final double KBPS_PER_BYTE_NS = 8e6;

  private final Settings settings;
  private final WindowBounds bounds;
  private final double baseRttNs;
  private final double step;

  private final long[] ns = new long[MOST_HOPS];
  private final long[] sent = new long[MOST_HOPS];
  private final long[] queue = new long[MOST_HOPS];
  private int hops;
  private long path = -1;
  private boolean measured;

  private double utilisation = 1;
  private double window;
  private double reference;
  private int stage;
  private long untilUpdate;

  private Hpcc(Settings settings, WindowBounds bounds) {
    this.settings = settings;
    this.bounds = bounds;
    baseRttNs = bounds.baseRttPs() / 1e3;
    step = bounds.initialBytes() * (1 - settings.eta()) / settings.flows();
    window = bounds.initialBytes();
    reference = window;
  }

  /** MeasureInflight; after a change of the path there is nothing to compare with. */
  @Override
  public void onSignals(Signals signals) {
    boolean samePath = signals.get("path.id") == path && signals.hops() == hops;
    hops = signals.hops();
    path = signals.get("path.id");
    double most = 0;
    double mostNs = 0;
    for (int i = 0; i < hops; i++) {
      double bytesPerNs = signals.hop(i, "hops[].kbps") / KBPS_PER_BYTE_NS;
      long nowNs = signals.hop(i, "hops[].ns");
      long nowSent = signals.hop(i, "hops[].sent_bytes");
      long nowQueue = signals.hop(i, "hops[].queue_bytes");
      double passedNs = (nowNs - ns[i]) & FIELD;
      if (samePath && passedNs > 0) {
        double of =
            Math.min(nowQueue, queue[i]) / (bytesPerNs * baseRttNs)
                + ((nowSent - sent[i]) & FIELD) / passedNs / bytesPerNs;
        if (of > most) {
          most = of;
          mostNs = Math.min(passedNs, baseRttNs);
        }
      }
      ns[i] = nowNs;
      sent[i] = nowSent;
      queue[i] = nowQueue;
    }
    measured = mostNs > 0;
    if (measured) {
      utilisation += mostNs / baseRttNs * (most - utilisation);
    }
  }

  /** ComputeWind; the reference follows once a round trip. */
  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    untilUpdate -= ackedBytes;
    if (!measured) {
      return;
    }
    measured = false;
    boolean multiplicative = utilisation >= settings.eta() || stage >= settings.stages();
    window =
        bounds.clamp(
            (multiplicative ? reference * settings.eta() / utilisation : reference) + step);
    if (untilUpdate <= 0) {
      stage = multiplicative ? 0 : stage + 1;
      reference = window;
      untilUpdate = inFlightBytes;
    }
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    untilUpdate -= frameBytes;
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    untilUpdate = 0;
    window = bounds.minBytes();
    reference = window;
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  @Override
  public long pacingBps() {
    return (long) Bdp.bps(window, bounds.baseRttPs());
  }
}
