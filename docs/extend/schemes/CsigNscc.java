import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.ConstantsOrigin;
import io.smartt.host.congestion.Nscc;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.signals.Signals;
import java.util.List;

/**
 * NSCC's window (Ultra Ethernet 1.0, Sec. 3.6.13) over csig.p4: where NSCC takes the round-trip
 * time less the least one for the delay of queues, this takes what CSIG says, the longest that the
 * packet stood in a queue (draft-ravi-ippm-csig-01, max(PD)). So the time that hosts take is no
 * congestion. All else is the built-in NSCC, and with {@code csig-nscc.delay=rtt} the delay is too.
 */
public final class CsigNscc extends Nscc.Controller {
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
          .withImplied((constants, trims) -> Nscc.implied(ConstantsOrigin.UE, trims))
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
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "First and largest window, in BDPs.")
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

  private final Settings settings;
  private long signalledPs;
  private long latestRttPs;

  private CsigNscc(Settings settings, CongestionContext run, long linkBps, int mtuBytes) {
    super(run, linkBps, mtuBytes, settings.maxWindowBdps());
    this.settings = settings;
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
  protected long queueingPs(long rttPs, long leastRttPs) {
    latestRttPs = rttPs;
    return settings.delay() == Delay.RTT ? super.queueingPs(rttPs, leastRttPs) : signalledPs;
  }

  @Override
  protected long periodPs(long leastRttPs) {
    return settings.longPeriod() ? latestRttPs : leastRttPs;
  }
}
