package io.smartt.host.congestion;

/** What the excess of the average RTT over the target is a share of in a decrease. */
public enum DecreaseBy {
  /** The average RTT, as Equation 1 has it: a long path decreases less. */
  RTT,

  /** The queueing delay in it: one queue decreases all its flows alike. */
  QUEUEING
}
