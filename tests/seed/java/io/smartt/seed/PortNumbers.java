package io.smartt.seed;

import java.util.BitSet;

/** Numbers of a switch's ports. */
public final class PortNumbers {
  private PortNumbers() {}

  /** Returns those from 1. */
  public static BitSet upTo(int highest) {
    BitSet ports = new BitSet();
    ports.set(1, highest + 1);
    return ports;
  }
}
