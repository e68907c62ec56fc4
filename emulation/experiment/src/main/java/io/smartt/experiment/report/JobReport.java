package io.smartt.experiment.report;

import java.util.List;

/**
 * The results of a run's jobs; empty for traffic that is of no job.
 *
 * @param jobs in the workload's order
 * @param ranks of all jobs
 * @param collectives of all jobs
 * @param criticalPaths of all jobs that are done, one behind the other
 */
public record JobReport(
    List<JobRecord> jobs,
    List<RankRecord> ranks,
    List<CollectiveRecord> collectives,
    List<CriticalStep> criticalPaths) {
  /** The report of traffic that is of no job. */
  public static final JobReport NONE = new JobReport(List.of(), List.of(), List.of(), List.of());

  /** Copies the lists. */
  public JobReport {
    jobs = List.copyOf(jobs);
    ranks = List.copyOf(ranks);
    collectives = List.copyOf(collectives);
    criticalPaths = List.copyOf(criticalPaths);
  }
}
