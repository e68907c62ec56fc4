package io.smartt.emulation.report;

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
 * @param samples the recorder's series
 * @param topology the network
 * @param cost what it cost
 */
public record RunResult(
    RunIdentity identity,
    RunStatus status,
    Optional<String> message,
    List<FlowRecord> flows,
    List<QueueRecord> queues,
    long unqueuedDrops,
    long pauseFrames,
    List<SampleSeries> samples,
    TopologyView topology,
    RunCost cost) {

  /** With copies of the lists. */
  public RunResult {
    flows = List.copyOf(flows);
    queues = List.copyOf(queues);
    samples = List.copyOf(samples);
  }

  /** The numbers of the result table and of {@code summary.json}. */
  public RunSummary summary() {
    return RunSummary.of(this);
  }
}
