package io.smartt.emulation.fabric.virtual.simulation;

/**
 * Where what another event queue sends comes in. A sender may add while its receiver runs; the
 * receiver sees it from the next window on, which is early enough: nothing arrives sooner than the
 * simulation's lookahead after it was sent.
 */
@FunctionalInterface
public interface ArrivalSource {
  /** A window begins: schedules the arrival of the first of what has come, if any. */
  void drain();
}
