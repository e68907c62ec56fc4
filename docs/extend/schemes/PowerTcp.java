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
 * PowerTCP over int.p4 (Addanki et al., "PowerTCP: Pushing the Performance Limits of Datacenter
 * Networks", NSDI 2022, Algorithm 1). A link's power is its current (what it sends and what its
 * queue grows by) times its voltage (queue and BDP). The window follows the largest, in units of
 * that of a full link without a queue. Where the authors' simulation (rdma-hw.cc of ns3-datacenter)
 * has more than the paper, this follows it: a target below a full link, and a least current. One
 * path a flow. Losses are no part of it: a timeout leaves a packet.
 */
public final class PowerTcp implements CongestionController {
  /** The settings as keys: --set powertcp.gamma=0.5. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("powertcp", Settings.class);

  /** The description, with the signals that it cannot do without. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "powertcp",
              "Addanki et al., NSDI 2022: in-band telemetry",
              List.of(SETTINGS),
              new WindowLimits(1, 1),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new PowerTcp(
                        settings, new WindowBounds(mtuBytes, 1, 1, baseRttPs, linkBps, mtuBytes));
              })
          .withImplied((constants, trims) -> Map.of("load-balancer", "ecmp"))
          .withSignals(
              "path.id", "hops[].ns", "hops[].sent_bytes", "hops[].queue_bytes", "hops[].kbps");

  /** What users may set; the values of the authors' simulation. */
  public record Settings(
      @Setting(
              defaultValue = "0.9",
              meaning = "Weight of a new window against the one there is (the paper's gamma).")
          double gamma,
      @Setting(
              defaultValue = "167",
              meaning = "Flows among which a BDP is shared out as additive increase (beta).")
          int flows,
      @Setting(defaultValue = "0.95", meaning = "Power that the window is to lead to.")
          double target) {
    public Settings {
      if (!(gamma > 0 && gamma <= 1 && target > 0 && target <= 1) || flows < 1) {
        throw new IllegalArgumentException(
            "gamma is %s, flows %d, target %s; accepted are above 0 to 1, 1 or more, above 0 to 1"
                .formatted(gamma, flows, target));
      }
    }
  }

  private static final long FIELD = 0xffff_ffffL;
  private static final int MOST_HOPS = 7;
  private static final double KBPS_PER_BYTE_NS = 8e6;

  private final Settings settings;
  private final WindowBounds bounds;
  private final double baseRttNs;
  private final double increase;

  private final long[] ns = new long[MOST_HOPS];
  private final long[] sent = new long[MOST_HOPS];
  private final long[] queue = new long[MOST_HOPS];
  private int hops;
  private long path = -1;
  private boolean measured;

  private double power = 1;
  private double window;
  private double oldWindow;
  private long untilUpdate;

  private PowerTcp(Settings settings, WindowBounds bounds) {
    this.settings = settings;
    this.bounds = bounds;
    baseRttNs = bounds.baseRttPs() / 1e3;
    increase = bounds.initialBytes() / settings.flows();
    window = bounds.initialBytes();
    oldWindow = window;
  }

  /** NormPower; after a change of the path there is nothing to compare with. */
  @Override
  public void onSignals(Signals signals) {
    boolean samePath = signals.get("path.id") == path && signals.hops() == hops;
    hops = signals.hops();
    path = signals.get("path.id");
    double most = 0;
    double mostNs = 0;
    for (int i = 0; i < hops; i++) {
      double bytesPerNs = signals.hop(i, "hops[].kbps") / KBPS_PER_BYTE_NS;
      double bdp = bytesPerNs * baseRttNs;
      long nowNs = signals.hop(i, "hops[].ns");
      long nowSent = signals.hop(i, "hops[].sent_bytes");
      long nowQueue = signals.hop(i, "hops[].queue_bytes");
      double passedNs = (nowNs - ns[i]) & FIELD;
      if (samePath && passedNs > 0) {
        double current =
            Math.max(
                bytesPerNs / 2, (nowQueue - queue[i] + ((nowSent - sent[i]) & FIELD)) / passedNs);
        double voltage = nowQueue + bdp;
        double of = current * voltage / (bytesPerNs * bdp);
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
      power += mostNs / baseRttNs * (most - power);
    }
  }

  /** UpdateWindow and UpdateOld, the latter once a round trip. */
  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    untilUpdate -= ackedBytes;
    if (!measured) {
      return;
    }
    measured = false;
    double gamma = settings.gamma();
    window =
        bounds.clamp(
            gamma * (oldWindow * settings.target() / power + increase) + (1 - gamma) * window);
    if (untilUpdate <= 0) {
      oldWindow = window;
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
    oldWindow = window;
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
