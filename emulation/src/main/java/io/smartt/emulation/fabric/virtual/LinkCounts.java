package io.smartt.emulation.fabric.virtual;

/**
 * The packets of one direction of a link.
 *
 * @param lostWhileDown sent into it while it was down
 * @param carried sent into it while it was up
 * @param delivered of those, handed to the far end
 */
record LinkCounts(long lostWhileDown, long carried, long delivered) {
  /** Returns how many were sent into it. */
  long entered() {
    return lostWhileDown + carried;
  }

  /** Returns how many are on their way. */
  long flying() {
    return carried - delivered;
  }
}
