package io.smartt.emulation.report;

import io.smartt.emulation.counters.DropReason;
import io.smartt.emulation.counters.PacketLedger;
import io.smartt.emulation.counters.QueueCounters;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A run in numbers: the content of {@code summary.json}, the same on every fabric.
 *
 * @param identity what was run
 * @param status how it ended
 * @param message why, if it did not complete
 * @param flows how many flows the workload has
 * @param finishedFlows how many finished
 * @param fctUs completion times of the finished flows, microseconds; empty if there are none
 * @param slowdown completion time over ideal; empty if no flow finished
 * @param leastRtt of each flow the shortest round-trip time over its path's base RTT; empty if none
 *     was measured
 * @param rttJitterUs of each flow the mean difference between one round-trip time and the next,
 *     microseconds
 * @param lastFinishUs when the last flow finished, microseconds since the experiment's start
 * @param jain fairness of the finished flows' throughput, see {@link #jain(double[])}
 * @param trims data packets that switches cut
 * @param marks packets that switches marked CE
 * @param drops packets that were dropped, for all reasons that were counted; see {@code packets}
 * @param pauseFrames PFC frames that switches sent, to pause what feeds them or to resume it
 * @param retransmissions data packets that hosts sent again
 * @param timeouts that fired at senders
 * @param bytesDelivered payload placed by receivers, each byte once
 * @param bytesVerified of those, checked
 * @param cost what it cost
 * @param plan of a run that was priced and not run; the other numbers say nothing then
 * @param packets where the packets of the run began and ended; empty if the fabric does not say
 * @param history what happened to the run
 * @param unknown whose counters are not in these sums, because their hosts' agents were lost
 * @param jobs what became of the workload's jobs
 * @param reorderPeak of receivers that reorder; empty if they do not
 * @param schemes what each congestion control's flows got, where the run has several
 */
public record RunSummary(
    RunIdentity identity,
    RunStatus status,
    Optional<String> message,
    int flows,
    int finishedFlows,
    Optional<Distribution> fctUs,
    Optional<Distribution> slowdown,
    Optional<Distribution> leastRtt,
    Optional<Distribution> rttJitterUs,
    OptionalDouble lastFinishUs,
    OptionalDouble jain,
    long trims,
    long marks,
    long drops,
    long pauseFrames,
    long retransmissions,
    long timeouts,
    long bytesDelivered,
    long bytesVerified,
    RunCost cost,
    Optional<RunPlan> plan,
    Optional<PacketLedger> packets,
    RunHistory history,
    UnknownEnds unknown,
    JobReport jobs,
    Optional<ReorderPeak> reorderPeak,
    List<SchemeShare> schemes) {

  private static final double PS_PER_US = 1e6;

  /** Makes the summary of an experiment that was run. */
  public RunSummary(
      RunIdentity identity,
      RunStatus status,
      Optional<String> message,
      int flows,
      int finishedFlows,
      Optional<Distribution> fctUs,
      Optional<Distribution> slowdown,
      Optional<Distribution> leastRtt,
      Optional<Distribution> rttJitterUs,
      OptionalDouble lastFinishUs,
      OptionalDouble jain,
      long trims,
      long marks,
      long drops,
      long pauseFrames,
      long retransmissions,
      long timeouts,
      long bytesDelivered,
      long bytesVerified,
      RunCost cost) {
    this(
        identity,
        status,
        message,
        flows,
        finishedFlows,
        fctUs,
        slowdown,
        leastRtt,
        rttJitterUs,
        lastFinishUs,
        jain,
        trims,
        marks,
        drops,
        pauseFrames,
        retransmissions,
        timeouts,
        bytesDelivered,
        bytesVerified,
        cost,
        Optional.empty(),
        Optional.empty(),
        RunHistory.NONE,
        UnknownEnds.NONE,
        JobReport.NONE,
        Optional.empty(),
        List.of());
  }

  static RunSummary of(RunResult result) {
    List<FlowRecord> finished = result.flows().stream().filter(FlowRecord::finished).toList();
    List<FlowRecord> timed =
        result.flows().stream().filter(flow -> flow.rtt().isPresent()).toList();
    return new RunSummary(
        result.identity(),
        result.status(),
        result.message(),
        result.flows().size(),
        finished.size(),
        Distribution.of(each(finished, RunSummary::completionUs)),
        Distribution.of(each(finished, flow -> flow.slowdown().orElseThrow())),
        Distribution.of(
            each(timed, flow -> (double) rtt(flow).leastPs() / flow.path().baseRttPs())),
        Distribution.of(each(timed, flow -> rtt(flow).jitterPs() / PS_PER_US)),
        finished.stream().mapToDouble(flow -> flow.finishPs().orElseThrow() / PS_PER_US).max(),
        jain(each(finished, flow -> flow.bytes() / completionUs(flow))),
        queueSum(result, QueueCounters::trimmed),
        queueSum(result, QueueCounters::marked),
        result.drops(),
        result.pauseFrames(),
        flowSum(result, FlowCounters::retransmissions),
        flowSum(result, FlowCounters::timeouts),
        flowSum(result, FlowCounters::bytesDelivered),
        flowSum(result, FlowCounters::bytesVerified),
        result.cost(),
        result.plan(),
        result.packets(),
        result.history(),
        UnknownEnds.of(result.flows()),
        result.jobs(),
        result.reorderPeak(),
        SchemeShare.of(result));
  }

  /** Returns whether nobody counted what was dropped. */
  public boolean dropsAreUnknown() {
    return packets.isPresent() && packets.get().dropped().of(DropReason.QUEUE_FULL).isEmpty();
  }

  /**
   * Jain's fairness index, (sum x)^2 / (n sum x^2), of the flows' throughput (payload over
   * completion time): 1 when all are equal, 1/n when one has everything. Empty if there are no
   * values.
   */
  public static OptionalDouble jain(double[] throughput) {
    double sum = 0;
    double squares = 0;
    for (double x : throughput) {
      sum += x;
      squares += x * x;
    }
    return squares == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum * sum / (throughput.length * squares));
  }

  private static RttRecord rtt(FlowRecord flow) {
    return flow.rtt().orElseThrow();
  }

  private static double completionUs(FlowRecord flow) {
    return flow.completionPs().orElseThrow() / PS_PER_US;
  }

  private static double[] each(List<FlowRecord> flows, ToDoubleFunction<FlowRecord> value) {
    return flows.stream().mapToDouble(value).toArray();
  }

  private static long queueSum(RunResult result, Function<QueueCounters, PacketByteCount> count) {
    return result.queues().stream()
        .mapToLong(queue -> count.apply(queue.counters()).packets())
        .sum();
  }

  private static long flowSum(RunResult result, ToLongFunction<FlowCounters> value) {
    return result.flows().stream().map(FlowRecord::counters).mapToLong(value).sum();
  }
}
