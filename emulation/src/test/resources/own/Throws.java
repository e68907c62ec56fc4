import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.WindowLimits;
import java.util.List;

/** Divides by zero after some acknowledgements. */
public final class Throws implements CongestionController {
  /** As users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "throws",
          "a test",
          List.of(),
          new WindowLimits(0, 1),
          run -> (baseRttPs, linkBps, mtuBytes) -> new Throws(mtuBytes));

  private final long window;
  private int acks;
  private Object last = this;

  private Throws(int mtuBytes) {
    window = 20L * mtuBytes;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    acks++;
    if (acks == 40) {
      last = 1 / (acks - 40);
    }
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
