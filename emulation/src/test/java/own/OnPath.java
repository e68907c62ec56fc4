package own;

import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** A congestion control on the class path, outside the program's packages. */
public final class OnPath {
  private static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("on-path", Settings.class);

  /** As users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "on-path",
          "a test",
          List.of(SETTINGS),
          new WindowLimits(1, 1),
          run -> (baseRttPs, linkBps, mtuBytes) -> new Fixed(mtuBytes));

  private OnPath() {}

  /**
   * Settings.
   *
   * @param packets in the window
   */
  public record Settings(
      @Setting(defaultValue = "8", meaning = "Packets in the window.") int packets) {}

  private record Fixed(long windowBytes) implements CongestionController {
    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}
  }
}
