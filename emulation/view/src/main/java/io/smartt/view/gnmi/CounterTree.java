package io.smartt.view.gnmi;

import io.smartt.controller.gnmi.Path;
import java.util.List;

/** One of the ways in which a switch names its counters. */
sealed interface CounterTree permits OpenConfigTree, SonicTree {
  /**
   * Returns what a switch has at a path; nothing if that is not there.
   *
   * @param path checked before, without a target
   */
  List<Leaf> at(CountedSwitch device, Path path);

  /**
   * Refuses a path that no switch can have anything at.
   *
   * @throws io.grpc.StatusRuntimeException with what there is
   */
  void check(Path path);
}
