package io.smartt.experiment.othertools;

/**
 * The labels that this program writes into a containerlab file for what containerlab has no word.
 */
public final class ClabLabels {
  /** The label that says what a node is: {@link #SWITCH} or {@link #HOST}. */
  public static final String NODE = "smartt.node";

  /** A P4 switch. */
  public static final String SWITCH = "switch";

  /** A machine with one link. */
  public static final String HOST = "host";

  /** The label of a switch's latency, and the variable of a link's. */
  public static final String LATENCY = "smartt.latency";

  /** The variable of a link's rate. */
  public static final String RATE = "smartt.rate";

  private ClabLabels() {}
}
