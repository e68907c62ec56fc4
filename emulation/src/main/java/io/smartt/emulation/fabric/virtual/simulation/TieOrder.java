package io.smartt.emulation.fabric.virtual.simulation;

/**
 * The order of events of one instant. Hosts that start together keep step to the picosecond, so
 * that their packets reach a switch at one instant again and again; if the lowest port came first
 * each time, it would have the one free place of a full queue each time. Real switches take turns
 * between their ports, and real hosts are never in step. So the order is drawn for each instant
 * anew: from a seed, the instant and the event's number. Each event is as likely to be first as any
 * other, whichever and however many they are; and as nothing is remembered, the order is the same
 * on any number of threads.
 *
 * @param seed of the draws
 */
record TieOrder(long seed) {
  /** The mixing steps of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private static final long MIX_1 = 0xbf58476d1ce4e5b9L;
  private static final long MIX_2 = 0x94d049bb133111ebL;

  /** 0 for {@link Event#FIRST}, more for the others; below 2^31. */
  long of(int number, long timePs) {
    if (number == Event.FIRST) {
      return 0;
    }
    long z = seed + timePs * GAMMA + number * MIX_2;
    z = (z ^ (z >>> 30)) * MIX_1;
    z = (z ^ (z >>> 27)) * MIX_2;
    return (z >>> 33) | 1;
  }
}
