import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import java.util.List;

/** Takes all memory. */
public final class TakesAll implements CongestionController {
  /** As users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "takes-all",
          "a test",
          List.of(),
          new WindowLimits(0, 1),
          run -> (baseRttPs, linkBps, mtuBytes) -> new TakesAll(mtuBytes));

  private final long window;
  private int acks;
  private Object last = this;

  private TakesAll(int mtuBytes) {
    window = 20L * mtuBytes;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    acks++;
    last = new long[100_000_000 * acks + 100_000_000];
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public long windowBytes() {
    return window;
  }

  @Override
  public String toString() {
    return "acks " + acks + ", last " + last;
  }
}
