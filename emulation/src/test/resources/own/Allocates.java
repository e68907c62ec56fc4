import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import java.util.List;

/** Leaves garbage with each acknowledgement. */
public final class Allocates implements CongestionController {
  /** As users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "allocates",
          "a test",
          List.of(),
          new WindowLimits(0, 1_000_000),
          run -> (baseRttPs, linkBps, mtuBytes) -> new Allocates(mtuBytes));

  private final long window;
  private int acks;
  private Object last = this;

  private Allocates(int mtuBytes) {
    window = 20L * mtuBytes;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    acks++;
    last = new byte[64 + acks % 2];
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
