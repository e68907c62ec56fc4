package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.RecordSettings.SettingInfo;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.settings.SettingsValues;

/**
 * A group of settings as keys of profiles.
 *
 * @param group name and record
 * @param <R> settings record
 */
public record SettingsSection<R extends Record>(SettingsGroup<R> group) {
  /**
   * Makes the section of a record.
   *
   * @param name first part of the keys
   * @param type settings record
   */
  public SettingsSection(String name, Class<R> type) {
    this(new SettingsGroup<>(name, type));
  }

  /** Returns a key for each component, in the record's order. */
  public List<SettingKey<?>> keys() {
    return RecordSettings.describe(group.type()).stream().<SettingKey<?>>map(this::key).toList();
  }

  /** Returns the names of these keys. */
  public List<String> names() {
    return keys().stream().<String>map(SettingKey::name).toList();
  }

  /**
   * The record with the values that somebody set.
   *
   * @throws UserInputException if the record refuses them together
   */
  public R read(Settings settings) {
    return settings.record(this, () -> parse(settings));
  }

  private R parse(Settings settings) {
    Map<String, String> changes = new LinkedHashMap<>();
    for (SettingInfo info : RecordSettings.describe(group.type())) {
      SettingKey<?> key = key(info);
      if (settings.isSet(key)) {
        changes.put(info.key(), settings.text(key));
      }
    }
    return changed(changes);
  }

  /** Returns whether somebody set one of them to another value than the default. */
  public boolean isChanged(Settings settings) {
    return keys().stream().anyMatch(key -> !settings.text(key).equals(key.defaultText()));
  }

  private SettingKey<?> key(SettingInfo info) {
    return new SettingKey<>(
        group.name() + "." + info.key(),
        kind(info),
        info.defaultValue(),
        info.meaning(),
        text -> changed(Map.of(info.key(), text)));
  }

  private R changed(Map<String, String> changes) {
    try {
      return RecordSettings.with(group.defaults(), changes);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(e);
    }
  }

  private static SettingKey.Kind kind(SettingInfo info) {
    return switch (info.form()) {
      case NUMBER -> new SettingKey.Kind.Numeric(false);
      case WHOLE -> new SettingKey.Kind.Numeric(true);
      case FLAG -> new SettingKey.Kind.Flag();
      case WORD -> new SettingKey.Kind.Words(info.words());
      case TEXT -> new SettingKey.Kind.Text();
    };
  }

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

    @Override
    public int dscp(String trafficClass) {
      return TrafficClasses.of(settings).dscp(trafficClass);
    }
  }
}
