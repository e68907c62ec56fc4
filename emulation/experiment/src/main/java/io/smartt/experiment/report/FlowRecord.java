package io.smartt.experiment.report;

import module java.base;

/**
 * One flow of a run, finished or not.
 *
 * @param id the workload's number for the flow
 * @param src name of the sending host
 * @param dst name of the receiving host
 * @param bytes payload to deliver
 * @param startPs when the sender could begin, picoseconds since the start of the experiment
 * @param finishPs when the last ACK reached the sender; empty if that did not happen
 * @param idealPs completion time (not instant) of the flow in the fluid model, picoseconds
 * @param counters what its two ends counted
 * @param path its way through the network
 * @param rtt round-trip times that its sender measured; empty if it measured none
 * @param idlePs ideal completion time in a network without other traffic, picoseconds; empty if it
 *     was not computed
 */
public record FlowRecord(
    int id,
    String src,
    String dst,
    long bytes,
    long startPs,
    OptionalLong finishPs,
    long idealPs,
    FlowCounters counters,
    PathInfo path,
    Optional<RttRecord> rtt,
    OptionalLong idlePs) {

  /** Refuses times that make no sense, so that a slowdown is always a positive number. */
  public FlowRecord {
    if (idealPs <= 0) {
      throw new IllegalArgumentException("flow " + id + ": ideal time " + idealPs + " ps");
    }
    if (finishPs.isPresent() && finishPs.getAsLong() <= startPs) {
      throw new IllegalArgumentException(
          "flow " + id + ": finish " + finishPs.getAsLong() + " ps, start " + startPs + " ps");
    }
  }

  /** Returns whether the last ACK arrived. */
  public boolean finished() {
    return finishPs.isPresent();
  }

  /** Completion time in picoseconds: last ACK at the sender minus start. */
  public OptionalLong completionPs() {
    return finishPs.isPresent()
        ? OptionalLong.of(finishPs.getAsLong() - startPs)
        : OptionalLong.empty();
  }

  /**
   * Completion time over that of an ideal network without other traffic, the FCT slowdown of the
   * literature.
   */
  public OptionalDouble idleSlowdown() {
    return finishPs.isPresent() && idlePs.isPresent()
        ? OptionalDouble.of((double) (finishPs.getAsLong() - startPs) / idlePs.getAsLong())
        : OptionalDouble.empty();
  }

  /** Completion time over ideal completion time. Below 1 for an unfairly lucky flow. */
  public OptionalDouble slowdown() {
    return finishPs.isPresent()
        ? OptionalDouble.of((double) (finishPs.getAsLong() - startPs) / idealPs)
        : OptionalDouble.empty();
  }
}
