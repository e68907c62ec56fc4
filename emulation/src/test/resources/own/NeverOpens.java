import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import java.util.List;

/** A window that never opens. */
public final class NeverOpens implements CongestionController {
  /** As users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "never-opens",
          "a test",
          List.of(),
          new WindowLimits(0, 1),
          run -> (baseRttPs, linkBps, mtuBytes) -> new NeverOpens(mtuBytes));

  private final long window;
  private int acks;
  private Object last = this;

  private NeverOpens(int mtuBytes) {
    window = 20L * mtuBytes;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    acks++;
    last = this;
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public long windowBytes() {
    return 0;
  }

  @Override
  public String toString() {
    return "acks " + acks + ", last " + last;
  }
}
