import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.signals.Signals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * NSCC's window (Ultra Ethernet 1.0, Sec. 3.6.13) over csig.p4: where NSCC takes the round-trip
 * time less the least one for the delay of queues, this takes what CSIG says, the longest that the
 * packet stood in a queue (draft-ravi-ippm-csig-01, max(PD)). So the time that hosts take is no
 * congestion. All else is NSCC's, and with {@code csig-nscc.delay=rtt} the delay is too.
 */
public final class CsigNscc implements CongestionController {
  /** The settings as keys: --set csig-nscc.delay=rtt. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("csig-nscc", Settings.class);

  /** The description, with the signals that it cannot do without. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "csig-nscc",
              "UE 1.0's NSCC by the delay that CSIG says",
              List.of(SETTINGS),
              new WindowLimits(1, 1.5),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new CsigNscc(settings, run, linkBps, mtuBytes);
              })
          .withImplied((constants, trims) -> implied(trims))
          .withSignals("csig.delay_us", "csig.queue_bytes", "csig.queue_kbps");

  /** Where the delay of queues is from. */
  public enum Delay {
    /** CSIG's max(PD), in whole microseconds. */
    CSIG,
    /** The deepest queue over its link's rate: nQD, as fine as bytes are. */
    DEPTH,
    /** The round-trip time less the least one, as NSCC has it. */
    RTT
  }

  /** What users may set. */
  public record Settings(
      @Setting(defaultValue = "csig", meaning = "Where the delay of queues is from.") Delay delay,
      @Setting(defaultValue = "1.5", meaning = "First and largest window, in BDPs.")
          double maxWindowBdps,
      @Setting(
              defaultValue = "false",
              meaning =
                  "Whether QuickAdapt's period has the latest RTT, hosts' time and all, in place of"
                      + " NSCC's base RTT.")
          boolean longPeriod) {
    public Settings {
      if (!(maxWindowBdps >= 1)) {
        throw new IllegalArgumentException(
            "max-window-bdps is %s; accepted are 1 and more".formatted(maxWindowBdps));
      }
    }
  }

  private static final long PS_PER_US = 1_000_000;
  private static final double PS_KBPS_PER_BYTE = 8e9;
  private static final int PENALTY_ONE = 128;

  private final Settings settings;
  private final long linkBps;
  private final int mtuBytes;
  private final long networkRttPs;
  private final long targetPs;
  private final long triggerPs;
  private final long emptyPs;
  private final double alpha;
  private final double fair;
  private final double eta;
  private final double fast;

  private long signalledPs;
  private double cwnd;
  private double saved;
  private double increase;
  private double averagePs;
  private long baseRttPs;
  private long latestRttPs;
  private long maxBytes;
  private long decreasedPs;
  private long averagedPs;
  private long etaPs;
  private long periodEndPs;
  private long receivedInPeriod;
  private long receivedSinceAdjust;
  private long bytesToIgnore;
  private long bytesIgnored;
  private long unhindered;
  private boolean trimmed;
  private boolean fastIncrease;
  private boolean limited;

  /** Constants of Sec. 3.6.13.3 and Table 3-82. */
  private CsigNscc(Settings settings, CongestionContext run, long linkBps, int mtuBytes) {
    this.settings = settings;
    this.linkBps = linkBps;
    this.mtuBytes = mtuBytes;
    networkRttPs = run.networkRttPs();
    targetPs = Math.round((run.trims() ? 0.75 : 1.0) * networkRttPs);
    triggerPs = run.trims() ? Long.MAX_VALUE : 4 * targetPs;
    emptyPs = Math.round(PS_PER_US * run.dilation());
    double a = Bdp.exact(networkRttPs, linkBps) / 150_000;
    double b = targetPs / (12e6 * run.dilation());
    alpha = 4.0 * mtuBytes * a * b / targetPs;
    fair = 5.0 * mtuBytes * a;
    eta = 0.15 * mtuBytes * a;
    fast = 0.25 * a;
    baseRttPs = networkRttPs;
    maxBytes = mostBytes(networkRttPs);
    cwnd = maxBytes;
  }

  private static Map<String, String> implied(boolean trims) {
    Map<String, String> all = new HashMap<>();
    all.put("entropies", "256");
    all.put("reps.explore-bdps", "0");
    all.put("transport.ack-every-packets", "1024");
    all.put("transport.ack-every-bytes", "16384");
    all.put("transport.ack-out-of-order-at-once", "false");
    all.putAll(
        trims
            ? Map.of("queue.last-hop-trims", "true")
            : Map.of("queue.size", "5bdp", "queue.kmin", "4", "queue.kmax", "16"));
    return all;
  }

  @Override
  public void onSignals(Signals signals) {
    long kbps = signals.get("csig.queue_kbps");
    signalledPs =
        settings.delay() == Delay.CSIG
            ? signals.get("csig.delay_us") * PS_PER_US
            : kbps == 0 ? 0 : (long) (signals.get("csig.queue_bytes") * PS_KBPS_PER_BYTE / kbps);
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    boolean mayGrow = !ecn && !limited;
    limited = false;
    receivedInPeriod += ackedBytes;
    receivedSinceAdjust += ackedBytes;
    bytesIgnored += ackedBytes;
    if (rttPs == RTT_UNKNOWN) {
      return;
    }
    latestRttPs = rttPs;
    lowerBaseRtt(rttPs);
    long delayPs = settings.delay() == Delay.RTT ? rttPs - baseRttPs : signalledPs;
    average(nowPs, delayPs);
    if (quickAdapt(nowPs, ecn, delayPs > triggerPs, inFlightBytes)) {
      return;
    }
    boolean late = delayPs >= targetPs;
    if (ecn && late) {
      decrease(nowPs);
    } else if (mayGrow && late) {
      increase += ackedBytes * fair;
    } else if (mayGrow) {
      proportional(ackedBytes, delayPs);
    }
    clamp();
    adjust(nowPs);
    clamp();
  }

  @Override
  public void onDestination(int penalty, boolean restore, int ackedBytes, long inFlightBytes) {
    limited = penalty > 0;
    if (limited) {
      saved = saved == 0 ? cwnd : saved;
      cwnd = Math.min(cwnd, (double) inFlightBytes) - (double) penalty * ackedBytes / PENALTY_ONE;
      clamp();
    } else if (restore && saved > 0) {
      cwnd = saved;
      saved = 0;
    }
  }

  @Override
  public void onTrimRtt(long rttPs) {
    lowerBaseRtt(rttPs);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    bytesIgnored += frameBytes;
    average(nowPs, networkRttPs);
    trimmed = true;
    if (!quickAdapt(nowPs, true, false, inFlightBytes)) {
      cwnd -= frameBytes;
      clamp();
    }
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    bytesIgnored += frameBytes;
    cwnd -= frameBytes;
    clamp();
  }

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return inFlightBytes + mtuBytes <= windowBytes();
  }

  @Override
  public long windowBytes() {
    return (long) cwnd;
  }

  private long mostBytes(long rttPs) {
    return Math.max(mtuBytes, Math.round(settings.maxWindowBdps() * Bdp.exact(rttPs, linkBps)));
  }

  private void lowerBaseRtt(long rttPs) {
    if (rttPs < baseRttPs) {
      baseRttPs = rttPs;
      maxBytes = mostBytes(rttPs);
    }
  }

  private void average(long nowPs, double delayPs) {
    averagePs += (delayPs - averagePs) * Math.min(1, (nowPs - averagedPs) / (double) baseRttPs);
    averagedPs = nowPs;
  }

  private boolean quickAdapt(long nowPs, boolean sign, boolean severe, long inFlightBytes) {
    boolean done = sign && bytesIgnored < bytesToIgnore;
    if (!done && nowPs > periodEndPs) {
      if (periodEndPs != 0 && (trimmed || severe) && receivedInPeriod < maxBytes / 8) {
        cwnd = Math.max(receivedInPeriod, mtuBytes);
        bytesToIgnore = inFlightBytes;
        bytesIgnored = 0;
        trimmed = false;
        done = true;
      }
      receivedInPeriod = 0;
      periodEndPs = nowPs + (settings.longPeriod() ? latestRttPs : baseRttPs) + targetPs;
    }
    if (done) {
      increase = 0;
      receivedSinceAdjust = 0;
    }
    return done;
  }

  private void decrease(long nowPs) {
    unhindered = 0;
    fastIncrease = false;
    double excess = averagePs - targetPs;
    if (excess > 0 && nowPs - decreasedPs > baseRttPs) {
      cwnd *= Math.max(0.5, 1 - 0.8 * excess / averagePs);
      decreasedPs = nowPs;
    }
  }

  private void proportional(int ackedBytes, long delayPs) {
    if (delayPs >= emptyPs) {
      unhindered = 0;
      fastIncrease = false;
    } else {
      unhindered += ackedBytes;
      fastIncrease |= unhindered > cwnd;
    }
    if (fastIncrease) {
      cwnd += ackedBytes * fast;
    } else {
      increase += ackedBytes * alpha * (targetPs - delayPs);
    }
  }

  private void adjust(long nowPs) {
    if (receivedSinceAdjust <= 8L * mtuBytes && nowPs - etaPs <= networkRttPs) {
      return;
    }
    cwnd += increase / cwnd;
    if (nowPs - etaPs >= networkRttPs) {
      cwnd += eta;
      etaPs = nowPs;
    }
    increase = 0;
    receivedSinceAdjust = 0;
  }

  private void clamp() {
    cwnd = Math.clamp(cwnd, (double) mtuBytes, (double) maxBytes);
  }
}
