package io.smartt.emulation.report;

import io.smartt.emulation.counters.PacketLedger;
import io.smartt.emulation.counters.PortArrivals;
import io.smartt.emulation.counters.QueueCounters.QueueRecord;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a fabric hands over when a run ends, in any way.
 *
 * @param identity what was run
 * @param status how it ended
 * @param message why, if it did not complete
 * @param flows every flow of the workload, in the workload's order
 * @param queues every queue of every switch port, ordered by switch, port and queue
 * @param unqueuedDrops packets that switches dropped before any queue: by the program, for want of
 *     a route, or for a port that is not there
 * @param pauseFrames PFC frames that switches sent, to stop what feeds them or let it go on
 * @param samples what was recorded over time
 * @param topology the network
 * @param cost what it cost
 * @param plan of a run that was priced and not run; there is no other result then
 * @param packets where the packets of the run began and ended; empty if the fabric does not say
 * @param history what happened to the run
 * @param jobs what became of the workload's jobs
 * @param reorderPeak of receivers that reorder; empty if they do not
 * @param arrivals of each switch port that has a cable; empty if the fabric does not say
 */
public record RunResult(
    RunIdentity identity,
    RunStatus status,
    Optional<String> message,
    List<FlowRecord> flows,
    List<QueueRecord> queues,
    long unqueuedDrops,
    long pauseFrames,
    RunSamples samples,
    TopologyView topology,
    RunCost cost,
    Optional<RunPlan> plan,
    Optional<PacketLedger> packets,
    RunHistory history,
    JobReport jobs,
    Optional<ReorderPeak> reorderPeak,
    List<PortArrivals> arrivals) {

  /** With copies of the lists. */
  public RunResult {
    flows = List.copyOf(flows);
    queues = List.copyOf(queues);
    arrivals = List.copyOf(arrivals);
  }

  /** Returns the same with what was recorded over time. */
  public RunResult withSamples(RunSamples recorded) {
    return copy(status, message, recorded, packets, history, reorderPeak, arrivals);
  }

  /** Returns the same with what arrived at the switches' ports. */
  public RunResult withArrivals(List<PortArrivals> atPorts) {
    return copy(status, message, samples, packets, history, reorderPeak, atPorts);
  }

  /** Returns the same with the run's packets. */
  public RunResult withPackets(PacketLedger ledger) {
    return copy(status, message, samples, Optional.of(ledger), history, reorderPeak, arrivals);
  }

  /** Returns the same with what receivers kept to put it in order. */
  public RunResult withReorderPeak(Optional<ReorderPeak> peak) {
    return copy(status, message, samples, packets, history, peak, arrivals);
  }

  /** Makes the result of an experiment that was priced and not run. */
  public static RunResult planned(
      RunIdentity identity, TopologyView topology, RunCost cost, RunPlan plan) {
    return new RunResult(
        identity,
        RunStatus.PLANNED,
        Optional.empty(),
        List.of(),
        List.of(),
        0,
        0,
        RunSamples.NONE,
        topology,
        cost,
        Optional.of(plan),
        Optional.empty(),
        RunHistory.NONE,
        JobReport.NONE,
        Optional.empty(),
        List.of());
  }

  /** Returns this result with what happened to the run. */
  public RunResult with(RunHistory what) {
    return copy(status, message, samples, packets, what, reorderPeak, arrivals);
  }

  /**
   * Returns this result as that of a run that failed.
   *
   * @param why added to the message where there is one
   */
  public RunResult failed(String why) {
    return copy(
        RunStatus.FAILED,
        Optional.of(message.map(first -> first + "; " + why).orElse(why)),
        samples,
        packets,
        history,
        reorderPeak,
        arrivals);
  }

  /**
   * Returns this result as that of a run that failed for one reason, of which what else went wrong
   * is but a consequence.
   */
  public RunResult failedBy(String cause) {
    return copy(
        RunStatus.FAILED, Optional.of(cause), samples, packets, history, reorderPeak, arrivals);
  }

  private RunResult copy(
      RunStatus newStatus,
      Optional<String> newMessage,
      RunSamples newSamples,
      Optional<PacketLedger> newPackets,
      RunHistory newHistory,
      Optional<ReorderPeak> newReorderPeak,
      List<PortArrivals> newArrivals) {
    return new RunResult(
        identity,
        newStatus,
        newMessage,
        flows,
        queues,
        unqueuedDrops,
        pauseFrames,
        newSamples,
        topology,
        cost,
        plan,
        newPackets,
        newHistory,
        jobs,
        newReorderPeak,
        newArrivals);
  }

  /**
   * The one count of packets that were dropped, which every table and every verdict reads: by any
   * reason, the kernel's included, where the fabric says where packets ended.
   */
  public long drops() {
    return packets.stream()
        .flatMapToLong(ledger -> ledger.dropped().total().stream())
        .findFirst()
        .orElseGet(() ->
            unqueuedDrops
                + queues.stream().mapToLong(queue -> queue.counters().dropped().packets()).sum());
  }

  /** The numbers of the result table and of {@code summary.json}. */
  public RunSummary summary() {
    return new RunSummary(this);
  }
}
