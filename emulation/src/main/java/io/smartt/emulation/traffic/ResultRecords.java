package io.smartt.emulation.traffic;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.report.FlowRecord;
import io.smartt.emulation.report.JobReport;
import io.smartt.emulation.report.PathInfo;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.PathProfile;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.workload.Flow;
import io.smartt.emulation.workload.Workload;
import io.smartt.emulation.workload.ideal.IdealTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Converts the counters of hosts and switches to the records of reports. */
public final class ResultRecords {
  private ResultRecords() {}

  /** What became of the workload's jobs. */
  public static JobReport jobs(Topology topology, Workload workload, Traffic traffic) {
    return JobRecords.of(topology, workload, traffic);
  }

  /** Every flow, in the workload's order. */
  public static List<FlowRecord> flows(
      ExperimentSpec spec,
      Topology topology,
      Workload workload,
      Traffic traffic,
      IdealTimes ideal) {
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    List<FlowRecord> records = new ArrayList<>();
    traffic.noteIncoming();
    for (FlowState state : traffic.flows()) {
      Flow flow = workload.flows().get(state.index);
      Host from = topology.host(flow.src());
      Host to = topology.host(flow.dst());
      PathProfile path = paths.between(from, to);
      records.add(
          new FlowRecord(
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
              new PathInfo(path.links(), path.equalCostPaths(), path.baseRttPs()),
              state.rtts.record(),
              OptionalLong.of(ideal.alonePs(state.index))));
    }
    return records;
  }
}
