package io.smartt.experiment.report;

import module java.base;

/**
 * FCT slowdown of messages of like size, against a network that carries nothing else: the plot of
 * HPCC, Homa and pFabric.
 *
 * @param fromBytes the smallest message
 * @param toBytes the largest one
 * @param flows how many
 * @param median slowdown
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param max the slowest
 */
record SlowdownBySize(
    long fromBytes, long toBytes, int flows, double median, double p95, double p99, double max) {
  private static final int MOST = 20;

  /**
   * Returns at most {@value #MOST} groups of as many flows each, smallest first. Flows of one size
   * are in one group. Flows that did not finish are in none.
   */
  static List<SlowdownBySize> of(List<FlowRecord> all) {
    List<FlowRecord> flows =
        all.stream()
            .filter(flow -> flow.idleSlowdown().isPresent())
            .sorted(Comparator.comparingLong(FlowRecord::bytes))
            .toList();
    List<SlowdownBySize> groups = new ArrayList<>();
    int from = 0;
    while (from < flows.size()) {
      int share = Math.ceilDiv(flows.size() - from, MOST - groups.size());
      int to = from + share;
      while (to < flows.size() && flows.get(to).bytes() == flows.get(to - 1).bytes()) {
        to++;
      }
      groups.add(group(flows.subList(from, to)));
      from = to;
    }
    return groups;
  }

  private static SlowdownBySize group(List<FlowRecord> flows) {
    double[] slowdowns =
        flows.stream().mapToDouble(flow -> flow.idleSlowdown().orElseThrow()).toArray();
    Arrays.sort(slowdowns);
    return new SlowdownBySize(
        flows.getFirst().bytes(),
        flows.getLast().bytes(),
        flows.size(),
        Distribution.percentile(slowdowns, 0.5),
        Distribution.percentile(slowdowns, 0.95),
        Distribution.percentile(slowdowns, 0.99),
        slowdowns[slowdowns.length - 1]);
  }
}
