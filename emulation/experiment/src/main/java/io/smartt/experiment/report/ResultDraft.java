package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.counters.PacketLedger;
import io.smartt.experiment.report.RunResult.Ending;
import io.smartt.experiment.report.RunResult.Switched;

/** A result that is being put together. What nobody gives is nothing. Mutable. */
public final class ResultDraft {
  private final RunIdentity identity;
  private final TopologyView topology;
  private final RunResult.RunCost cost;
  private Ending ending;
  private List<FlowRecord> flows = List.of();
  private Switched switches = new Switched(List.of(), 0, 0, Optional.empty(), List.of());
  private RunSamples samples = RunSamples.NONE;
  private RunHistory history = RunHistory.NONE;
  private JobReport jobs = JobReport.NONE;
  private Optional<RunResult.ReorderPeak> kept = Optional.empty();

  /** Begins with what each result has. */
  public ResultDraft(
      RunIdentity identity, Ending ending, TopologyView topology, RunResult.RunCost cost) {
    this.identity = identity;
    this.ending = ending;
    this.topology = topology;
    this.cost = cost;
  }

  ResultDraft(RunResult result) {
    this(result.identity(), result.ending(), result.topology(), result.cost());
    flows = result.flows();
    switches = result.switches();
    samples = result.samples();
    history = result.history();
    jobs = result.jobs();
    kept = result.kept();
  }

  ResultDraft ending(Ending how) {
    ending = how;
    return this;
  }

  /** Gives every flow of the workload, in the workload's order. */
  public ResultDraft flows(List<FlowRecord> all) {
    flows = all;
    return this;
  }

  /** Gives what switches counted. */
  public ResultDraft switches(Switched counted) {
    switches = counted;
    return this;
  }

  /** Gives where the packets of the run began and ended. */
  public ResultDraft packets(PacketLedger ledger) {
    return switches(
        new Switched(
            switches.queues(),
            switches.unqueuedDrops(),
            switches.pauseFrames(),
            Optional.of(ledger),
            switches.arrivals()));
  }

  /** Gives what was recorded over time. */
  public ResultDraft samples(RunSamples recorded) {
    samples = recorded;
    return this;
  }

  /** Gives what happened to the run. */
  public ResultDraft history(RunHistory what) {
    history = what;
    return this;
  }

  /** Gives what became of the workload's jobs. */
  public ResultDraft jobs(JobReport became) {
    jobs = became;
    return this;
  }

  /** Gives the most that a receiver kept to put it in order. */
  public ResultDraft kept(Optional<RunResult.ReorderPeak> most) {
    kept = most;
    return this;
  }

  /** Returns the result with all that was given until now. */
  public RunResult result() {
    return new RunResult(
        identity, ending, flows, switches, samples, topology, cost, history, jobs, kept);
  }
}
