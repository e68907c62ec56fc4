package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;

/**
 * A trace's flows as a workload with the same arrivals.
 *
 * @param cutFlows flows whose end is not in the trace; their size is what was seen of them
 */
public record TraceWorkload(Workload workload, int cutFlows) {
  private static final int FIRST_HOST = 0x0a_00_00_01;

  /**
   * The flows by their first packet, the first at 0.
   *
   * @param name of the workload
   * @param flows at least one
   * @param atLeastHosts how many hosts it is for; more if the flows have more
   * @param dilation by how much times in the trace are longer than in the workload
   * @throws UserInputException if there is no flow
   */
  public static TraceWorkload of(
      String name, List<TracedFlow> flows, int atLeastHosts, double dilation) {
    if (flows.isEmpty()) {
      throw new UserInputException(name + ": has no flow of Ultra Ethernet");
    }
    Map<Integer, Integer> hosts = hosts(flows, atLeastHosts);
    int count = 1 + hosts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    long firstPs = flows.getFirst().message().startPs();
    List<Flow> made = new ArrayList<>();
    int cut = 0;
    for (TracedFlow flow : flows) {
      cut += flow.message().isWhole() ? 0 : 1;
      made.add(
          Flow.at(
              flow.number(),
              hosts.getOrDefault(flow.connection().source(), 0),
              hosts.getOrDefault(flow.connection().destination(), 0),
              Math.max(1, flow.message().bytes()),
              Math.round((flow.message().startPs() - firstPs) / dilation)));
    }
    return new TraceWorkload(new Workload(name, Math.max(count, atLeastHosts), made), cut);
  }

  /** This project's addresses tell a host's index; others get one by their order. */
  private static Map<Integer, Integer> hosts(List<TracedFlow> flows, int atLeastHosts) {
    TreeMap<Integer, Integer> hosts = new TreeMap<>(Integer::compareUnsigned);
    for (TracedFlow flow : flows) {
      hosts.put(flow.connection().source(), 0);
      hosts.put(flow.connection().destination(), 0);
    }
    int limit = Math.max(atLeastHosts, 1 << 16);
    boolean own =
        hosts.keySet().stream()
            .allMatch(address -> address >= FIRST_HOST && address - FIRST_HOST < limit);
    int next = 0;
    for (Map.Entry<Integer, Integer> host : hosts.entrySet()) {
      host.setValue(own ? host.getKey() - FIRST_HOST : next);
      next++;
    }
    return hosts;
  }
}
