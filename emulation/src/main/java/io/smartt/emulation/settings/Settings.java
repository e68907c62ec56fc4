package io.smartt.emulation.settings;

import io.smartt.emulation.input.UserInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Values of settings: those that somebody set, and the default of every other. Immutable; each text
 * was readable when it was set.
 */
public final class Settings {
  private final SettingsCatalog catalog;
  private final Map<String, String> texts;
  private final List<String> notices;

  Settings(SettingsCatalog catalog, Map<String, String> texts, List<String> notices) {
    this.catalog = catalog;
    this.texts = texts;
    this.notices = notices;
  }

  /** Returns a sentence for each key that the user wrote by a former name. */
  public List<String> notices() {
    return notices;
  }

  /** Returns the settings there are. */
  public SettingsCatalog catalog() {
    return catalog;
  }

  /** With one more value; {@code name} and {@code text} are the user's. */
  public Settings with(String name, String text) {
    SettingKey<?> key = catalog.named(name);
    try {
      key.check(text);
    } catch (UserInputException e) {
      throw e.at(name);
    }
    Map<String, String> more = new LinkedHashMap<>(texts);
    more.put(key.name(), text);
    return new Settings(catalog, more, noticesWith(catalog.notice(name).stream().toList()));
  }

  /** With a {@code --set} argument, {@code key=value}. */
  public Settings withAssignment(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      throw new UserInputException(
          "--set " + assignment + ": write key=value, such as queue.size=2bdp");
    }
    try {
      return with(
          assignment.substring(0, equals).strip(), assignment.substring(equals + 1).strip());
    } catch (UserInputException e) {
      throw e.at("--set");
    }
  }

  /** With the values that another sets; where both do, the other's. */
  public Settings overriddenBy(Settings other) {
    Map<String, String> more = new LinkedHashMap<>(texts);
    more.putAll(other.texts);
    return new Settings(catalog, more, noticesWith(other.notices));
  }

  private List<String> noticesWith(List<String> others) {
    return Stream.concat(notices.stream(), others.stream()).distinct().toList();
  }

  /** The value of a setting. */
  public <T> T get(SettingKey<T> key) {
    return key.reader().apply(text(key));
  }

  /** The text of a setting. */
  public String text(SettingKey<?> key) {
    return texts.getOrDefault(key.name(), key.defaultText());
  }

  /** Whether somebody set it. */
  public boolean isSet(SettingKey<?> key) {
    return texts.containsKey(key.name());
  }

  /** The settings that somebody set and that there are once a member of a family, by key. */
  public SortedMap<String, String> ofFamilies() {
    SortedMap<String, String> members = new TreeMap<>(texts);
    members.keySet().removeIf(key -> catalog.families().stream().noneMatch(f -> f.claims(key)));
    return members;
  }

  /** Alike if every setting has the same text, set or default. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings
        && ofFamilies().equals(settings.ofFamilies())
        && catalog.keys().stream().allMatch(key -> text(key).equals(settings.text(key)));
  }

  @Override
  public int hashCode() {
    return catalog.keys().stream().map(this::text).toList().hashCode();
  }

  @Override
  public String toString() {
    return texts.toString();
  }
}
