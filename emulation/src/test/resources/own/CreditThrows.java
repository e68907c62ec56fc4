import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.credit.Eqds;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Optional;

/** Fails under credit, at the sender or at the receiver. */
public final class CreditThrows implements CongestionController {
  private static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("credit-throws", Settings.class);

  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "credit-throws",
              "fails under credit",
              List.of(SETTINGS),
              new WindowLimits(1, 1, "none"),
              run -> {
                int place = run.settings().read(SETTINGS).place();
                return Eqds.cappedBy(
                    (baseRttPs, linkBps, mtuBytes) -> new CreditThrows(place),
                    Eqds.SETTINGS.defaults());
              })
          .withReceiver(run -> {
            int place = run.settings().read(SETTINGS).place();
            return ReceiverSide.granting(
                (linkBps, mtuBytes) ->
                    new PullRate(linkBps, mtuBytes).by((wanted, granted) -> 1 / (place - 1)));
          });

  public record Settings(@Setting(defaultValue = "0", meaning = "Where it fails.") int place) {}

  private final int place;

  private CreditThrows(int place) {
    this.place = place;
  }

  @Override
  public int dscp(long messageBytes, long leftBytes) {
    return 0 / place;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public long windowBytes() {
    return 1 << 20;
  }

  @Override
  public Optional<PathSelector> paths() {
    return Optional.of(nowPs -> 1 / (place - 2));
  }
}
