package io.smartt.experiment.settings;

/** The point at which the depth of a queue decides on the mark of a packet. */
public enum MarkingPoint implements Choice {
  /** The mark is set as the packet leaves: it says how long the queue is now. */
  DEQUEUE,

  /**
   * The mark is set as the packet comes: it waits in the queue that it tells of, as with the WRED
   * of most ASICs.
   */
  ENQUEUE;

  @Override
  public String toString() {
    return spelling();
  }
}
