package io.smartt.controller.sonic.change;

/** What became of a Set that was not answered. */
public enum Outcome {
  /** The switch holds what was sent. */
  CAME,
  /** The switch holds what it held before. */
  DID_NOT_COME,
  /** The switch holds some of it. */
  HALF,
  /** The switch is not reached, or is at it still. */
  UNKNOWN
}
