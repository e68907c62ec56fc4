package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PortArrivals;
import io.smartt.base.counters.QueueCounters.QueueRecord;

/**
 * Everything that a fabric hands over when a run ends, in any way.
 *
 * @param identity what was run
 * @param ending how it ended
 * @param flows every flow of the workload, in the workload's order
 * @param switches what they counted
 * @param samples what was recorded over time
 * @param topology the network
 * @param cost what it cost
 * @param history what happened to the run
 * @param jobs what became of the workload's jobs
 * @param kept most that a receiver kept to put it in order; empty if they do not reorder
 */
public record RunResult(
    RunIdentity identity,
    Ending ending,
    List<FlowRecord> flows,
    Switched switches,
    RunSamples samples,
    TopologyView topology,
    RunResult.RunCost cost,
    RunHistory history,
    JobReport jobs,
    Optional<RunResult.ReorderPeak> kept) {

  /** Copies the flows. */
  public RunResult {
    flows = List.copyOf(flows);
  }

  /**
   * The end of a run.
   *
   * @param message why, if it did not complete
   * @param plan of a run that was priced and not run; there is no other result then
   */
  public record Ending(RunStatus status, Optional<String> message, Optional<RunPlan> plan) {}

  /**
   * The counts of the switches in a run.
   *
   * @param queues every queue of every switch port, ordered by switch, port and queue
   * @param unqueuedDrops packets that they dropped before any queue: by the program, for want of a
   *     route, or for a port that is not there
   * @param pauseFrames PFC frames that they sent, to stop what feeds them or let it go on
   * @param packets where the packets of the run began and ended; empty if the fabric does not say
   * @param arrivals at each port that has a cable; empty if the fabric does not say
   */
  public record Switched(
      List<QueueRecord> queues,
      long unqueuedDrops,
      long pauseFrames,
      Optional<PacketLedger> packets,
      List<PortArrivals> arrivals) {
    /** Copies the lists. */
    public Switched {
      queues = List.copyOf(queues);
      arrivals = List.copyOf(arrivals);
    }
  }

  /** Returns what makes another result of this one. */
  public ResultDraft draft() {
    return new ResultDraft(this);
  }

  /**
   * Returns this result as that of a run that failed.
   *
   * @param why added to the message where there is one
   */
  public RunResult failed(String why) {
    return failedBy(message().map(first -> first + "; " + why).orElse(why));
  }

  /**
   * Returns this result as that of a run that failed for one reason, of which what else went wrong
   * is but a consequence.
   */
  public RunResult failedBy(String cause) {
    return draft().ending(new Ending(RunStatus.FAILED, Optional.of(cause), ending.plan())).result();
  }

  /** Returns how it ended. */
  public RunStatus status() {
    return ending.status();
  }

  /** Returns why, if it did not complete. */
  public Optional<String> message() {
    return ending.message();
  }

  /** Returns every queue of every switch port. */
  public List<QueueRecord> queues() {
    return switches.queues();
  }

  /** Returns where the run's packets began and ended; empty if the fabric does not say. */
  public Optional<PacketLedger> packets() {
    return switches.packets();
  }

  /**
   * The one count of packets that were dropped, which every table and every verdict reads: by any
   * reason, the kernel's included, where the fabric says where packets ended.
   */
  public long drops() {
    return packets().stream()
        .flatMapToLong(ledger -> ledger.dropped().total().stream())
        .findFirst()
        .orElseGet(() ->
            switches.unqueuedDrops()
                + queues().stream().mapToLong(queue -> queue.counters().dropped().packets()).sum());
  }

  /** The numbers of the result table and of {@code summary.json}. */
  public RunSummary summary() {
    return new RunSummary(this);
  }

  /**
   * The most that a receiver kept to put it in order, over all receivers of a run whose transport
   * has receivers that reorder.
   *
   * @param packets that one connection had taken beyond a gap, at one time
   * @param host the receiver; of several the first by number
   */
  public record ReorderPeak(int packets, String host) {}

  /**
   * The cost of a run. Differs from run to run, so it is in {@code summary.json} and in no CSV.
   *
   * @param packetHops packets that left a switch pipeline or were dropped there, summed over
   *     switches
   * @param wallSeconds from the start of the run to its last event
   * @param cpuSeconds of the whole process, all threads
   * @param peakRssBytes most memory that the process held; 0 where the system does not tell
   */
  public record RunCost(
      long packetHops, double wallSeconds, double cpuSeconds, long peakRssBytes) {}

  /**
   * The size of an experiment and an estimate of what a run of it costs.
   *
   * @param hosts of the network
   * @param switches of the network
   * @param links of the network
   * @param entries P4Runtime entities that the controller would write, summed over switches
   * @param packets data packets of the workload, retransmissions left out
   * @param packetHops packets through switches, an ACK for each data packet included
   * @param idealSeconds when the last flow would end in an ideal network, in the experiment's time
   * @param wallSeconds estimate of the run's duration on the virtual fabric
   * @param memoryBytes estimate of the process's memory on the virtual fabric
   */
  public record RunPlan(
      int hosts,
      int switches,
      int links,
      long entries,
      long packets,
      long packetHops,
      double idealSeconds,
      double wallSeconds,
      long memoryBytes) {}

  /** The stages that a run comes to. */
  public enum RunStatus {
    /** The run is under way, or its process was killed: the folder has no results yet. */
    RUNNING,
    /** Checked and priced, not run: there are no results. */
    PLANNED,
    /** Every flow finished and every byte was verified. */
    COMPLETED,
    /** Stopped by the user; the results are of what had happened until then. */
    INTERRUPTED,
    /** Ended with a flow unfinished, bytes that differ or a fault. */
    FAILED;

    /** Returns whether the run did what was asked of it. */
    public boolean isSuccess() {
      return this == COMPLETED || this == PLANNED;
    }

    /** Returns the status as {@code summary.json} writes it. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
