package io.smartt.emulation.search;

import io.smartt.emulation.settings.Choice;

/** How candidates are chosen. */
public enum SearchMethod implements Choice {
  /** Drawn; each is tried on everything. */
  RANDOM,
  /** Every combination of listed values; each is tried on everything. */
  GRID,
  /**
   * Drawn; the better part of those that were tried on little is tried on more. Successive halving
   * of Jamieson and Talwalkar (AISTATS 2016), with the rungs of a bracket of Hyperband (Li et al.,
   * JMLR 18, 2018, algorithm 1).
   */
  HALVING
}
