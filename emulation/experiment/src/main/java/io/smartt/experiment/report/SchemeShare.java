package io.smartt.experiment.report;

import module java.base;

/**
 * The share of the flows of one congestion control, where a run has several.
 *
 * @param scheme its name
 * @param flows that it had
 * @param finished of these
 * @param fctUs completion times, microseconds; empty if no flow finished
 * @param slowdown completion time over ideal; empty if no flow finished
 * @param deliveredBytes payload that receivers have
 */
public record SchemeShare(
    String scheme,
    int flows,
    int finished,
    Optional<Distribution> fctUs,
    Optional<Distribution> slowdown,
    long deliveredBytes) {
  private static final double PS_PER_US = 1e6;

  /** One for each scheme of a run, by name; none where all flows have the same. */
  static List<SchemeShare> of(RunResult result) {
    if (!result.identity().isMixed()) {
      return List.of();
    }
    Map<String, List<FlowRecord>> byScheme = new TreeMap<>();
    for (FlowRecord flow : result.flows()) {
      byScheme.computeIfAbsent(result.identity().schemeOf(flow), _ -> new ArrayList<>()).add(flow);
    }
    return byScheme.entrySet().stream().map(one -> of(one.getKey(), one.getValue())).toList();
  }

  private static SchemeShare of(String scheme, List<FlowRecord> flows) {
    List<FlowRecord> finished = flows.stream().filter(FlowRecord::finished).toList();
    return new SchemeShare(
        scheme,
        flows.size(),
        finished.size(),
        Distribution.of(
            finished.stream()
                .mapToDouble(flow -> flow.completionPs().orElseThrow() / PS_PER_US)
                .toArray()),
        Distribution.of(
            finished.stream().mapToDouble(flow -> flow.slowdown().orElseThrow()).toArray()),
        flows.stream().mapToLong(flow -> flow.counters().bytesDelivered()).sum());
  }
}
