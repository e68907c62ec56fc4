package io.smartt.workload;

import module java.base;

import io.smartt.workload.schedule.Job.PlacedJob;

/**
 * Flows, the triggers that chain them, and links that are down.
 *
 * @param name as the user named it: {@code incast:15x4MiB}, or a file's name
 * @param hosts how many hosts it is for
 * @param flows in order; their place in this list is the flow's index
 * @param triggers in order
 * @param failures links that are down
 * @param jobs whose operations flows and triggers are; empty if they are of no schedule
 */
public record Workload(
    String name,
    int hosts,
    List<Flow> flows,
    List<Workload.Trigger> triggers,
    List<Failure> failures,
    List<PlacedJob> jobs) {

  /** Copies the lists. Refuses what could not run to its end. */
  public Workload {
    flows = List.copyOf(flows);
    triggers = List.copyOf(triggers);
    failures = List.copyOf(failures);
    jobs = List.copyOf(jobs);
    WorkloadCheck.check(name, hosts, flows, triggers);
  }

  /** Creates a workload of no schedule. */
  public Workload(
      String name, int hosts, List<Flow> flows, List<Trigger> triggers, List<Failure> failures) {
    this(name, hosts, flows, triggers, failures, List.of());
  }

  /** Creates a workload without triggers and failures. */
  public Workload(String name, int hosts, List<Flow> flows) {
    this(name, hosts, flows, List.of(), List.of());
  }

  /** Payload of all flows together. Counts them at each call. */
  public long totalBytes() {
    return flows.stream().mapToLong(Flow::bytes).sum();
  }

  /** Time of all works one after the other, picoseconds; the largest number where that is more. */
  public long totalWorkPs() {
    double sumPs = 0;
    for (Trigger trigger : triggers) {
      sumPs += trigger.work().map(Work::ps).orElse(0L);
    }
    return (long) sumPs;
  }

  /** Returns these flows with every start time, and every work, multiplied by a factor. */
  public Workload dilated(double factor) {
    if (factor == 1) {
      return this;
    }
    List<Flow> later = flows.stream().map(flow -> flow.dilated(factor)).toList();
    List<Trigger> longer = triggers.stream().map(trigger -> trigger.dilated(factor)).toList();
    return new Workload(name, hosts, later, longer, failures, jobs);
  }

  /**
   * A link or a whole switch that is down from the start, as connection matrices name it.
   *
   * @param tier 0 for {@code TOR}, 1 for {@code AGG}, 2 for {@code CORE}
   * @param switchId the switch's place in its tier, from 0
   * @param linkId which of its links, from 0: uplinks of a ToR or aggregation switch, downlinks of
   *     a core switch; empty for the whole switch, which the reference simulator's grammar does not
   *     have
   */
  public record Failure(int tier, int switchId, OptionalInt linkId) {}

  /**
   * Time that a core of a host computes. Works of one core come one after the other, in the order
   * in which they could begin.
   *
   * @param host index of the host
   * @param core number of the core
   * @param ps how long, picoseconds
   */
  public record Work(int host, int core, long ps) {
    /** Refuses what takes less than no time. */
    public Work {
      if (host < 0 || core < 0 || ps < 0) {
        throw new IllegalArgumentException("host " + host + ", core " + core + ", " + ps + " ps");
      }
    }

    Work dilated(double factor) {
      return new Work(host, core, Math.round(ps * factor));
    }
  }

  /**
   * Starts flows, and activates other triggers, when something is done.
   *
   * @param id by which flows and triggers refer to it, positive
   * @param kind what an activation does
   * @param count activations that a barrier waits for, 1 for the other kinds; 0 for a barrier whose
   *     work begins with the experiment
   * @param work that comes between the last activation and what follows
   * @param then ids of triggers that are activated when the flows start
   */
  public record Trigger(int id, Kind kind, int count, Optional<Work> work, List<Integer> then) {

    /** Effect of an activation. */
    public enum Kind {
      /** The only activation starts all flows that wait. */
      ONESHOT,
      /**
       * Each activation starts the next flow that waits, in the workload's order, while any does.
       */
      MULTISHOT,
      /** The count-th activation starts all flows that wait. */
      BARRIER
    }

    /** Copies the list. */
    public Trigger {
      then = List.copyOf(then);
    }

    /** A trigger that starts flows at once, and nothing else. */
    public Trigger(int id, Kind kind, int count) {
      this(id, kind, count, Optional.empty(), List.of());
    }

    /** Starts all that wait at its only activation. */
    public static Trigger oneshot(int id) {
      return new Trigger(id, Kind.ONESHOT, 1);
    }

    /** Starts one at each activation. */
    public static Trigger multishot(int id) {
      return new Trigger(id, Kind.MULTISHOT, 1);
    }

    /** Returns whether it only starts flows, at once. */
    boolean isPlain() {
      return work.isEmpty() && then.isEmpty();
    }

    /** Returns this trigger with its work longer by a factor. */
    Trigger dilated(double factor) {
      return work.isEmpty()
          ? this
          : new Trigger(id, kind, count, work.map(own -> own.dilated(factor)), then);
    }
  }
}
