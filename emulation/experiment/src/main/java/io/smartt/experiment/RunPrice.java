package io.smartt.experiment;

import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;

/**
 * Cost of a run on the virtual fabric on two cores, fitted to the runs of 16 to 8,192 hosts in
 * docs/internals/measurements.md: a constant, a part for each host and a part for each hop.
 *
 * @param hosts of the network
 * @param packets of data
 * @param packetHops packets through switches, those of data and an ACK for each
 */
public record RunPrice(int hosts, long packets, long packetHops) {
  /** Each data packet has an ACK on the way back. */
  private static final int PACKETS_THERE_AND_BACK = 2;

  private static final int CORES = 2;
  private static final double START_S = 1.0;
  private static final double HOST_S = 0.001;
  private static final double HOP_S = 0.45e-6;
  private static final long START_BYTES = 150_000_000;
  private static final long HOST_BYTES = 220_000;

  /** Returns the price of a workload on a network. */
  public static RunPrice of(ExperimentSpec spec, Topology topology, Workload workload) {
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    long packets = 0;
    long hops = 0;
    for (Flow flow : workload.flows()) {
      long own = Math.ceilDiv(flow.bytes(), (long) spec.packets().payloadBytes());
      int links = paths.between(topology.host(flow.src()), topology.host(flow.dst())).links();
      packets += own;
      hops += own * (links - 1L) * PACKETS_THERE_AND_BACK;
    }
    return new RunPrice(topology.hosts().size(), packets, hops);
  }

  /** Seconds of the clock, on two cores. */
  public double wallSeconds() {
    return START_S + HOST_S * hosts + HOP_S * packetHops;
  }

  public double coreSeconds() {
    return CORES * wallSeconds();
  }

  /** Most memory of the process. */
  public long memoryBytes() {
    return START_BYTES + HOST_BYTES * hosts;
  }
}
