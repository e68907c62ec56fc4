package io.smartt.workload.jobs;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import io.smartt.workload.Workload.Trigger;
import io.smartt.workload.Workload.Work;
import io.smartt.workload.schedule.Job;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule;
import io.smartt.workload.schedule.Schedule.OperationKind;

/**
 * Placed jobs as flows and triggers: each send to another host is a flow, in the order of jobs,
 * ranks and operations. Other operations have a trigger that opens when they are done. All triggers
 * of a rank are of its hosts, so hosts stay apart ({@link io.smartt.workload.HostGroups}).
 */
public final class JobsWorkload {
  private static final long PS_PER_NS = 1_000;

  /** Core of what takes no time: nothing ever waits for it. */
  private static final int NO_CORE = 0;

  private record Core(int host, int job, int rank, int number) {}

  private final List<Flow> flows = new ArrayList<>();
  private final List<Trigger> triggers = new ArrayList<>();
  private final Map<Core, Integer> cores = new HashMap<>();
  private final Map<Integer, Integer> coresOfHost = new HashMap<>();
  private int flowsFound;
  private int triggersFound;

  private JobsWorkload() {}

  /**
   * Makes the workload.
   *
   * @param hosts of the network
   * @throws UserInputException if nothing is sent between hosts
   */
  public static Workload of(String name, int hosts, List<PlacedJob> jobs) {
    JobsWorkload made = new JobsWorkload();
    jobs.forEach(made::number);
    for (int i = 0; i < jobs.size(); i++) {
      made.add(i, jobs.get(i));
    }
    if (made.flows.isEmpty()) {
      throw new UserInputException(name + ": no rank sends anything to another host");
    }
    return new Workload(name, hosts, made.flows, made.triggers, List.of(), jobs);
  }

  /** Numbers flows and triggers, so that they can refer to each other. */
  private void number(PlacedJob placed) {
    Job job = placed.job();
    Schedule schedule = job.schedule();
    for (int op = 0; op < schedule.size(); op++) {
      boolean sends = isFlow(placed, op);
      if (needsStart(placed, op, sends)) {
        placed.setStart(op, triggersFound++);
      }
      if (!sends || job.dependents().hasOfEnd(op)) {
        placed.setDone(op, triggersFound++);
      }
      if (sends) {
        placed.setFlow(op, flowsFound++);
      }
    }
  }

  private static boolean isFlow(PlacedJob placed, int op) {
    return placed.job().schedule().kind(op) == OperationKind.SEND && !placed.isLocal(op);
  }

  /** A send that waits for one end alone starts by the trigger of that. */
  private static boolean needsStart(PlacedJob placed, int op, boolean sends) {
    Job job = placed.job();
    return !job.isFirst(op)
        && (job.dependents().hasOfStart(op) || (sends && waitsForOneEnd(job, op) == Schedule.NONE));
  }

  private static int waitsForOneEnd(Job job, int op) {
    if (job.countWaiting(op) != 1) {
      return Schedule.NONE;
    }
    for (int i = 0; i < job.schedule().countBefore(op); i++) {
      int before = job.schedule().before(op, i);
      if (before >= 0) {
        return before;
      }
    }
    return Schedule.NONE;
  }

  private void add(int number, PlacedJob placed) {
    Job job = placed.job();
    for (int op = 0; op < job.schedule().size(); op++) {
      int waiting = job.countWaiting(op);
      if (placed.start(op) != PlacedJob.NONE) {
        add(waiting, Optional.empty(), afterStart(placed, op));
      }
      if (placed.done(op) != PlacedJob.NONE) {
        int own = placed.start(op) == PlacedJob.NONE ? waiting : 1;
        int count =
            switch (job.schedule().kind(op)) {
              case SEND -> placed.isLocal(op) ? own : 1;
              case RECEIVE -> own + 1;
              case COMPUTE, JOIN -> own;
            };
        add(count, work(number, placed, op, count), afterEnd(placed, op));
      }
      if (placed.flow(op) != PlacedJob.NONE) {
        flows.add(flow(placed, op));
      }
    }
  }

  private void add(int count, Optional<Work> work, List<Integer> then) {
    triggers.add(new Trigger(triggers.size() + 1, Trigger.Kind.BARRIER, count, work, then));
  }

  private Optional<Work> work(int number, PlacedJob placed, int op, int count) {
    Schedule schedule = placed.job().schedule();
    int rank = schedule.rank(op);
    int host = placed.host(rank);
    if (schedule.kind(op) == OperationKind.COMPUTE) {
      int core = core(new Core(host, number, rank, schedule.core(op)));
      return Optional.of(new Work(host, core, schedule.amount(op) * PS_PER_NS));
    }
    // What waits for nothing begins as work does, with the experiment.
    return count == 0 ? Optional.of(new Work(host, NO_CORE, 0)) : Optional.empty();
  }

  /** Ranks that share a host have cores of their own. */
  private int core(Core key) {
    return cores.computeIfAbsent(
        key, core -> coresOfHost.merge(core.host(), NO_CORE + 1, Integer::sum));
  }

  private static List<Integer> afterStart(PlacedJob placed, int op) {
    List<Integer> then = new ArrayList<>();
    placed.job().dependents().forEachOfStart(op, waits -> addActivated(placed, waits, then));
    if (placed.flow(op) == PlacedJob.NONE) {
      then.add(id(placed.done(op)));
    }
    return then;
  }

  private static List<Integer> afterEnd(PlacedJob placed, int op) {
    List<Integer> then = new ArrayList<>();
    placed.job().dependents().forEachOfEnd(op, waits -> addActivated(placed, waits, then));
    if (placed.job().schedule().kind(op) == OperationKind.SEND && placed.isLocal(op)) {
      then.add(id(placed.done(placed.job().partner(op))));
    }
    return then;
  }

  private static void addActivated(PlacedJob placed, int waits, List<Integer> then) {
    if (placed.start(waits) != PlacedJob.NONE) {
      then.add(id(placed.start(waits)));
    } else if (placed.flow(waits) == PlacedJob.NONE) {
      then.add(id(placed.done(waits)));
    }
  }

  private static int id(int trigger) {
    return trigger + 1;
  }

  private Flow flow(PlacedJob placed, int op) {
    Job job = placed.job();
    // A message without a byte is a packet all the same; the smallest that there is has one.
    long bytes = Math.max(1, job.schedule().amount(op));
    Flow flow = Flow.at(flows.size() + 1, placed.source(op), placed.sink(op), bytes, 0);
    if (placed.start(op) != PlacedJob.NONE) {
      flow = flow.startedBy(id(placed.start(op)));
    } else if (!job.isFirst(op)) {
      flow = flow.startedBy(id(placed.done(waitsForOneEnd(job, op))));
    }
    if (placed.done(op) != PlacedJob.NONE) {
      flow = flow.whenSent(id(placed.done(op)));
    }
    return flow.whenReceived(id(placed.done(job.partner(op))));
  }
}
