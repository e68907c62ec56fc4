package io.smartt.host.settings;

/** Values of settings, by group. */
public interface SettingsValues {
  /** The default of every setting. */
  SettingsValues DEFAULTS =
      new SettingsValues() {
        @Override
        public <R extends Record> R read(SettingsGroup<R> group) {
          return group.defaults();
        }

        @Override
        public boolean isChanged(SettingsGroup<?> group) {
          return false;
        }

        @Override
        public int dscp(String trafficClass) {
          return 0;
        }
      };

  /**
   * The record of a group with the values that the user set, defaults otherwise.
   *
   * @throws RuntimeException if the record refuses the values together; the message is for users
   */
  <R extends Record> R read(SettingsGroup<R> group);

  /** Returns whether the user set a value of a group that differs from its default. */
  boolean isChanged(SettingsGroup<?> group);

  /**
   * The code point of a traffic class, setting {@code class.NAME.dscp}; 0 among {@link #DEFAULTS}.
   *
   * @throws RuntimeException if there is no such class; the message is for users
   */
  int dscp(String trafficClass);
}
