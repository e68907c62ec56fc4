import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.credit.Eqds;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Map;

/**
 * Receiver-driven transport with priorities after Homa (Montazeri et al., SIGCOMM 2018). The first
 * BDP of a message leaves unasked, in a queue by the message's size (Sec. 3.2). The receiver grants
 * the rest, the message with the least left first (Sec. 3.3), at the pace of its link.
 *
 * <p>Unlike Homa: what is granted leaves in one of two queues by what is left of its message, where
 * Homa's receiver chooses among several; a receiver grants ahead to one message after the other,
 * where Homa's grants one BDP to as many messages as it has queues for (overcommitment); sizes that
 * part the queues are settings, where Homa learns them from its traffic. Credit, loss and trims are
 * EQDS's.
 */
public final class Homa implements CongestionController {
  /** A sender asks for all that it has, so that receivers know what is left. */
  private static final double MANY_BDPS = 1e9;

  private static final long WINDOW_BYTES = 1L << 30;

  /** The settings as keys: --set homa.first-bytes=4000. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("homa", Settings.class);

  /** The description, with the queues that it sends in and what receivers do. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "homa",
              "after Montazeri et al., SIGCOMM 2018",
              List.of(SETTINGS),
              new WindowLimits(1, 1, "receivers bound what is in flight"),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                int[] dscps = {
                  run.settings().dscp("homa1"),
                  run.settings().dscp("homa2"),
                  run.settings().dscp("homa3"),
                  run.settings().dscp("homa4")
                };
                return Eqds.cappedBy(
                    (baseRttPs, linkBps, mtuBytes) -> new Homa(settings, dscps),
                    new Eqds.Settings(1, MANY_BDPS, settings.pullRate(), 1));
              })
          .withReceiver(run -> {
            Settings settings = run.settings().read(SETTINGS);
            return ReceiverSide.granting((linkBps, mtuBytes) ->
                new PullRate(Math.round(settings.pullRate() * linkBps), mtuBytes)
                    .by((wantedBytes, grantedBytes) -> wantedBytes));
          })
          .withImplied((constants, trims) ->
              Map.ofEntries(
                  Map.entry("class.homa1.dscp", "40"),
                  Map.entry("class.homa1.weight", "strict"),
                  Map.entry("class.homa1.flows", "scheme"),
                  Map.entry("class.homa2.dscp", "38"),
                  Map.entry("class.homa2.weight", "strict"),
                  Map.entry("class.homa2.flows", "scheme"),
                  Map.entry("class.homa3.dscp", "36"),
                  Map.entry("class.homa3.weight", "strict"),
                  Map.entry("class.homa3.flows", "scheme"),
                  Map.entry("class.homa4.dscp", "34"),
                  Map.entry("class.homa4.weight", "strict"),
                  Map.entry("class.homa4.flows", "scheme")));

  /** What users may set. */
  public record Settings(
      @Setting(defaultValue = "4000", meaning = "Messages up to this size have the first queue.")
          int firstBytes,
      @Setting(defaultValue = "32000", meaning = "Messages up to this size have the second queue.")
          int secondBytes,
      @Setting(
              defaultValue = "256000",
              meaning = "With so many bytes left, what is granted goes before the rest.")
          int leftBytes,
      @Setting(defaultValue = "0.99", meaning = "Share of a receiver's link that it grants.")
          double pullRate) {
    public Settings {
      if (firstBytes < 0 || secondBytes < firstBytes || leftBytes < 0) {
        throw new IllegalArgumentException(
            "first bytes %d, second %d, left %d; accepted are 0 or more, the second not below the first"
                .formatted(firstBytes, secondBytes, leftBytes));
      }
      if (!(pullRate > 0 && pullRate <= 1)) {
        throw new IllegalArgumentException("pull rate " + pullRate + ", accepted is above 0, to 1");
      }
    }
  }

  private final Settings settings;
  private final int[] dscps;

  private Homa(Settings settings, int[] dscps) {
    this.settings = settings;
    this.dscps = dscps;
  }

  /** Before the first acknowledgement a packet is one of those that leave unasked. */
  @Override
  public int dscp(long messageBytes, long leftBytes) {
    if (leftBytes == messageBytes) {
      return dscps[
          messageBytes <= settings.firstBytes()
              ? 0
              : messageBytes <= settings.secondBytes() ? 1 : 2];
    }
    return leftBytes <= settings.leftBytes() ? dscps[3] : DSCP_OF_FLOW;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return true;
  }

  @Override
  public long windowBytes() {
    return WINDOW_BYTES;
  }
}
