package io.smartt.bench;

import module java.base;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.Nscc;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.Swift;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One acknowledgement through the congestion controller of one flow, on one core. The
 * acknowledgements are drawn beforehand: an RTT of one to two base RTTs, marked the more often the
 * longer it is, as a RED queue does, so that all core cases occur in an order that cannot be
 * foreseen.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CongestionBenchmark {
  private static final long BASE_RTT_PS = 11_453_440;
  private static final int MTU = 4160;
  private static final int DRAWN = 1 << 14;
  private static final long GAP_PS = 41_600;

  /** Scheme of the controller. */
  @Param({"smartt", "nscc", "swift", "mprdma", "dctcp"})
  private String scheme = "smartt";

  private final long[] rttPs = new long[DRAWN];
  private final boolean[] marked = new boolean[DRAWN];
  private CongestionController flow = flow("smartt");
  private long nowPs;
  private int next;

  private static CongestionController flow(String name) {
    CongestionScheme scheme =
        switch (name) {
          case "smartt" -> new Smartt(Smartt.Settings.PAPER);
          case "nscc" -> Nscc.simulated(4096, BASE_RTT_PS, 1, 1.5);
          case "swift" -> new Swift(Swift.SETTINGS.defaults());
          case "mprdma" -> new Mprdma(Mprdma.SETTINGS.defaults());
          default -> new Dctcp(Dctcp.SETTINGS.defaults());
        };
    return scheme.controller(BASE_RTT_PS, 800_000_000_000L, MTU);
  }

  /** Draws the acknowledgements. */
  @Setup
  public void draw() {
    flow = flow(scheme);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DRAWN; i++) {
      double queue = random.nextDouble();
      rttPs[i] = BASE_RTT_PS + Math.round(queue * BASE_RTT_PS);
      marked[i] = random.nextDouble() < (queue - 0.2) / 0.6;
    }
  }

  /** Processes one acknowledgement. */
  @Benchmark
  public long ack() {
    int at = next++ & (DRAWN - 1);
    nowPs += GAP_PS;
    flow.onAck(nowPs, MTU, rttPs[at], marked[at], 500_000);
    return flow.windowBytes();
  }
}
