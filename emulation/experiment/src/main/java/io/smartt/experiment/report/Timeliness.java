package io.smartt.experiment.report;

import module java.base;

/**
 * The verdict on how well the machine kept the time of a run in real time. Where it did not, the
 * numbers say as much about the machine as about the experiment.
 *
 * @param interruptions events by which nodes stood still, so that times are not the network's
 * @param late what shows that the machine did not keep time, a sentence without its full stop each
 * @param lateness what it was judged by
 */
public record Timeliness(List<String> interruptions, List<String> late, MachineLateness lateness) {
  /** Copies the lists. */
  public Timeliness {
    interruptions = List.copyOf(interruptions);
    late = List.copyOf(late);
  }

  /** Returns whether the times of the run are those of its network. */
  public boolean timely() {
    return interruptions.isEmpty() && late.isEmpty();
  }

  /** Returns why they are not; empty if they are. */
  public List<String> reasons() {
    return Stream.concat(interruptions.stream(), late.stream()).toList();
  }

  /** Returns one line for people who read a result that is not timely. */
  public String warning() {
    List<String> lines = new ArrayList<>();
    if (!interruptions.isEmpty()) {
      lines.add("times are not the network's: " + String.join("; ", interruptions));
    }
    if (!late.isEmpty()) {
      lines.add("this machine did not keep time: " + String.join("; ", late));
    }
    return String.join("; ", lines);
  }
}
