import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowBounds;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.signals.Signals;
import java.util.List;

/**
 * A congestion control for depth.p4: the deepest queue of the path says how much of the window is
 * too much. It grows by a packet in a round trip, and shrinks by the share of the target that the
 * queue has.
 */
public final class DepthControl implements CongestionController {
  /** The settings as keys: --set depth-control.target-bdps=0.1. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("depth-control", Settings.class);

  /** The description, with the signal that it cannot do without. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "depth-control",
              "keeps the deepest queue of the path short, by the queue itself",
              List.of(SETTINGS),
              new WindowLimits(1, 1.5),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new DepthControl(
                        settings.targetBdps() * Bdp.bytes(baseRttPs, linkBps),
                        new WindowBounds(mtuBytes, 1, 1.5, baseRttPs, linkBps, mtuBytes));
              })
          .withSignals("path.depth");

  /** What users may set. */
  public record Settings(
      @Setting(
              most = 1e6,
              defaultValue = "0.5",
              meaning = "Queue at which a window is halved in a round trip, in BDPs.")
          double targetBdps) {
    public Settings {
      if (!(targetBdps > 0)) {
        throw new IllegalArgumentException(
            "target-bdps is " + targetBdps + ", accepted is above 0");
      }
    }
  }

  private final double targetBytes;
  private final WindowBounds bounds;
  private double window;
  private long depthBytes;

  private DepthControl(double targetBytes, WindowBounds bounds) {
    this.targetBytes = targetBytes;
    this.bounds = bounds;
    window = bounds.initialBytes();
  }

  /** What the switches wrote into the packet that the next call acknowledges. */
  @Override
  public void onSignals(Signals signals) {
    depthBytes = signals.get("path.depth");
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    double perWindow = bounds.mtuBytes() - window * Math.min(1, depthBytes / targetBytes) / 2;
    window = bounds.clamp(window + perWindow * ackedBytes / window);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    window = bounds.clamp(window - frameBytes);
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    window = bounds.minBytes();
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }
}
