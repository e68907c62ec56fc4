package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.JobReport;
import io.smartt.experiment.report.RunResult.ReorderPeak;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.transport.ReliabilitySettings.Delivery;
import io.smartt.host.transport.TransportCounters;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.IdealModel.IdealTimes;

/** Converts the counters of hosts and switches to the records of reports. */
public final class ResultRecords {
  private ResultRecords() {}

  /** Returns what became of the workload's jobs. */
  public static JobReport jobs(Topology topology, Workload workload, Traffic traffic) {
    return JobRecords.of(topology, workload, traffic);
  }

  /**
   * The most that a receiver kept, where receivers reorder; else empty.
   *
   * @param peakPackets of a host's connections
   */
  public static Optional<ReorderPeak> mostKept(
      ExperimentSpec spec, Topology topology, ToIntFunction<Host> peakPackets) {
    if (SettingKeys.TRANSPORT.read(spec.settings()).delivery() != Delivery.ROD_REORDERED) {
      return Optional.empty();
    }
    return topology.hosts().stream()
        .map(host -> new ReorderPeak(peakPackets.applyAsInt(host), host.name()))
        // The first of equals.
        .reduce((most, next) -> next.packets() > most.packets() ? next : most);
  }

  /**
   * The most that a receiver in this process kept, where receivers reorder; else empty.
   *
   * @param counters of a host's transport
   */
  public static Optional<ReorderPeak> mostKeptHere(
      ExperimentSpec spec, Topology topology, Function<Host, TransportCounters> counters) {
    return mostKept(spec, topology, host -> counters.apply(host).reorderPeakPackets());
  }

  /** Every flow, in the workload's order. */
  public static List<FlowRecord> flows(
      ExperimentSpec spec,
      Topology topology,
      Workload workload,
      Traffic traffic,
      IdealTimes ideal) {
    return new FlowTable(spec, topology, workload, traffic, ideal).now();
  }
}
