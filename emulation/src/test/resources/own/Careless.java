import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathSelector;
import java.util.List;

/** A load balancer that asks the clock, and after an ECN mark leaves the range of entropies. */
public final class Careless implements PathSelector {
  /** As users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "careless",
          "no value is safe",
          List.of(),
          false,
          run -> (bdpPackets, baseRttPs, random) -> new Careless());

  private int next = 65_000;

  @Override
  public int nextEntropy(long nowPs) {
    return (next ^ (int) (System.nanoTime() & 255)) & 0x1FFFF;
  }

  @Override
  public void onAck(long nowPs, int entropy, boolean ecn) {
    next += ecn ? 1_000 : 0;
  }
}
