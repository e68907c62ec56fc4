package io.smartt.emulation.fabric.virtual;

/**
 * The packets of one direction of a link.
 *
 * @param lostWhileDown sent into it while it was down
 * @param lostAtRandom of those sent into it while it was up, lost at random
 * @param carried the others
 * @param delivered of those, handed to the far end
 * @param deliveredBytes their length
 */
record LinkCounts(
    long lostWhileDown, long lostAtRandom, long carried, long delivered, long deliveredBytes) {
  /** Returns how many were sent into it. */
  long entered() {
    return lostWhileDown + lostAtRandom + carried;
  }

  /** Returns how many are on their way. */
  long flying() {
    return carried - delivered;
  }
}
