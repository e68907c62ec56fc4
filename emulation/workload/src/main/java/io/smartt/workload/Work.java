package io.smartt.workload;

/**
 * Time that a core of a host computes. Works of one core come one after the other, in the order in
 * which they could begin.
 *
 * @param host index of the host
 * @param core number of the core
 * @param ps how long, picoseconds
 */
public record Work(int host, int core, long ps) {
  /** Refuses what takes less than no time. */
  public Work {
    if (host < 0 || core < 0 || ps < 0) {
      throw new IllegalArgumentException("host " + host + ", core " + core + ", " + ps + " ps");
    }
  }

  Work dilated(double factor) {
    return new Work(host, core, Math.round(ps * factor));
  }
}
