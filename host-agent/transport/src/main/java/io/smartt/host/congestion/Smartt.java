package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The SMaRTT scheme: makes controllers, sharing what connections of like paths have in common. */
public final class Smartt implements CongestionScheme {
  /** Settings of SMaRTT. */
  public static final SettingsGroup<SmarttSettings> SETTINGS =
      new SettingsGroup<>("smartt", SmarttSettings.class);

  /** SMaRTT as users choose it, with the paper's constants or the reference simulator's. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "smartt",
              "the paper; with `--constants nscc` the Ultra Ethernet reference simulator's formulas,"
                  + " entropies and acknowledgements",
              List.of(SETTINGS),
              new WindowLimits(1, 1.5),
              Smartt::of)
          .withImplied(
              referenceConstants -> referenceConstants ? Nscc.REFERENCE_SETTINGS : Map.of());

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
    if (!run.referenceConstants()) {
      return new Smartt(
          run.settings().read(SETTINGS),
          new SmarttNetwork(OptionalLong.of(run.networkRttPs()), run.trims()));
    }
    if (run.settings().isChanged(SETTINGS)) {
      throw new IllegalArgumentException(
          "constants are nscc, to which the settings smartt.* do not apply; leave out one of them");
    }
    return new Nscc(run.payloadBytes(), run.networkRttPs());
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
