package io.smartt.softswitch;

/**
 * Packets of a switch that reached no queue, and what a program asked for without end.
 *
 * @param received packets taken in at any port
 * @param noPipeline packets that came while no program was installed
 * @param droppedByProgram packets that the P4 program dropped, in ingress or egress, those of
 *     failed assertions included
 * @param noSuchPort packets sent to a port that the switch does not have
 * @param noSuchQueue packets whose priority named a queue that the ports do not have
 * @param endless copies, passes and parser states that a program asked for without end and did not
 *     get ({@link SwitchListener.EndlessRequest}); packets that ended so count at {@code
 *     droppedByProgram} too
 */
public record SwitchCounters(
    long received,
    long noPipeline,
    long droppedByProgram,
    long noSuchPort,
    long noSuchQueue,
    long endless) {
  /** Returns how many packets reached no queue. */
  public long unqueued() {
    return noPipeline + droppedByProgram + noSuchPort + noSuchQueue;
  }
}
