package io.smartt.host.congestion;

import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The DCTCP scheme: makes {@link Controller}s. Not for use by several threads. */
public final class Dctcp extends PerPathScheme<WindowBounds> {
  /** Settings of DCTCP. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("dctcp", Settings.class);

  /** DCTCP as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "dctcp",
          "Alizadeh et al., SIGCOMM 2010, and RFC 8257",
          List.of(SETTINGS),
          new WindowLimits(1, 1.5),
          run -> new Dctcp(run.settings().read(SETTINGS)));

  public Dctcp(Settings settings) {
    super(
        WindowBounds.paths(settings.initialWindowBdps(), settings.maxWindowBdps()),
        bounds -> new Controller(settings, bounds));
  }

  /**
   * DCTCP (Alizadeh et al., SIGCOMM 2010; RFC 8257): alpha follows the share of bytes that were
   * marked, window by window, and at most once a window the congestion window loses half of alpha.
   * Slow start, avoidance and loss as in RFC 5681. Allocates nothing per call.
   */
  static final class Controller implements CongestionController {
    private final Settings settings;
    private final WindowBounds bounds;
    private double cwnd;
    private double slowStartThreshold = Double.MAX_VALUE;
    double alpha;
    private long ackedInWindow;
    private long markedInWindow;
    private long windowEndsAfter;
    private boolean reduced;
    private boolean restarted;

    Controller(Settings settings, WindowBounds bounds) {
      this.settings = settings;
      this.bounds = bounds;
      cwnd = bounds.initialBytes();
      alpha = settings.initialAlpha();
      windowEndsAfter = (long) cwnd;
    }

    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      ackedInWindow += ackedBytes;
      if (ecn) {
        markedInWindow += ackedBytes;
        reduce(1 - alpha / 2);
      } else if (cwnd < slowStartThreshold) {
        cwnd += ackedBytes;
      } else {
        cwnd += (double) ackedBytes * bounds.mtuBytes() / cwnd;
      }
      cwnd = bounds.clamp(cwnd);
      if (ackedInWindow >= windowEndsAfter) {
        endWindow(inFlightBytes);
      }
    }

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
      reduce(0.5);
    }

    /**
     * RFC 5681, Sec. 3.1: what was in flight halved, and the window of a restart. Packets lost
     * together time out one by one here; they halve once.
     */
    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
      if (!restarted) {
        slowStartThreshold = Math.max(cwnd / 2, 2.0 * bounds.mtuBytes());
      }
      restarted = true;
      cwnd = bounds.minBytes();
      reduced = true;
    }

    @Override
    public long windowBytes() {
      return (long) cwnd;
    }

    /** Decreases the window, at most once a window. */
    private void reduce(double factor) {
      if (!reduced) {
        cwnd = bounds.clamp(cwnd * factor);
        slowStartThreshold = cwnd;
        reduced = true;
      }
    }

    /** A window has ended when what was in flight at its start has been acknowledged. */
    private void endWindow(long inFlightBytes) {
      double marked = (double) markedInWindow / ackedInWindow;
      alpha = (1 - settings.gain()) * alpha + settings.gain() * marked;
      ackedInWindow = 0;
      markedInWindow = 0;
      windowEndsAfter = Math.max(inFlightBytes, bounds.mtuBytes());
      reduced = false;
      restarted = false;
    }
  }

  /**
   * Settings of DCTCP, after Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010, and RFC
   * 8257.
   *
   * @param gain {@code g}: 1/16 (RFC 8257, Sec. 3.3 and 4.2)
   * @param initialAlpha 1 (RFC 8257, Sec. 3.3)
   * @param maxWindowBdps the same as SMaRTT's
   * @param initialWindowBdps the same as SMaRTT's, where RFC 6928 would have ten packets, to
   *     compare reactions and not slow start
   */
  public record Settings(
      @Setting(defaultValue = "0.0625", meaning = "Weight of a window's marked share in alpha (g).")
          double gain,
      @Setting(defaultValue = "1", meaning = "Alpha of a new connection.") double initialAlpha,
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Largest window, in BDPs.")
          double maxWindowBdps,
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
          double initialWindowBdps) {

    private static final Range RANGE = new Range("DCTCP");

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      RANGE.share("gain", gain);
      RANGE.between(0, 1, "initial alpha", initialAlpha);
      RANGE.above(0, "largest window", maxWindowBdps);
      RANGE.above(0, "initial window", initialWindowBdps);
    }
  }
}
