package io.smartt.experiment.report;

import java.util.List;

/**
 * The origin of a run, for its reader.
 *
 * @param command what starts it
 * @param revision version of the harness; empty if not known
 * @param settings those that have another value than their default
 */
public record RunOrigin(String command, String revision, List<Changed> settings) {
  /** Nobody said. */
  public static final RunOrigin UNKNOWN = new RunOrigin("", "", List.of());

  /**
   * A setting that has another value than its default.
   *
   * @param key its name
   * @param value what it has
   * @param normal what it has where nobody sets it
   */
  public record Changed(String key, String value, String normal) {}

  /** Copies the list. */
  public RunOrigin {
    settings = List.copyOf(settings);
  }
}
