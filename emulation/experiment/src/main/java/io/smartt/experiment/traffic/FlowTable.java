package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.IdealModel.IdealTimes;

/**
 * The records of a run's flows, again and again while it goes on. What no more changes is not made
 * a second time.
 */
public final class FlowTable {
  private final Topology topology;
  private final Workload workload;
  private final Traffic traffic;
  private final IdealTimes ideal;
  private final PathProfiles paths;
  private final List<FlowRecord> records = new ArrayList<>();

  /** Creates the table of all flows of a workload. */
  public FlowTable(
      ExperimentSpec spec,
      Topology topology,
      Workload workload,
      Traffic traffic,
      IdealTimes ideal) {
    this.topology = topology;
    this.workload = workload;
    this.traffic = traffic;
    this.ideal = ideal;
    paths = new PathProfiles(topology, spec.packets());
  }

  /** Every flow as it is now, in the workload's order. On the thread of the traffic. */
  public List<FlowRecord> now() {
    traffic.noteIncoming();
    for (FlowState state : traffic.flows()) {
      if (state.index == records.size()) {
        records.add(record(state));
      } else if (changes(state, records.get(state.index))) {
        records.set(state.index, record(state));
      }
    }
    return List.copyOf(records);
  }

  /** One that has not begun, and one that has ended, stay as they are. */
  private static boolean changes(FlowState state, FlowRecord last) {
    return state.startPs != FlowState.NOT_YET && !last.finished();
  }

  private FlowRecord record(FlowState state) {
    Flow flow = workload.flows().get(state.index);
    Host from = topology.host(flow.src());
    Host to = topology.host(flow.dst());
    PathProfiles.PathProfile path = paths.between(from, to);
    return new FlowRecord(
        flow.id(),
        from.name(),
        to.name(),
        flow.bytes(),
        state.startPs == FlowState.NOT_YET ? ideal.startPs(state.index) : state.startPs,
        state.finishPs == FlowState.NOT_YET
            ? OptionalLong.empty()
            : OptionalLong.of(state.finishPs),
        ideal.completionPs(state.index),
        state.isRunning() ? traffic.counters(state) : state.counters,
        new FlowRecord.PathInfo(
            path.links(),
            path.equalCostPaths(),
            path.baseRttPs(),
            OptionalLong.of(ideal.alonePs(state.index))),
        state.rtts.record());
  }
}
