package io.smartt.experiment.settings;

import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.settings.SettingsValues;

/**
 * The settings of an experiment as congestion controls and load balancers read them.
 *
 * @param settings of the experiment
 */
public record SchemeSettings(Settings settings) implements SettingsValues {
  @Override
  public <R extends Record> R read(SettingsGroup<R> group) {
    return new SettingsSection<>(group).read(settings);
  }

  @Override
  public boolean isChanged(SettingsGroup<?> group) {
    return new SettingsSection<>(group).isChanged(settings);
  }
}
