package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.OptionalLong;

/** The SMaRTT scheme: makes controllers, sharing what connections of like paths have in common. */
public final class Smartt implements CongestionScheme {
  /** Settings of SMaRTT. */
  public static final SettingsGroup<SmarttSettings> SETTINGS =
      new SettingsGroup<>("smartt", SmarttSettings.class);

  /** SMaRTT as users choose it, or in its place NSCC, which was made from it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "smartt",
              "the paper; with `--constants nscc` or `ue` NSCC, with formulas, entropies and"
                  + " acknowledgements of the Ultra Ethernet reference simulator or specification",
              List.of(SETTINGS),
              new WindowLimits(1, 1.5),
              Smartt::of)
          .withImplied(Nscc::implied);

  private final SmarttSettings settings;
  private final SmarttNetwork network;
  private final PerPath<SmarttAlgorithms> paths = new PerPath<>(this::algorithms);

  /** SMaRTT in a trimming network whose paths are all alike. Not for use by several threads. */
  public Smartt(SmarttSettings settings) {
    this(settings, new SmarttNetwork(OptionalLong.empty(), true));
  }

  /**
   * SMaRTT. Not for use by several threads.
   *
   * @param network that its connections are in
   */
  public Smartt(SmarttSettings settings, SmarttNetwork network) {
    this.settings = settings;
    this.network = network;
  }

  private static CongestionScheme of(CongestionContext run) {
    SmarttSettings settings = run.settings().read(SETTINGS);
    ConstantsOrigin constants = run.constants();
    if (constants != ConstantsOrigin.PAPER) {
      requireNoneBut("initial-window-bdps", settings, constants);
    }
    return switch (constants) {
      case PAPER ->
          new Smartt(settings, new SmarttNetwork(OptionalLong.of(run.networkRttPs()), run.trims()));
      case NSCC ->
          Nscc.simulated(run.payloadBytes(), run.networkRttPs(), settings.initialWindowBdps());
      case UE -> Nscc.specified(run, settings.initialWindowBdps());
    };
  }

  /** Refuses settings of the paper's controller where another one runs. */
  private static void requireNoneBut(
      String allowed, SmarttSettings settings, ConstantsOrigin constants) {
    SmarttSettings only =
        RecordSettings.with(
            SmarttSettings.PAPER, allowed, Double.toString(settings.initialWindowBdps()));
    if (!settings.equals(only)) {
      throw new IllegalArgumentException(
          "constants are "
              + constants
              + ", to which of the settings smartt.* only smartt."
              + allowed
              + " applies; leave out the others, or the constants");
    }
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    SmarttAlgorithms algorithms = paths.of(baseRttPs, linkBps, mtuBytes);
    return settings.adjustment() == Adjustment.PACKET
        ? new SmarttController(algorithms)
        : new PeriodicSmarttController(algorithms);
  }

  private SmarttAlgorithms algorithms(long baseRttPs, long linkBps, int mtuBytes) {
    return new SmarttAlgorithms(
        SmarttParameters.of(settings, network, baseRttPs, linkBps, mtuBytes),
        shorter -> paths.of(shorter, linkBps, mtuBytes));
  }
}
