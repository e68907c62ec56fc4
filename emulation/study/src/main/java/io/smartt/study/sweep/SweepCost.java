package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.topology.Topology;
import io.smartt.experiment.RunPrice;

/**
 * The cost of a sweep's runs, by the estimate of the dry fabric, which is of the virtual one:
 * others take as long as they take.
 *
 * @param runs that are priced
 * @param coreSeconds of all together
 * @param longestCoreSeconds of the dearest
 * @param mostBytes of memory that one takes
 * @param others that have no price
 */
public record SweepCost(
    int runs, double coreSeconds, double longestCoreSeconds, long mostBytes, int others) {
  private static final String VIRTUAL = "virtual";
  private static final double BYTES_PER_MB = 1e6;

  /** Returns the cost of these runs. Builds the network and the workload of each. */
  public static SweepCost of(List<SweepRun> runs) {
    double all = 0;
    double longest = 0;
    long most = 0;
    int priced = 0;
    for (SweepRun run : runs) {
      if (run.spec().fabric().equals(VIRTUAL)) {
        Topology topology = run.spec().buildTopology();
        RunPrice price = RunPrice.of(run.spec(), topology, run.spec().buildWorkload(topology));
        all += price.coreSeconds();
        longest = Math.max(longest, price.coreSeconds());
        most = Math.max(most, price.memoryBytes());
        priced++;
      }
    }
    return new SweepCost(priced, all, longest, most, runs.size() - priced);
  }

  @Override
  public String toString() {
    String known =
        String.format(
            Locale.ROOT,
            "%d runs are to be done: about %.0f s of a core in all, %.0f s the longest, %.0f MB of"
                + " memory each at most",
            runs + others,
            coreSeconds,
            longestCoreSeconds,
            mostBytes / BYTES_PER_MB);
    return others == 0 ? known : known + "; without " + others + " in real time";
  }
}
