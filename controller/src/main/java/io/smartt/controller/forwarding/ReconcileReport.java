package io.smartt.controller.forwarding;

/** Numbers of updates of a reconciliation; default entries count as modified or unchanged. */
public record ReconcileReport(int inserted, int modified, int deleted, int unchanged) {
  /** Returns the number of updates that were written. */
  public int written() {
    return inserted + modified + deleted;
  }
}
