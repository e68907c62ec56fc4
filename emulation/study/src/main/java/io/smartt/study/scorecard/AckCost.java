package io.smartt.study.scorecard;

import module java.base;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The cost of one acknowledgement.
 *
 * @param bytes allocated, on average
 * @param ns time, of the fastest of several batches
 * @param reference a built-in scheme, measured alike in the same process
 * @param ratio time over the reference's
 */
public record AckCost(double bytes, double ns, String reference, double ratio) {
  private static final int BATCHES = 20;
  private static final int ACKS = 20_000;
  private static final long APART_PS = 300_000;

  /** The calls of one packet into an algorithm. */
  interface Calls {
    /**
     * Makes them.
     *
     * @param i number of the packet in its batch
     */
    void packet(int i, long nowPs);
  }

  /** Cost of two algorithms on one path. */
  static AckCost measure(Calls candidate, String reference, Calls builtIn) {
    Meter own = new Meter(candidate);
    Meter other = new Meter(builtIn);
    // Batch by batch, so that the compiler treats both alike.
    for (int batch = 0; batch < BATCHES; batch++) {
      own.batch();
      other.batch();
    }
    return new AckCost(own.leastBytes, own.leastNs, reference, own.leastNs / other.leastNs);
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bytes", bytes);
    json.put("ns", ns);
    json.put("reference", reference);
    json.put("ratio", ratio);
    return json;
  }

  /** Costs of one algorithm's packets, batch by batch. */
  private static final class Meter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Calls flow;
    private double leastNs = Double.MAX_VALUE;
    private double leastBytes = Double.MAX_VALUE;
    private long nowPs;

    Meter(Calls flow) {
      this.flow = flow;
    }

    void batch() {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long began = System.nanoTime();
      acks();
      leastNs = Math.min(leastNs, (double) (System.nanoTime() - began) / ACKS);
      leastBytes =
          Math.min(leastBytes, (double) (threads.getCurrentThreadAllocatedBytes() - bytes) / ACKS);
    }

    private void acks() {
      for (int i = 0; i < ACKS; i++) {
        nowPs += APART_PS;
        flow.packet(i, nowPs);
      }
    }
  }
}
