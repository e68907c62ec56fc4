package io.smartt.realtime;

import module java.base;

import io.smartt.base.counters.PacketLedger;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.RttRecord;
import io.smartt.experiment.report.RunHistory.MachineLateness;
import io.smartt.experiment.report.RunResult;

/**
 * The figures that a run in real time shows of the machine that it ran on.
 *
 * @param packetsSent data packets that hosts sent
 * @param timeouts that fired at senders
 * @param lost packets that were dropped, the kernel's included, or are unaccounted for
 * @param lossWanted whether links were to lose packets, or did for a reason that an event names
 * @param jitter median over flows of RTT jitter over base RTT; empty if none was measured
 * @param leastRtt least over flows of the shortest RTT over base RTT; empty if none was measured
 * @param late what was measured where it happens
 */
record TimingFigures(
    long packetsSent,
    long timeouts,
    long lost,
    boolean lossWanted,
    OptionalDouble jitter,
    OptionalDouble leastRtt,
    MachineLateness late) {

  static TimingFigures of(RunResult result, boolean lossWanted, MachineLateness late) {
    List<FlowCounters> counted = result.flows().stream().map(FlowRecord::counters).toList();
    return new TimingFigures(
        counted.stream().mapToLong(FlowCounters::packetsSent).sum(),
        counted.stream().mapToLong(FlowCounters::timeouts).sum(),
        result.drops()
            + Math.max(
                0,
                result
                    .packets()
                    .map(PacketLedger::unaccounted)
                    .orElse(OptionalLong.empty())
                    .orElse(0)),
        lossWanted,
        Distribution.of(overBase(result, RttRecord::jitterPs))
            .map(all -> OptionalDouble.of(all.median()))
            .orElse(OptionalDouble.empty()),
        Distribution.of(overBase(result, RttRecord::leastPs))
            .map(all -> OptionalDouble.of(all.min()))
            .orElse(OptionalDouble.empty()),
        late);
  }

  /** The same for a network whose links changed, so that RTTs say nothing of the machine. */
  TimingFigures withoutRtts() {
    return new TimingFigures(
        packetsSent,
        timeouts,
        lost,
        lossWanted,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        late);
  }

  private static double[] overBase(RunResult result, ToDoubleFunction<RttRecord> value) {
    return result.flows().stream()
        .filter(flow -> flow.rtt().isPresent())
        .mapToDouble(
            flow -> value.applyAsDouble(flow.rtt().orElseThrow()) / flow.path().baseRttPs())
        .toArray();
  }
}
