import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import java.util.List;
import java.util.Map;

/** A fixed window; the end of a message is urgent; a timer halves the window every 20 us. */
public final class Urgent implements CongestionController {
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "urgent",
              "a stranger's",
              List.of(),
              new WindowLimits(1, 1),
              run -> {
                int urgent = run.settings().dscp("urgent");
                return (baseRttPs, linkBps, mtuBytes) ->
                    new Urgent(urgent, mtuBytes, baseRttPs * linkBps / 8 / 1e12);
              })
          .withImplied((constants, trims) ->
              Map.of(
                  "class.urgent.dscp", "40",
                  "class.urgent.weight", "strict",
                  "class.urgent.flows", "scheme"));

  private final int urgent;
  private final int mtu;
  private double window;
  private long timer = 20_000_000L;

  private Urgent(int urgent, int mtu, double bdp) {
    this.urgent = urgent;
    this.mtu = mtu;
    window = bdp;
  }

  @Override
  public int dscp(long messageBytes, long leftBytes) {
    return leftBytes < 100_000 ? urgent : DSCP_OF_FLOW;
  }

  @Override
  public long timerPs() {
    return timer;
  }

  @Override
  public void onTimer(long nowPs) {
    window = Math.max(mtu, window / 2);
    timer = nowPs + 20_000_000L;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public long windowBytes() {
    return (long) window;
  }
}
