package io.smartt.emulation.report;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the machine kept the time of a run in real time. Where it did not, the numbers say as
 * much about the machine as about the experiment.
 *
 * @param reasons what shows that it did not, a sentence without its full stop each; empty if it did
 * @param lateness what it was judged by
 */
public record Timeliness(List<String> reasons, MachineLateness lateness) {
  /** Copies the reasons. */
  public Timeliness {
    reasons = List.copyOf(reasons);
  }

  /** Whether the machine kept time. */
  public boolean timely() {
    return reasons.isEmpty();
  }

  /** Returns the same with one more reason. */
  public Timeliness and(String reason) {
    return new Timeliness(Stream.concat(Stream.of(reason), reasons.stream()).toList(), lateness);
  }

  /** Returns one line for people who read a result that is not timely. */
  public String warning() {
    return "this machine did not keep time: " + String.join("; ", reasons);
  }
}
