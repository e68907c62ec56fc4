package io.smartt.experiment.report;

import module java.base;

/**
 * The results of a run's jobs; empty for traffic that is of no job.
 *
 * @param jobs in the workload's order
 * @param ranks of all jobs
 * @param collectives of all jobs
 * @param criticalPaths of all jobs that are done, one behind the other
 */
public record JobReport(
    List<JobReport.JobRecord> jobs,
    List<JobReport.RankRecord> ranks,
    List<JobReport.CollectiveRecord> collectives,
    List<JobReport.CriticalStep> criticalPaths) {
  /** The report of traffic that is of no job. */
  public static final JobReport NONE = new JobReport(List.of(), List.of(), List.of(), List.of());

  /** Copies the lists. */
  public JobReport {
    jobs = List.copyOf(jobs);
    ranks = List.copyOf(ranks);
    collectives = List.copyOf(collectives);
    criticalPaths = List.copyOf(criticalPaths);
  }

  /**
   * One collective operation of a job.
   *
   * @param job its name
   * @param name as its file has it
   * @param kind what it does: {@code all-reduce}
   * @param algorithm that made messages of it
   * @param ranks that take part
   * @param bytes its size, as nccl-tests counts it
   * @param startPs when its first rank began; empty if none did
   * @param enteredPs when its last rank began, as far as they did
   * @param finishPs when its last operation was done; empty if one is not
   * @param busFactor bus bandwidth over bytes a second, see nccl-tests, doc/PERFORMANCE.md
   */
  public record CollectiveRecord(
      String job,
      String name,
      String kind,
      String algorithm,
      int ranks,
      long bytes,
      OptionalLong startPs,
      long enteredPs,
      OptionalLong finishPs,
      double busFactor) {
    private static final double PS_PER_NS = 1e3;

    /** Returns the time when its last rank began; empty if none did. */
    public OptionalLong lastStartPs() {
      return startPs.isPresent() ? OptionalLong.of(enteredPs) : startPs;
    }

    /** Returns the time from the first beginning to the last end; empty if it did not end. */
    public OptionalLong timePs() {
      return startPs.isPresent() && finishPs.isPresent()
          ? OptionalLong.of(finishPs.getAsLong() - startPs.getAsLong())
          : OptionalLong.empty();
    }

    /** Its size over its time, in GB/s; empty if it has none or did not end. */
    public OptionalDouble algorithmGBps() {
      return bytes == 0 || timePs().orElse(0) <= 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(bytes / (timePs().getAsLong() / PS_PER_NS));
    }

    /** Its bus bandwidth, in GB/s; empty if it has no size or did not end. */
    public OptionalDouble busGBps() {
      OptionalDouble algorithm = algorithmGBps();
      return algorithm.isEmpty()
          ? algorithm
          : OptionalDouble.of(algorithm.getAsDouble() * busFactor);
    }
  }

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

  /**
   * One job of a run.
   *
   * @param name of its file, with a number where one comes again
   * @param ranks how many it has
   * @param work of all ranks; its times are means over ranks
   * @param pathSteps operations of its critical path; 0 if it is not done
   * @param pathComputePs of the critical path, what computes
   * @param pathSlowedPs of that, what computes longer because its host was slow
   */
  public record JobRecord(
      String name,
      int ranks,
      JobReport.JobWork work,
      int pathSteps,
      long pathComputePs,
      long pathSlowedPs) {

    /** Returns the time that messages take of the critical path; 0 if the job is not done. */
    public long pathMessagePs() {
      return pathSteps == 0 ? 0 : work.finishPs().orElse(0) - pathComputePs;
    }
  }

  /**
   * One rank of a job.
   *
   * @param job its name
   * @param rank number in the job
   * @param host that it is on
   * @param work its own
   * @param slowedPs by which its computations took longer because its host was slow
   * @param waitsFor its first operation that could begin and is not done; empty if all are done
   */
  public record RankRecord(
      String job,
      int rank,
      String host,
      JobReport.JobWork work,
      long slowedPs,
      Optional<String> waitsFor) {}

  /**
   * The work of a rank, or of all ranks of a job.
   *
   * @param operations how many there are
   * @param done how many of them are done
   * @param finishPs when the last operation was done; empty if one is not
   * @param computePs in which a rank computed, on any core
   * @param communicationPs in which a rank had a send or receive under way
   * @param exposedPs of that, in which it computed nothing
   * @param sentBytes of messages to other hosts that are done
   */
  public record JobWork(
      int operations,
      int done,
      OptionalLong finishPs,
      long computePs,
      long communicationPs,
      long exposedPs,
      long sentBytes) {}
}
