package io.smartt.experiment.report;

/**
 * One operation of a job's critical path.
 *
 * @param job its name
 * @param step number in the path, from 1
 * @param rank whose it is
 * @param host of the rank
 * @param kind {@code send}, {@code recv}, {@code calc} or {@code join}
 * @param place in its file: {@code line 3}
 * @param what it does, in words
 * @param startPs when the step before was over
 * @param finishPs when the next step could go on
 * @param link what of this step the next one waited for
 */
public record CriticalStep(
    String job,
    int step,
    int rank,
    String host,
    String kind,
    String place,
    String what,
    long startPs,
    long finishPs,
    String link) {}
