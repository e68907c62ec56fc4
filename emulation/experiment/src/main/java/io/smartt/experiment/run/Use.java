package io.smartt.experiment.run;

/** The uses of an experiment's settings on a fabric. */
public enum Use {
  /** A run of its workload. */
  RUN("a run"),

  /** A network with a prompt. */
  SHELL("a shell"),

  /** An exercise of the p4lang tutorials. */
  TUTORIAL("--tutorial"),

  /** Recorded packets, sent again into the network. */
  REPLAY("trace replay"),

  /** Recorded answers, given to congestion control again. */
  RERUN("trace rerun");

  private final String phrase;

  Use(String phrase) {
    this.phrase = phrase;
  }

  /** Returns the words for it in a message. */
  @Override
  public String toString() {
    return phrase;
  }
}
