package io.smartt.host.congestion;

import module java.base;

/**
 * Parameters that connections of like paths share, made once, so that a connection holds only its
 * own state. Not for use by several threads.
 *
 * @param <T> the constants of a scheme for one path
 */
final class PerPath<T> {
  /** Makes the constants of a path. */
  @FunctionalInterface
  interface Factory<T> {
    T of(long baseRttPs, long linkBps, int mtuBytes);
  }

  private record Path(long baseRttPs, long linkBps, int mtuBytes) {}

  private final Factory<T> factory;
  private final Map<Path, T> paths = new HashMap<>();

  PerPath(Factory<T> factory) {
    this.factory = factory;
  }

  T of(long baseRttPs, long linkBps, int mtuBytes) {
    return paths.computeIfAbsent(
        new Path(baseRttPs, linkBps, mtuBytes),
        path -> factory.of(path.baseRttPs(), path.linkBps(), path.mtuBytes()));
  }
}
