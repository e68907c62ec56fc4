package io.smartt.experiment.report;

import module java.base;

/**
 * One rank of a job.
 *
 * @param job its name
 * @param rank number in the job
 * @param host that it is on
 * @param operations how many it has
 * @param done how many of them are done
 * @param finishPs when its last operation was done; empty if one is not
 * @param computePs in which it computed, on any core
 * @param slowedPs by which its computations took longer because its host was slow
 * @param communicationPs in which a send or receive of it was under way
 * @param exposedPs of that, in which it computed nothing
 * @param sentBytes of messages to other hosts that are done
 * @param waitsFor its first operation that could begin and is not done; empty if all are done
 */
public record RankRecord(
    String job,
    int rank,
    String host,
    int operations,
    int done,
    OptionalLong finishPs,
    long computePs,
    long slowedPs,
    long communicationPs,
    long exposedPs,
    long sentBytes,
    Optional<String> waitsFor) {}
