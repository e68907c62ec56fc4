package io.smartt.testbed.probe;

/**
 * The facts that a probe saw of the queue at a port.
 *
 * @param what marks, trims or control
 * @param found measured
 * @param wanted expected
 */
public record Observation(String what, Outcome outcome, String found, String wanted) {
  /** The outcome of the comparison with what was expected. */
  public enum Outcome {
    /** The outcome of what is as expected, within what the probe can tell. */
    AS_EXPECTED,
    /** Something else. */
    DIFFERENT,
    /** The probe's packets did not bring it about. */
    NOT_OBSERVED
  }
}
