package io.smartt.workload;

import module java.base;

/**
 * An open workload: messages begin in the whole network as a Poisson process, each between two
 * hosts drawn alike, with a size from a distribution. At load 1 the mean payload that begins in a
 * second is what all host links together carry in it.
 *
 * @param load of the host links, above 0
 * @param messages how many
 * @param sizes of messages
 * @param hostBps rate of a host's link
 */
record PoissonArrivals(double load, int messages, SizeDistribution sizes, long hostBps) {

  /** Mean time between two messages of a network of so many hosts, picoseconds. */
  double meanGapPs(int hosts) {
    return 8 * sizes.meanBytes() * 1e12 / (load * hosts * hostBps);
  }

  Workload generate(String name, int hosts, RandomGenerator random) {
    double gapPs = meanGapPs(hosts);
    double nowPs = 0;
    List<Flow> flows = new ArrayList<>();
    while (flows.size() < messages) {
      nowPs -= Math.log(1 - random.nextDouble()) * gapPs;
      int src = random.nextInt(hosts);
      int other = random.nextInt(hosts - 1);
      int dst = other < src ? other : other + 1;
      flows.add(Flow.at(flows.size() + 1, src, dst, sizes.draw(random), Math.round(nowPs)));
    }
    return new Workload(name, hosts, flows);
  }
}
