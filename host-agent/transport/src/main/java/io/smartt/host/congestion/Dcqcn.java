package io.smartt.host.congestion;

import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Map;

/** The congestion control of RoCEv2: makes {@link DcqcnController}s. */
public final class Dcqcn implements CongestionScheme {
  /** Settings of DCQCN. */
  public static final SettingsGroup<DcqcnSettings> SETTINGS =
      new SettingsGroup<>("dcqcn", DcqcnSettings.class);

  /**
   * RoCEv2 as users choose it. RoCE NICs want packets in order, so there is one path; over PFC
   * nothing is lost and a pause may last long, so they wait milliseconds before they take silence
   * for loss.
   */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "rocev2",
              "Zhu et al., SIGCOMM 2015; 802.1Qbb",
              List.of(SETTINGS),
              new WindowLimits(
                  0, 1, "DCQCN bounds the rate; PFC bounds what is in flight (its window informs)"),
              run -> new Dcqcn(run.settings().read(SETTINGS), run.dilation()))
          .withReceiver(
              run -> ReceiverSide.marking(markIntervalPs(run.settings().read(SETTINGS), run)))
          .withImplied((constants, trims) ->
              Map.of(
                  "load-balancer", "ecmp",
                  "trimming", "off",
                  "transport.timeout-base-rtts", "500"))
          .withPfc(values -> values.read(SETTINGS)::thresholds);

  private static final double PS_PER_US = 1e6;
  private static final double BPS_PER_MBPS = 1e6;

  private final DcqcnSettings settings;
  private final double dilation;
  private final PerPath<DcqcnParameters> paths;

  /**
   * DCQCN with these settings.
   *
   * @param dilation by how much link rates are divided and times multiplied
   */
  public Dcqcn(DcqcnSettings settings, double dilation) {
    this.settings = settings;
    this.dilation = dilation;
    paths = new PerPath<>(this::parameters);
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new DcqcnController(paths.of(baseRttPs, linkBps, mtuBytes));
  }

  private DcqcnParameters parameters(long baseRttPs, long linkBps, int mtuBytes) {
    return new DcqcnParameters(
        settings.gain(),
        settings.initialAlpha(),
        ps(settings.alphaTimerUs()),
        ps(settings.increaseTimerUs()),
        Math.max(1, Math.round(dilation * settings.scaled(settings.byteCounterBytes(), linkBps))),
        settings.fastRecoverySteps(),
        bps(settings.additiveMbps(), linkBps),
        bps(settings.hyperMbps(), linkBps),
        Math.min((double) linkBps, bps(settings.minMbps(), linkBps)),
        linkBps,
        baseRttPs);
  }

  private static long markIntervalPs(DcqcnSettings settings, CongestionContext run) {
    return Math.round(settings.notificationUs() * run.dilation() * PS_PER_US);
  }

  private long ps(double us) {
    return Math.max(1, Math.round(us * dilation * PS_PER_US));
  }

  private double bps(double mbps, long linkBps) {
    return settings.scaled(mbps * BPS_PER_MBPS, linkBps);
  }
}
