package io.smartt.host.congestion;

/** Where a high RTT may trigger QuickAdapt (Sec. QuickAdapt without trimming). */
public enum DelayTrigger {
  /**
   * Where switches do not trim, as the paper says; the delay is measured against the network's
   * queues.
   */
  UNTRIMMED,

  /**
   * Everywhere, and against the path's own base RTT: as {@code --constants paper-2026-11} has it.
   */
  ALWAYS
}
