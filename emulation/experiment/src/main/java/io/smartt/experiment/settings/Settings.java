package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnFiles;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.pathing.LoadBalancer;

/**
 * Values of settings: those that somebody set, and the default of every other. Immutable; each text
 * was readable when it was set.
 */
public final class Settings {
  private final SettingsCatalog catalog;
  private final Map<String, String> texts;
  private final List<String> notices;
  private final Optional<Settings> base;
  private final Optional<Consumer<String>> reads;

  /** Values that were read before: reading one parses its text and looks at all of a record. */
  private final Map<Object, Object> values = new ConcurrentHashMap<>();

  Settings(
      SettingsCatalog catalog,
      Map<String, String> texts,
      List<String> notices,
      Optional<Settings> base,
      Optional<Consumer<String>> reads) {
    this.catalog = catalog;
    this.texts = texts;
    this.notices = notices;
    this.base = base;
    this.reads = reads;
  }

  /** Returns these settings, whose keys go to an observer as their values are read. */
  public Settings observed(Consumer<String> observer) {
    return new Settings(catalog, texts, notices, base, Optional.of(observer));
  }

  /** Returns these with what a command line changes; {@link #base} of the result is these. */
  public Settings changedBy(Settings changes) {
    Settings merged = overriddenBy(changes);
    return new Settings(merged.catalog, merged.texts, merged.notices, Optional.of(this), reads);
  }

  /** Returns the settings that a command line changed: those of a profile or an earlier run. */
  public Settings base() {
    return base.orElse(this);
  }

  /** Returns the keys whose values differ from their defaults, in no order. */
  public Set<String> changedKeys() {
    return texts.entrySet().stream()
        .filter(entry -> !catalog.named(entry.getKey()).isDefault(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Returns these without the values of some keys, whose defaults hold again. */
  public Settings without(Set<String> keys) {
    Map<String, String> fewer = new LinkedHashMap<>(texts);
    fewer.keySet().removeAll(keys);
    return new Settings(catalog, fewer, notices, base, reads);
  }

  /** Returns a sentence for each key that the user wrote by a former name. */
  public List<String> notices() {
    return notices;
  }

  /** Returns the settings there are. */
  public SettingsCatalog catalog() {
    return catalog;
  }

  /** Returns the settings with one more value; {@code name} and {@code text} are the user's. */
  public Settings with(String name, String text) {
    SettingKey<?> key = catalog.named(name);
    Optional<AlgorithmRole> role = AlgorithmRole.of(key.name()).filter(_ -> OwnFiles.isOwn(text));
    if (role.isPresent()) {
      return withOwn(name, key, role.get(), text);
    }
    UserInputException.at(name, () -> key.check(text));
    return put(catalog, key, text, catalog.notice(name).stream().toList());
  }

  private Settings withOwn(String name, SettingKey<?> key, AlgorithmRole role, String text) {
    return UserInputException.at(
        name,
        () -> {
          OwnAlgorithm own = OwnAlgorithm.load(role, OwnFiles.read(text));
          return put(catalog.with(own), key, own.name(), List.of());
        });
  }

  private Settings put(SettingsCatalog of, SettingKey<?> key, String text, List<String> notes) {
    Map<String, String> more = new LinkedHashMap<>(texts);
    more.put(key.name(), text);
    return new Settings(of, more, noticesWith(notes), base, reads);
  }

  /** Returns the congestion control of the hosts. */
  public CongestionControl scheme() {
    return catalog.schemes().congestionControl(get(SettingKeys.SCHEME)).orElseThrow();
  }

  /** Returns the load balancer of the hosts. */
  public LoadBalancer loadBalancer() {
    return catalog.schemes().loadBalancer(get(SettingKeys.LOAD_BALANCER)).orElseThrow();
  }

  /** Returns the settings with a {@code --set} argument, {@code key=value}. */
  public Settings withAssignment(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      throw new UserInputException(
          "--set " + assignment + ": write key=value, such as queue.size=2bdp");
    }
    return UserInputException.at(
        "--set",
        () ->
            with(
                assignment.substring(0, equals).strip(), assignment.substring(equals + 1).strip()));
  }

  /**
   * Returns these with {@code --set} arguments, whose keys must not have other values yet. Those
   * that name an algorithm of the user's act first: the others may set what it reads.
   *
   * @throws UserInputException naming both values
   */
  public Settings withFirstAssignments(List<String> assignments) {
    Settings more = this;
    for (String assignment : AlgorithmRole.first(assignments, Settings::keyOf)) {
      more = more.withFirstAssignment(assignment);
    }
    return more;
  }

  /** The key of a {@code --set} argument; empty if it has none. */
  public static String keyOf(String assignment) {
    return assignment.substring(0, Math.max(0, assignment.indexOf('='))).strip();
  }

  /**
   * Returns these with a {@code --set} argument, whose key must not have another value yet.
   *
   * @throws UserInputException naming both values
   */
  private Settings withFirstAssignment(String assignment) {
    Settings more = withAssignment(assignment);
    SettingKey<?> key = catalog.named(assignment.substring(0, assignment.indexOf('=')).strip());
    String earlier = texts.get(key.name());
    if (earlier != null && !earlier.equals(more.text(key))) {
      throw new UserInputException(
          "%s is given twice, as %s and as %s".formatted(key.name(), earlier, more.text(key)));
    }
    return more;
  }

  /** Returns the settings with the values that another sets; where both do, the other's. */
  public Settings overriddenBy(Settings other) {
    Map<String, String> more = new LinkedHashMap<>(texts);
    more.putAll(other.texts);
    return new Settings(catalog.and(other.catalog), more, noticesWith(other.notices), base, reads);
  }

  private List<String> noticesWith(List<String> others) {
    return Stream.concat(notices.stream(), others.stream()).distinct().toList();
  }

  /** The value of a setting. */
  @SuppressWarnings("unchecked") // a key's value came from its own reader
  public <T> T get(SettingKey<T> key) {
    reads.ifPresent(observer -> observer.accept(key.name()));
    Object known = values.get(key);
    if (known == null) {
      known = key.reader().apply(text(key));
      values.put(key, known);
    }
    return (T) known;
  }

  /** The record of a group's values; {@code reader} makes it where it has not been read yet. */
  @SuppressWarnings("unchecked") // a group's record came from its own reader
  <R extends Record> R record(SettingsSection<R> section, Supplier<R> reader) {
    reads.ifPresent(observer -> section.keys().forEach(key -> observer.accept(key.name())));
    Object known = values.get(section.group());
    if (known == null) {
      known = reader.get();
      values.put(section.group(), known);
    }
    return (R) known;
  }

  public String text(SettingKey<?> key) {
    return texts.getOrDefault(key.name(), key.defaultText());
  }

  /** Returns the text of the setting of a name. */
  public String textOf(String name) {
    return text(catalog.named(name));
  }

  /** Returns whether somebody set it. */
  public boolean isSet(SettingKey<?> key) {
    return texts.containsKey(key.name());
  }

  /** The settings that somebody set and that there are once a member of a family, by key. */
  public SortedMap<String, String> ofFamilies() {
    SortedMap<String, String> members = new TreeMap<>(texts);
    members
        .keySet()
        .removeIf(key ->
            !SchemesOfHosts.claims(key)
                && catalog.families().stream().noneMatch(f -> f.claims(key)));
    return members;
  }

  /** The settings that somebody set and whose keys begin with a text, by key. */
  SortedMap<String, String> below(String prefix) {
    reads.ifPresent(observer -> observer.accept(prefix));
    SortedMap<String, String> members = new TreeMap<>(texts);
    members.keySet().removeIf(key -> !key.startsWith(prefix));
    return members;
  }

  /** Alike if every setting has the same text, set or default. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings
        && ofFamilies().equals(settings.ofFamilies())
        && catalog.own().sources().equals(settings.catalog.own().sources())
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
