package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.JobReport;
import io.smartt.experiment.report.JobReport.CollectiveRecord;
import io.smartt.experiment.report.JobReport.CriticalStep;
import io.smartt.experiment.report.JobReport.JobRecord;
import io.smartt.experiment.report.RunResult.ReorderPeak;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.transport.ReliabilitySettings.Delivery;
import io.smartt.host.transport.TransportCounters;
import io.smartt.workload.Workload;
import io.smartt.workload.Workloads;
import io.smartt.workload.jobs.CriticalPath;
import io.smartt.workload.jobs.CriticalPath.CollectiveTimes;
import io.smartt.workload.jobs.OperationTimes;
import io.smartt.workload.jobs.OperationTimes.RankTimes;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule;

/** Converts the times of flows and triggers to the records of jobs. */
public final class JobRecords {
  private final Topology topology;
  private final List<JobRecord> jobs = new ArrayList<>();
  private final List<JobReport.RankRecord> ranks = new ArrayList<>();
  private final List<CollectiveRecord> collectives = new ArrayList<>();
  private final List<CriticalStep> criticalPaths = new ArrayList<>();

  private JobRecords(Topology topology) {
    this.topology = topology;
  }

  /** Returns what became of the workload's jobs. */
  public static JobReport of(Topology topology, Workload workload, Traffic traffic) {
    JobRecords made = new JobRecords(topology);
    OperationTimes.Clock clock = traffic.clock();
    for (PlacedJob placed : workload.jobs()) {
      made.add(new OperationTimes(placed, clock));
    }
    Workloads.collective(workload)
        .ifPresent(one -> made.collectives.add(ofAllFlows(workload, one, clock)));
    return new JobReport(made.jobs, made.ranks, made.collectives, made.criticalPaths);
  }

  private void add(OperationTimes times) {
    PlacedJob placed = times.placed();
    String name = placed.job().name();
    Schedule schedule = placed.job().schedule();
    List<RankTimes> all = new ArrayList<>();
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      RankTimes one = RankTimes.of(times, rank);
      all.add(one);
      ranks.add(
          new JobReport.RankRecord(
              name,
              rank,
              host(placed, rank),
              new JobReport.JobWork(
                  one.operations(),
                  one.done(),
                  one.isDone() ? OptionalLong.of(one.finishPs()) : OptionalLong.empty(),
                  one.computePs(),
                  one.communicationPs(),
                  one.exposedPs(),
                  one.sentBytes()),
              one.slowedPs(),
              one.underWay() == PlacedJob.NONE
                  ? Optional.empty()
                  : Optional.of(
                      schedule.where(one.underWay()) + ", " + schedule.text(one.underWay()))));
    }
    List<CriticalPath.Step> path = CriticalPath.of(times);
    long pathComputePs = 0;
    long pathSlowedPs = 0;
    for (int i = 0; i < path.size(); i++) {
      CriticalPath.Step step = path.get(i);
      criticalPaths.add(critical(placed, step, i + 1));
      if (schedule.kind(step.operation()) == Schedule.OperationKind.COMPUTE) {
        pathComputePs += step.toPs() - step.fromPs();
        pathSlowedPs += Math.min(step.toPs() - step.fromPs(), times.slowedPs(step.operation()));
      }
    }
    jobs.add(job(name, schedule, all, path.size(), pathComputePs, pathSlowedPs));
    List<CollectiveTimes> ran = CollectiveTimes.of(times);
    for (int i = 0; i < ran.size(); i++) {
      collectives.add(collective(name, schedule.collectives().get(i), ran.get(i)));
    }
  }

  private String host(PlacedJob placed, int rank) {
    return topology.host(placed.host(rank)).name();
  }

  private static JobRecord job(
      String name,
      Schedule schedule,
      List<RankTimes> all,
      int pathSteps,
      long pathComputePs,
      long pathSlowedPs) {
    boolean done = all.stream().allMatch(RankTimes::isDone);
    return new JobRecord(
        name,
        schedule.ranks(),
        new JobReport.JobWork(
            schedule.size(),
            all.stream().mapToInt(RankTimes::done).sum(),
            done ? all.stream().mapToLong(RankTimes::finishPs).max() : OptionalLong.empty(),
            all.stream().mapToLong(RankTimes::computePs).sum() / all.size(),
            all.stream().mapToLong(RankTimes::communicationPs).sum() / all.size(),
            all.stream().mapToLong(RankTimes::exposedPs).sum() / all.size(),
            all.stream().mapToLong(RankTimes::sentBytes).sum()),
        pathSteps,
        pathComputePs,
        pathSlowedPs);
  }

  private CriticalStep critical(PlacedJob placed, CriticalPath.Step step, int number) {
    Schedule schedule = placed.job().schedule();
    int rank = schedule.rank(step.operation());
    return new CriticalStep(
        placed.job().name(),
        number,
        rank,
        host(placed, rank),
        schedule.kind(step.operation()).word(),
        schedule.where(step.operation()),
        schedule.text(step.operation()),
        step.fromPs(),
        step.toPs(),
        step.link().word());
  }

  private static CollectiveRecord collective(
      String job, Schedule.Collective one, CollectiveTimes ran) {
    return new CollectiveRecord(
        job,
        one.name(),
        one.kind().spelling(),
        one.algorithm(),
        one.ranks().size(),
        one.bytes(),
        known(ran.startPs()),
        ran.enteredPs(),
        known(ran.finishPs()),
        one.kind().busFactor(one.ranks().size()));
  }

  private static OptionalLong known(long ps) {
    return ps == OperationTimes.NOT_YET ? OptionalLong.empty() : OptionalLong.of(ps);
  }

  /** A workload that is a collective as a whole. */
  private static CollectiveRecord ofAllFlows(
      Workload workload, Schedule.Collective one, OperationTimes.Clock clock) {
    long finishPs = 0;
    for (int flow = 0; flow < workload.flows().size(); flow++) {
      long ownPs = clock.finishPs(flow);
      finishPs =
          ownPs == OperationTimes.NOT_YET || finishPs == OperationTimes.NOT_YET
              ? OperationTimes.NOT_YET
              : Math.max(finishPs, ownPs);
    }
    return collective(workload.name(), one, new CollectiveTimes(0, 0, finishPs));
  }

  /** Converts the counters of hosts and switches to the records of reports. */
  public static final class ResultRecords {
    private ResultRecords() {}

    /**
     * The most that a receiver kept, where receivers reorder; else empty.
     *
     * @param peakPackets of a host's connections
     */
    public static Optional<ReorderPeak> mostKept(
        ExperimentSpec spec, Topology topology, ToIntFunction<Host> peakPackets) {
      if (SettingKeys.TRANSPORT.read(spec.settings()).delivery() != Delivery.ROD_REORDERED) {
        return Optional.empty();
      }
      return topology.hosts().stream()
          .map(host -> new ReorderPeak(peakPackets.applyAsInt(host), host.name()))
          // The first of equals.
          .reduce((most, next) -> next.packets() > most.packets() ? next : most);
    }

    /**
     * The most that a receiver in this process kept, where receivers reorder; else empty.
     *
     * @param counters of a host's transport
     */
    public static Optional<ReorderPeak> mostKeptHere(
        ExperimentSpec spec, Topology topology, Function<Host, TransportCounters> counters) {
      return mostKept(spec, topology, host -> counters.apply(host).reorderPeakPackets());
    }
  }
}
