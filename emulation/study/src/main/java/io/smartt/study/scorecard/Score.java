package io.smartt.study.scorecard;

import module java.base;

import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary;

/**
 * The score of one algorithm in one scenario.
 *
 * @param scheme its name
 * @param scenario its name
 * @param ending how its run ended
 * @param message why not
 * @param lastFinishUs when the last flow finished, microseconds; empty if one did not
 * @param slowdown completion times over ideal ones; empty if no flow finished
 * @param jain fairness of the flows' throughput
 * @param losses of all flows
 */
public record Score(
    String scheme,
    String scenario,
    Ending ending,
    Optional<String> message,
    OptionalDouble lastFinishUs,
    Optional<Distribution> slowdown,
    OptionalDouble jain,
    Score.Losses losses) {

  /**
   * The packets that did not arrive whole, and what senders did about it.
   *
   * @param trims packets that switches cut
   * @param drops packets that switches dropped
   * @param retransmissions packets that hosts sent again
   * @param timeouts that fired at senders
   */
  public record Losses(long trims, long drops, long retransmissions, long timeouts) {
    static final Losses NONE = new Losses(0, 0, 0, 0);
  }

  /** The ways in which a run ends. */
  public enum Ending {
    /** Every flow finished and every byte was right, once. */
    COMPLETED,
    /** A flow did not finish. */
    UNFINISHED,
    /** The scheme threw, or did not return. */
    THREW
  }

  /** Returns true if every flow finished. */
  public boolean completed() {
    return ending == Ending.COMPLETED;
  }

  static Score of(String scheme, String scenario, RunSummary summary) {
    boolean completed = summary.result().status() == RunStatus.COMPLETED;
    return new Score(
        scheme,
        scenario,
        completed ? Ending.COMPLETED : Ending.UNFINISHED,
        summary.result().message(),
        completed ? summary.lastFinishUs() : OptionalDouble.empty(),
        summary.slowdown(),
        summary.jain(),
        new Losses(
            count(summary, "trims"),
            count(summary, "drops"),
            count(summary, "retransmissions"),
            count(summary, "timeouts")));
  }

  private static long count(RunSummary summary, String key) {
    return Math.round(summary.number(key).orElse(0));
  }

  static Score failed(String scheme, String scenario, String why) {
    return new Score(
        scheme,
        scenario,
        Ending.THREW,
        Optional.of(why),
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Losses.NONE);
  }

  /** Returns whether the run ended before there was a result, because the scheme threw or hung. */
  boolean threw() {
    return ending == Ending.THREW;
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scheme", scheme);
    json.put("scenario", scenario);
    json.put("completed", completed());
    json.put("message", message);
    json.put("lastFinishUs", lastFinishUs);
    json.put("slowdown", slowdown);
    json.put("jain", jain);
    json.put("trims", losses.trims());
    json.put("drops", losses.drops());
    json.put("retransmissions", losses.retransmissions());
    json.put("timeouts", losses.timeouts());
    return json;
  }
}
