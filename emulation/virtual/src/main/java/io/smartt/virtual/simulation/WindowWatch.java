package io.smartt.virtual.simulation;

/** Hears of each window of a {@link Simulation} when it has been run. */
@FunctionalInterface
public interface WindowWatch {
  /** Hears nothing. */
  WindowWatch NONE = (shared, parts, fired) -> {};

  /**
   * A window has been run.
   *
   * @param shared whether threads shared it
   * @param parts how many there are
   * @param fired how many events each part has fired so far, by place; may be longer, and is the
   *     simulation's own: to be read before the call returns, and not written
   */
  void ended(boolean shared, int parts, long[] fired);
}
