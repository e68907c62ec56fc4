package io.smartt.experiment.run;

import io.smartt.experiment.settings.OwnAlgorithm;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsSection;
import io.smartt.host.scheme.Schemes;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The names of the settings that something acts on. Immutable.
 *
 * @param names of keys; {@code hosts.} with a dot at its end stands for all keys that begin so
 */
public record ActingKeys(Set<String> names) {
  /** The keys that only some fabrics act on, in each its own way. */
  private static final Set<String> OF_FABRICS =
      Set.of(
          SettingKeys.LINK_FAILURES.name(),
          SettingKeys.LINK_LOSS.name(),
          SettingKeys.FAILURES_LINKS.name(),
          SettingKeys.FAILURES_SWITCHES.name(),
          SettingKeys.FAILURES_HOSTS.name(),
          SettingKeys.FAILURES_KIND.name(),
          SettingKeys.FAILURES_AT.name(),
          SettingKeys.HOST_PHASES.name(),
          SettingKeys.MARKS_AT.name(),
          SettingKeys.SWITCH_KIND.name());

  /** Made once: it looks at all components of all records of settings, and checks ask often. */
  private static final ActingKeys OF_EXPERIMENT =
      new ActingKeys(Set.of())
          .and(
              Stream.concat(
                      SettingKeys.single().stream(),
                      SettingKeys.ofSections(Schemes.BUILT_IN).stream())
                  .toList())
          .and(Set.of(SchemesOfHosts.PREFIX))
          .butNot(OF_FABRICS)
          .butNot(SettingKeys.PFC);

  /** Copies the names. */
  public ActingKeys {
    names = Set.copyOf(names);
  }

  /**
   * Returns the keys that the experiment, its hosts and the budget of its ports act on, and so a
   * run on any fabric: all common ones but those of links, switches and PFC that a fabric must
   * honour.
   */
  public static ActingKeys ofExperiment(Settings settings) {
    List<OwnAlgorithm> own = settings.catalog().own().all();
    return own.isEmpty()
        ? OF_EXPERIMENT
        : OF_EXPERIMENT.and(
            own.stream()
                .flatMap(algorithm -> algorithm.settings().stream())
                .flatMap(group -> namesOf(new SettingsSection<>(group)).stream())
                .toList());
  }

  /** Returns these and those of links that fail, listed or drawn. */
  public ActingKeys andFailures() {
    return and(
        SettingKeys.LINK_FAILURES,
        SettingKeys.FAILURES_LINKS,
        SettingKeys.FAILURES_SWITCHES,
        SettingKeys.FAILURES_HOSTS,
        SettingKeys.FAILURES_KIND,
        SettingKeys.FAILURES_AT);
  }

  /** Returns these and a few more. */
  public ActingKeys and(SettingKey<?>... more) {
    return and(Stream.of(more).map(SettingKey::name).toList());
  }

  /** Returns these and all of a section. */
  public ActingKeys and(SettingsSection<?> section) {
    return and(namesOf(section));
  }

  /** Returns these and more. */
  public ActingKeys and(Collection<String> more) {
    Set<String> all = new HashSet<>(names);
    all.addAll(more);
    return new ActingKeys(all);
  }

  /** Returns these without a few. */
  public ActingKeys butNot(SettingKey<?>... fewer) {
    return butNot(Stream.of(fewer).map(SettingKey::name).toList());
  }

  /** Returns these without those of a section. */
  public ActingKeys butNot(SettingsSection<?> section) {
    return butNot(namesOf(section));
  }

  /** Returns these without some. */
  public ActingKeys butNot(Collection<String> fewer) {
    Set<String> rest = new HashSet<>(names);
    rest.removeAll(fewer);
    return new ActingKeys(rest);
  }

  /** Returns whether a key is one of them. */
  public boolean contains(String key) {
    return names.contains(key) || names.contains(key.substring(0, key.indexOf('.') + 1));
  }

  private static List<String> namesOf(SettingsSection<?> section) {
    return section.keys().stream().<String>map(SettingKey::name).toList();
  }
}
