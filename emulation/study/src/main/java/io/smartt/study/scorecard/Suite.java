package io.smartt.study.scorecard;

import io.smartt.study.scorecard.Scorecard.Property;
import java.util.List;

/** The trials of one algorithm, the same for every candidate of its role. */
interface Suite {
  /** Name of the algorithm. */
  String name();

  /** Tries the properties that need no run, in their order. */
  List<Property> properties();

  /** Measures what a packet costs, next to a built-in algorithm. */
  AckCost cost();
}
