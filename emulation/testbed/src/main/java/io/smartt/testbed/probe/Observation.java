package io.smartt.testbed.probe;

/**
 * What a probe saw of the queue at a port.
 *
 * @param what marks, trims or control
 * @param found measured
 * @param wanted expected
 */
public record Observation(String what, Outcome outcome, String found, String wanted) {
  /** How it compares. */
  public enum Outcome {
    /** As expected, within what the probe can tell. */
    AS_EXPECTED,
    /** Something else. */
    DIFFERENT,
    /** The probe's packets did not bring it about. */
    NOT_OBSERVED
  }
}
