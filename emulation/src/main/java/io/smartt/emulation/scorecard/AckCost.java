package io.smartt.emulation.scorecard;

import com.sun.management.ThreadMXBean;
import io.smartt.host.congestion.CongestionController;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one acknowledgement costs.
 *
 * @param bytes allocated, on average
 * @param ns time, of the fastest of several batches
 * @param reference a built-in scheme, measured alike in the same process
 * @param ratio time over the reference's
 */
public record AckCost(double bytes, double ns, String reference, double ratio) {
  private static final int BATCHES = 20;
  private static final int ACKS = 20_000;
  private static final long BASE_RTT_PS = 10_000_000;

  /** Cost of two controllers of one path. */
  static AckCost measure(
      CongestionController candidate, String reference, CongestionController builtIn) {
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

  /** Costs of one controller's acknowledgements, batch by batch. */
  private static final class Meter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CongestionController flow;
    private double leastNs = Double.MAX_VALUE;
    private double leastBytes = Double.MAX_VALUE;
    private long nowPs;

    Meter(CongestionController flow) {
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

    /** One mark in 64, delays that go up and down: all of a controller's usual ways. */
    private void acks() {
      for (int i = 0; i < ACKS; i++) {
        nowPs += 300_000;
        long rttPs = BASE_RTT_PS + (i & 255) * 20_000L;
        flow.onAck(nowPs, 4170, rttPs, (i & 63) == 0, flow.windowBytes() / 2);
        if (flow.maySend(flow.windowBytes() / 2, 4170)) {
          flow.onSent(nowPs, 4170);
        }
      }
    }
  }
}
