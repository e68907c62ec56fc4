package io.smartt.emulation.run;

import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunCost;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.ResultRecords;
import io.smartt.emulation.traffic.TopologyDrawing;
import io.smartt.emulation.traffic.Traffic;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.emulation.workload.ideal.IdealTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the switches of a live network had counted at one moment, so that a run's share can be told.
 */
public record LiveCounts(SwitchCounts all, long pauseFrames) {
  public static LiveCounts of(LiveNetwork network) {
    List<QueueRecord> queues = new ArrayList<>();
    long unqueued = 0;
    long hops = 0;
    for (Switch sw : network.topology().switches()) {
      for (QueueStatus queue : network.queues(sw)) {
        queues.add(ResultRecords.queue(sw.name(), queue.port(), queue.queue(), queue.counters()));
      }
      unqueued += ResultRecords.unqueued(network.counters(sw));
      hops += network.counters(sw).received();
    }
    return new LiveCounts(new SwitchCounts(queues, unqueued, hops), network.pauseFrames());
  }

  /** The result of a run that began with these counts. */
  public RunResult result(
      LiveCounts after,
      RunInputs in,
      Traffic traffic,
      RunStatus status,
      Optional<String> message,
      List<SampleSeries> samples,
      ProcessCost cost) {
    IdealTimes ideal = new IdealModel(in.topology(), in.spec().packets()).times(in.workload());
    SwitchCounts own = after.all.since(all);
    RunCost spent = cost.after(own.hops());
    return new RunResult(
        in.identity(),
        status,
        message,
        ResultRecords.flows(in.spec(), in.topology(), in.workload(), traffic, ideal),
        own.queues(),
        own.unqueuedDrops(),
        after.pauseFrames - pauseFrames,
        samples,
        TopologyDrawing.of(in.topology()),
        spent);
  }
}
