package io.smartt.host.congestion;

import module java.base;

/** A scheme whose controllers of like paths share what is the same for them. */
abstract class PerPathScheme<T> implements CongestionScheme {
  private final PerPath<T> paths;
  private final Function<T, CongestionController> controllers;

  PerPathScheme(PerPath<T> paths, Function<T, CongestionController> controllers) {
    this.paths = paths;
    this.controllers = controllers;
  }

  @Override
  public final CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return controllers.apply(paths.of(baseRttPs, linkBps, mtuBytes));
  }
}
