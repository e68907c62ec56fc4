package io.smartt.emulation.search;

import java.util.ArrayList;
import java.util.List;

/**
 * The stages of a search: how many candidates go into each, and on how many tasks they have been
 * tried at its end.
 */
final class Rungs {
  private Rungs() {}

  /**
   * One stage.
   *
   * @param candidates how many go in
   * @param tasks how many each has been tried on at its end
   */
  record Rung(int candidates, int tasks) {}

  /** The only stage of a search that tries all candidates on everything. */
  static List<Rung> single(int candidates, int tasks) {
    return List.of(new Rung(candidates, tasks));
  }

  /**
   * A bracket of Hyperband (Li et al., algorithm 1, lines 4 to 8): {@code n} candidates, of which
   * one in {@code eta} goes on with {@code eta} times the tasks; as many stages as both allow.
   */
  static List<Rung> halving(int candidates, int tasks, int eta) {
    int last = Math.min(logarithm(candidates, eta), logarithm(tasks, eta));
    List<Rung> rungs = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      int part = power(eta, last - i);
      rungs.add(new Rung(candidates / power(eta, i), Math.max(1, tasks / part)));
    }
    return rungs;
  }

  private static int logarithm(int value, int base) {
    int power = 0;
    for (int rest = value; rest >= base; rest /= base) {
      power++;
    }
    return power;
  }

  private static int power(int base, int exponent) {
    int value = 1;
    for (int i = 0; i < exponent; i++) {
      value *= base;
    }
    return value;
  }
}
