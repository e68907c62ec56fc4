package io.smartt.experiment.report;

import java.util.OptionalLong;

/**
 * One job of a run.
 *
 * @param name of its file, with a number where one comes again
 * @param ranks how many it has
 * @param operations of all ranks
 * @param done how many of them are done
 * @param finishPs when its last operation was done; empty if one is not
 * @param computePs mean over ranks of the time in which one computed
 * @param communicationPs mean over ranks of the time in which one had a send or receive under way
 * @param exposedPs of that, the mean time in which the rank computed nothing
 * @param sentBytes of messages to other hosts that are done
 * @param pathSteps operations of its critical path; 0 if it is not done
 * @param pathComputePs of the critical path, what computes
 * @param pathSlowedPs of that, what computes longer because its host was slow
 */
public record JobRecord(
    String name,
    int ranks,
    int operations,
    int done,
    OptionalLong finishPs,
    long computePs,
    long communicationPs,
    long exposedPs,
    long sentBytes,
    int pathSteps,
    long pathComputePs,
    long pathSlowedPs) {

  /** Returns the time that messages take of the critical path; 0 if the job is not done. */
  public long pathMessagePs() {
    return pathSteps == 0 ? 0 : finishPs.orElse(0) - pathComputePs;
  }
}
