package io.smartt.experiment.settings;

/** When the depth of a queue decides on the mark of a packet. */
public enum MarkingPoint implements Choice {
  /** As the packet leaves: the mark says how long the queue is now. */
  DEQUEUE,

  /** As it comes: the mark waits in the queue that it tells of, as with the WRED of most ASICs. */
  ENQUEUE;

  @Override
  public String toString() {
    return spelling();
  }
}
