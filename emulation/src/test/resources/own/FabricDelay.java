import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import java.util.List;

/** A window of a BDP that fails where what is left of a round trip is not the empty network's. */
public final class FabricDelay implements CongestionController {
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "fabric-delay",
              "a stranger's",
              List.of(),
              new WindowLimits(1, 1),
              run ->
                  (baseRttPs, linkBps, mtuBytes) ->
                      new FabricDelay(baseRttPs, (long) (baseRttPs * linkBps / 8 / 1e12)))
          .withHostDelay();

  private final long baseRttPs;
  private final long bdpBytes;
  private long hostPs = -1;
  private boolean held;

  private FabricDelay(long baseRttPs, long bdpBytes) {
    this.baseRttPs = baseRttPs;
    this.bdpBytes = bdpBytes;
  }

  @Override
  public void onHostDelay(long hostPs) {
    this.hostPs = hostPs;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    long fabricPs = rttPs - hostPs;
    if (hostPs < 0 || fabricPs < baseRttPs || fabricPs >= baseRttPs + 128_000) {
      throw new IllegalStateException(
          "host " + hostPs + ", fabric " + fabricPs + ", base " + baseRttPs);
    }
    held |= hostPs > 1_000_000;
    if (inFlightBytes == 0 && !held) {
      throw new IllegalStateException("no host took its time");
    }
    hostPs = -1;
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public long windowBytes() {
    return bdpBytes;
  }
}
