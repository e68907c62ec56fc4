package io.smartt.emulation.fabric.dry;

/**
 * Cost of a run on the virtual fabric on two cores, fitted to the runs of 16 to 8,192 hosts in
 * docs/internals/measurements.md: a constant, a part for each host and a part for each hop.
 *
 * @param hosts of the network
 * @param packetHops packets through switches
 */
record RunPrice(int hosts, long packetHops) {
  private static final double START_S = 1.0;
  private static final double HOST_S = 0.001;
  private static final double HOP_S = 0.45e-6;
  private static final long START_BYTES = 150_000_000;
  private static final long HOST_BYTES = 220_000;

  double wallSeconds() {
    return START_S + HOST_S * hosts + HOP_S * packetHops;
  }

  long memoryBytes() {
    return START_BYTES + HOST_BYTES * hosts;
  }
}
