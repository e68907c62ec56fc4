package io.smartt.workload.schedule;

import io.smartt.base.input.UserInputException;
import java.util.Arrays;
import java.util.BitSet;

/** A schedule that can run to its end: what its receives get, and what starts by itself. */
public final class Job {
  private final String name;
  private final Schedule schedule;
  private final Matching matching;
  private final Dependents dependents;
  private final BitSet first = new BitSet();

  /**
   * Matches messages, and walks the schedule without time.
   *
   * @param name of the job, for reports and errors: its file's
   * @throws UserInputException if it could not run to its end
   */
  public Job(String name, Schedule schedule) {
    this.name = name;
    this.schedule = schedule;
    matching = Matching.of(name, schedule);
    dependents = Dependents.of(schedule);
    for (int op : ScheduleCheck.order(name, schedule, matching, dependents)) {
      first.set(op, countWaiting(op) == 0);
    }
  }

  /** Name of the job. */
  public String name() {
    return name;
  }

  /** Its operations. */
  public Schedule schedule() {
    return schedule;
  }

  /** The receive of a send, or the send of a receive. */
  public int partner(int operation) {
    return matching.partner(operation);
  }

  /** Returns what waits for what. */
  public Dependents dependents() {
    return dependents;
  }

  /** Returns whether an operation starts with the experiment. */
  public boolean isFirst(int operation) {
    return first.get(operation);
  }

  /** Counts the operations that an operation waits for; starts with the experiment do not count. */
  public int countWaiting(int operation) {
    int count = 0;
    for (int i = 0; i < schedule.countBefore(operation); i++) {
      if (isAwaited(schedule.before(operation, i))) {
        count++;
      }
    }
    return count;
  }

  /** Returns whether one of those that an operation waits for is not there from the start. */
  public boolean isAwaited(int before) {
    return before >= 0 || !first.get(~before);
  }

  /** Hosts that it takes: one for each NIC of each rank. */
  public int endpoints() {
    return Math.multiplyExact(schedule.ranks(), schedule.nics());
  }

  /**
   * A job on its hosts, and which flow and which triggers of a workload each of its operations is.
   * Written while a workload is made, then read only.
   */
  public static final class PlacedJob {
    /** The flow or trigger of an operation that has none. */
    public static final int NONE = -1;

    private final Job job;
    private final int[] hosts;
    private final int[] flow;
    private final int[] start;
    private final int[] done;

    /**
     * @param hosts of its endpoints, see {@link Placement#place}
     */
    public PlacedJob(Job job, int[] hosts) {
      this.job = job;
      this.hosts = hosts.clone();
      flow = new int[job.schedule().size()];
      start = new int[flow.length];
      done = new int[flow.length];
      Arrays.fill(flow, NONE);
      Arrays.fill(start, NONE);
      Arrays.fill(done, NONE);
    }

    public Job job() {
      return job;
    }

    /** Host of a rank's NIC. */
    public int host(int rank, int nic) {
      return hosts[rank * job.schedule().nics() + nic];
    }

    /** Host that computes for a rank: that of its first NIC. */
    public int host(int rank) {
      return host(rank, 0);
    }

    /** Returns whether a send stays on its host, so that it takes no time. */
    public boolean isLocal(int send) {
      return source(send) == sink(send);
    }

    /** Host of a send. */
    public int source(int send) {
      return host(job.schedule().rank(send), job.schedule().nic(send));
    }

    /** Host that a send goes to. */
    public int sink(int send) {
      return host(job.schedule().peer(send), job.schedule().nic(send));
    }

    /** Index of a send's flow, or {@link #NONE}. */
    public int flow(int operation) {
      return flow[operation];
    }

    /** Index of the trigger that opens when an operation starts, or {@link #NONE}. */
    public int start(int operation) {
      return start[operation];
    }

    /** Index of the trigger that opens when an operation is done, or {@link #NONE}. */
    public int done(int operation) {
      return done[operation];
    }

    /** Notes a send's flow. */
    public void setFlow(int operation, int index) {
      flow[operation] = index;
    }

    /** Notes the trigger of an operation's start. */
    public void setStart(int operation, int index) {
      start[operation] = index;
    }

    /** Notes the trigger of an operation's end. */
    public void setDone(int operation, int index) {
      done[operation] = index;
    }
  }
}
