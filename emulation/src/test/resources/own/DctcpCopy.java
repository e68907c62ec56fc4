import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowBounds;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The library's DCTCP as one file, under a name of its own. */
public final class DctcpCopy implements CongestionController {
  /** Settings of DCTCP. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("dctcp-copy", Settings.class);

  /** The copy as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "dctcp-copy",
          "Alizadeh et al., SIGCOMM 2010, and RFC 8257",
          List.of(SETTINGS),
          new WindowLimits(1, 1.5),
          run -> {
            Settings settings = run.settings().read(SETTINGS);
            return (baseRttPs, linkBps, mtuBytes) ->
                new DctcpCopy(
                    settings,
                    new WindowBounds(
                        mtuBytes,
                        settings.initialWindowBdps(),
                        settings.maxWindowBdps(),
                        baseRttPs,
                        linkBps,
                        mtuBytes));
          });

  /** Settings of DCTCP. */
  public record Settings(
      @Setting(defaultValue = "0.0625", meaning = "Weight of a window's marked share in alpha (g).")
          double gain,
      @Setting(defaultValue = "1", meaning = "Alpha of a new connection.") double initialAlpha,
      @Setting(defaultValue = "1.5", meaning = "Largest window, in BDPs.") double maxWindowBdps,
      @Setting(defaultValue = "1.5", meaning = "Window of a new connection, in BDPs.")
          double initialWindowBdps) {
    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      if (gain <= 0 || gain > 1) {
        throw new IllegalArgumentException("gain is " + gain + ", accepted is above 0, to 1");
      }
    }
  }

  private final Settings settings;
  private final WindowBounds bounds;
  private double cwnd;
  private double slowStartThreshold = Double.MAX_VALUE;
  private double alpha;
  private long ackedInWindow;
  private long markedInWindow;
  private long windowEndsAfter;
  private boolean reduced;

  DctcpCopy(Settings settings, WindowBounds bounds) {
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

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    slowStartThreshold = Math.max(cwnd / 2, 2.0 * bounds.mtuBytes());
    cwnd = bounds.minBytes();
    reduced = true;
  }

  @Override
  public long windowBytes() {
    return (long) cwnd;
  }

  private void reduce(double factor) {
    if (!reduced) {
      cwnd = bounds.clamp(cwnd * factor);
      slowStartThreshold = cwnd;
      reduced = true;
    }
  }

  private void endWindow(long inFlightBytes) {
    double marked = (double) markedInWindow / ackedInWindow;
    alpha = (1 - settings.gain()) * alpha + settings.gain() * marked;
    ackedInWindow = 0;
    markedInWindow = 0;
    windowEndsAfter = Math.max(inFlightBytes, bounds.mtuBytes());
    reduced = false;
  }
}
