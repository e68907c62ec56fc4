package io.smartt.controller.forwarding;

/** What a reconciliation did; default entries count as modified or unchanged. */
public record ReconcileReport(int inserted, int modified, int deleted, int unchanged) {
  /** How many updates were written. */
  public int written() {
    return inserted + modified + deleted;
  }
}
