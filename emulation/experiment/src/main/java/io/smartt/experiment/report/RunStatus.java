package io.smartt.experiment.report;

import java.util.Locale;

/** The stages that a run comes to. */
public enum RunStatus {
  /** The run is under way, or its process was killed: the folder has no results yet. */
  RUNNING,
  /** Checked and priced, not run: there are no results. */
  PLANNED,
  /** Every flow finished and every byte was verified. */
  COMPLETED,
  /** Stopped by the user; the results are of what had happened until then. */
  INTERRUPTED,
  /** Ended with a flow unfinished, bytes that differ or a fault. */
  FAILED;

  /** Returns whether the run did what was asked of it. */
  public boolean isSuccess() {
    return this == COMPLETED || this == PLANNED;
  }

  /** Returns the status as {@code summary.json} writes it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
