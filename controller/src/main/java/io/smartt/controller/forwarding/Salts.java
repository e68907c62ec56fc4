package io.smartt.controller.forwarding;

/** ECMP salts: without one for each switch, tiers choose alike and paths go unused. */
final class Salts {
  private Salts() {}

  /**
   * A salt that looks random in each of its arguments, and so between neighbouring device ids.
   *
   * @return 32 bits, unsigned
   */
  static long salt(long deviceId, long switchSeed, long experimentSeed) {
    long mixed = mix(mix(mix(experimentSeed) + deviceId) + switchSeed);
    return mixed >>> 32;
  }

  /** Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
  static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
