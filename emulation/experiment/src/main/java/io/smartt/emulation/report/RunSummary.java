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
 * A run in numbers: the content of {@code summary.json}, the same on every fabric. Immutable; a
 * view of the result that works out sums when they are asked for.
 */
public final class RunSummary {
  private static final double PS_PER_US = 1e6;

  private final RunResult result;
  private final List<FlowRecord> finished;
  private final Optional<Distribution> fctUs;
  private final Optional<Distribution> slowdown;
  private final Optional<Distribution> leastRtt;
  private final Optional<Distribution> rttJitterUs;
  private final UnknownEnds unknown;
  private final List<SchemeShare> schemes;

  RunSummary(RunResult result) {
    this.result = result;
    finished = result.flows().stream().filter(FlowRecord::finished).toList();
    List<FlowRecord> timed =
        result.flows().stream().filter(flow -> flow.rtt().isPresent()).toList();
    fctUs = Distribution.of(each(finished, RunSummary::completionUs));
    slowdown = Distribution.of(each(finished, flow -> flow.slowdown().orElseThrow()));
    leastRtt =
        Distribution.of(
            each(timed, flow -> (double) rtt(flow).leastPs() / flow.path().baseRttPs()));
    rttJitterUs = Distribution.of(each(timed, flow -> rtt(flow).jitterPs() / PS_PER_US));
    unknown = UnknownEnds.of(result.flows());
    schemes = SchemeShare.of(result);
  }

  /** Returns what was run. */
  public RunIdentity identity() {
    return result.identity();
  }

  /** Returns how it ended. */
  public RunStatus status() {
    return result.status();
  }

  /** Returns why, if it did not complete. */
  public Optional<String> message() {
    return result.message();
  }

  /** Returns how many flows the workload has. */
  public int flows() {
    return result.flows().size();
  }

  /** Returns how many flows finished. */
  public int finishedFlows() {
    return finished.size();
  }

  /** Returns completion times of the finished flows, microseconds; empty if there are none. */
  public Optional<Distribution> fctUs() {
    return fctUs;
  }

  /** Returns completion time over ideal; empty if no flow finished. */
  public Optional<Distribution> slowdown() {
    return slowdown;
  }

  /** Returns of each flow the shortest RTT over its path's base RTT; empty if none was measured. */
  public Optional<Distribution> leastRtt() {
    return leastRtt;
  }

  /** Returns of each flow the mean difference between one RTT and the next, microseconds. */
  public Optional<Distribution> rttJitterUs() {
    return rttJitterUs;
  }

  /** Returns when the last flow finished, microseconds since the experiment's start. */
  public OptionalDouble lastFinishUs() {
    return finished.stream().mapToDouble(flow -> flow.finishPs().orElseThrow() / PS_PER_US).max();
  }

  /** Returns the fairness of the finished flows' throughput, see {@link #jain(double[])}. */
  public OptionalDouble jain() {
    return jain(each(finished, flow -> flow.bytes() / completionUs(flow)));
  }

  /** Returns the data packets that switches cut. */
  public long trims() {
    return queueSum(QueueCounters::trimmed);
  }

  /** Returns the packets that switches marked CE. */
  public long marks() {
    return queueSum(QueueCounters::marked);
  }

  /** Returns the packets that were dropped, for all reasons that were counted. */
  public long drops() {
    return result.drops();
  }

  /** Returns the PFC frames that switches sent, to pause what feeds them or to resume it. */
  public long pauseFrames() {
    return result.pauseFrames();
  }

  /** Returns the data packets that hosts sent again. */
  public long retransmissions() {
    return flowSum(FlowCounters::retransmissions);
  }

  /** Returns the timeouts that fired at senders. */
  public long timeouts() {
    return flowSum(FlowCounters::timeouts);
  }

  /** Returns the payload placed by receivers, each byte once. */
  public long bytesDelivered() {
    return flowSum(FlowCounters::bytesDelivered);
  }

  /** Returns the payload that was placed and checked. */
  public long bytesVerified() {
    return flowSum(FlowCounters::bytesVerified);
  }

  /** Returns what it cost. */
  public RunCost cost() {
    return result.cost();
  }

  /** Returns the plan of a run that was priced and not run; the other numbers say nothing then. */
  public Optional<RunPlan> plan() {
    return result.plan();
  }

  /** Returns where the packets of the run began and ended; empty if the fabric does not say. */
  public Optional<PacketLedger> packets() {
    return result.packets();
  }

  /** Returns what happened to the run. */
  public RunHistory history() {
    return result.history();
  }

  /** Returns whose counters are not in these sums, because their hosts' agents were lost. */
  public UnknownEnds unknown() {
    return unknown;
  }

  /** Returns what became of the workload's jobs. */
  public JobReport jobs() {
    return result.jobs();
  }

  /** Returns what receivers that reorder kept; empty if they do not. */
  public Optional<ReorderPeak> reorderPeak() {
    return result.reorderPeak();
  }

  /** Returns what each congestion control's flows got, where the run has several. */
  public List<SchemeShare> schemes() {
    return schemes;
  }

  /** Returns whether nobody counted what was dropped. */
  public boolean dropsAreUnknown() {
    return packets().isPresent() && packets().get().dropped().of(DropReason.QUEUE_FULL).isEmpty();
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

  private long queueSum(Function<QueueCounters, PacketByteCount> count) {
    return result.queues().stream()
        .mapToLong(queue -> count.apply(queue.counters()).packets())
        .sum();
  }

  private long flowSum(ToLongFunction<FlowCounters> value) {
    return result.flows().stream().map(FlowRecord::counters).mapToLong(value).sum();
  }
}
