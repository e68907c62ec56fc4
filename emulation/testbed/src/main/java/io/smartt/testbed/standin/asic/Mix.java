package io.smartt.testbed.standin.asic;

/** Mixes the bits of a word. */
final class Mix {
  private Mix() {}

  /** A bijection whose bits all depend on all (the multipliers are Wellons' lowbias32). */
  static int of(int value) {
    int x = value;
    x = (x ^ (x >>> 16)) * 0x7feb352d;
    x = (x ^ (x >>> 15)) * 0x846ca68b;
    return x ^ (x >>> 16);
  }
}
