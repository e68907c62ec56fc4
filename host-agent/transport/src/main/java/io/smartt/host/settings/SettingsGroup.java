package io.smartt.host.settings;

/**
 * Settings of one algorithm: a key {@code name.component} for each component of a record.
 *
 * @param name first part of the keys
 * @param type settings record
 * @param <R> settings record
 */
public record SettingsGroup<R extends Record>(String name, Class<R> type) {
  /** The record with the default of each component. */
  public R defaults() {
    return RecordSettings.defaults(type);
  }
}
