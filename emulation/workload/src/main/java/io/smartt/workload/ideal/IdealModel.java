package io.smartt.workload.ideal;

import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Topology;
import io.smartt.workload.Workload;

/**
 * Ideal completion times: those of a fluid in the same network under the same workload.
 *
 * <p>A flow of B payload bytes in n = ceil(B / payload) packets puts W = B + n * (header +
 * overhead) bytes on the wire. While it runs it has the rate r(t) that max-min fairness gives it
 * among the flows that run then, where a flow is spread evenly over its equal-cost paths. Its
 * completion time, from its start to the last ACK at the sender, is
 *
 * <pre>  T + baseRtt - s,   where the integral of r over T is 8 W bits</pre>
 *
 * <p>baseRtt is that of the flow's first packet, which has the latencies and the store-and-forward
 * of one packet at each hop in it ({@link io.smartt.base.topology.PathProfiles}); s is the packet's
 * serialisation at the rate of the slowest links together, which T contains already. Alone, a flow
 * of n full packets takes baseRtt + (n - 1) * s, to the picosecond what the reference simulator
 * shows on an empty network. Triggers act when the fluid's sender or receiver is done. ACKs take no
 * capacity.
 */
public record IdealModel(Topology topology, PacketSizes sizes) {
  /** The times of every flow. */
  public IdealTimes times(Workload workload) {
    return new FluidRun(topology, sizes, workload).run();
  }

  /**
   * The start of each flow of a workload and the time that it takes in the ideal, by index of the
   * flow.
   */
  public static final class IdealTimes {
    private final long[] startPs;
    private final long[] completionPs;
    private final long[] alonePs;

    IdealTimes(long[] startPs, long[] completionPs, long[] alonePs) {
      this.startPs = startPs;
      this.completionPs = completionPs;
      this.alonePs = alonePs;
    }

    /** Returns when the flow starts, picoseconds since the experiment's start. */
    public long startPs(int flow) {
      return startPs[flow];
    }

    /** Returns the time of a flow from its start to the last ACK at the sender, picoseconds. */
    public long completionPs(int flow) {
      return completionPs[flow];
    }

    /**
     * Returns what {@link #completionPs} would be in a network that carries nothing else,
     * picoseconds.
     */
    public long alonePs(int flow) {
      return alonePs[flow];
    }

    /** Returns when the last ACK of all arrives, picoseconds since the experiment's start. */
    public long lastFinishPs() {
      long last = 0;
      for (int flow = 0; flow < startPs.length; flow++) {
        last = Math.max(last, startPs[flow] + completionPs[flow]);
      }
      return last;
    }
  }
}
