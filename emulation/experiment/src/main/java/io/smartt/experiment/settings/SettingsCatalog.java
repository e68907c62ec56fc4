package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnFiles;
import io.smartt.experiment.settings.FabricSettings.SettingFamily;
import io.smartt.experiment.settings.OwnAlgorithm.OwnAlgorithms;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.SettingsGroup;

/**
 * Every setting of a program: those that all fabrics know, and those of each fabric it has.
 * Profiles, their schema and {@code --set} follow from it. Immutable.
 */
public final class SettingsCatalog {
  private static final String SWITCH = "switch";
  private static final int MOST_SUGGESTED = 6;

  private final SequencedMap<String, SettingKey<?>> keys = new LinkedHashMap<>();
  private final SequencedMap<String, String> shortForms = new LinkedHashMap<>();
  private final Map<String, String> formerNames = new HashMap<>();
  private final List<SettingFamily> families;
  private final List<FabricSettings> fabrics;
  private final OwnAlgorithms own;
  private final Settings defaults =
      new Settings(this, Map.of(), List.of(), Optional.empty(), Optional.empty());

  /**
   * Lists the settings of some fabrics.
   *
   * @param fabrics in the order in which errors and the schema name them
   */
  public SettingsCatalog(List<FabricSettings> fabrics) {
    this(fabrics, OwnAlgorithms.NONE);
  }

  private SettingsCatalog(List<FabricSettings> fabrics, OwnAlgorithms own) {
    this.fabrics = List.copyOf(fabrics);
    this.own = own;
    SettingKey<String> fabric =
        SettingKey.oneOf(
            SettingKeys.FABRIC.name(),
            fabrics.stream().map(FabricSettings::fabric).toList(),
            Function.identity(),
            SettingKeys.FABRIC.defaultText(),
            SettingKeys.FABRIC.meaning());
    SettingKeys.common(own.schemes()).forEach(key -> keys.put(key.name(), key));
    keys.replace(fabric.name(), fabric);
    for (AlgorithmRole role : AlgorithmRole.values()) {
      SettingKey<String> key = role.key();
      keys.replace(key.name(), role.choice(own.schemes(), key.name(), key.meaning()));
    }
    shortForms.put(SWITCH, SettingKeys.SWITCH_KIND.name());
    for (FabricSettings one : fabrics) {
      one.keys().forEach(key -> keys.put(key.name(), key));
      shortForms.putAll(one.shortForms());
      formerNames.putAll(one.formerNames());
    }
    families =
        Stream.concat(
                Stream.of(TrafficClasses.FAMILY),
                fabrics.stream().flatMap(one -> one.families().stream()))
            .toList();
  }

  /** Returns the congestion controls and load balancers there are. */
  public Schemes schemes() {
    return own.schemes();
  }

  /** Returns the algorithms that are the user's. */
  public OwnAlgorithms own() {
    return own;
  }

  /**
   * Returns the catalog with the algorithm of a file and its settings.
   *
   * @throws UserInputException if the file has none, or one whose name or settings are taken
   */
  public SettingsCatalog with(OwnAlgorithm algorithm) {
    for (SettingsGroup<?> group : algorithm.settings()) {
      boolean known =
          Schemes.BUILT_IN.congestionSettings().contains(group)
              || Schemes.BUILT_IN.balancerSettings().contains(group);
      if ((!known && new SettingsCatalog(fabrics).hasBelow(group.name()))
          || own.isTaken(group, algorithm)) {
        throw new UserInputException(
            "%s: its settings are called '%s', as others are; give them another name"
                .formatted(algorithm.source().file(), group.name()));
      }
    }
    return new SettingsCatalog(fabrics, own.with(algorithm));
  }

  /**
   * Returns the catalog with the algorithm that a setting names, where that is a file or a class.
   *
   * @param key of the setting
   * @throws UserInputException if there is no such file, or it has no algorithm
   */
  public SettingsCatalog knowing(String key, String text) {
    return AlgorithmRole.of(key)
        .filter(_ -> OwnFiles.isOwn(text))
        .map(role -> with(OwnAlgorithm.load(role, OwnFiles.read(text))))
        .orElse(this);
  }

  /**
   * Returns the catalog with the user's algorithms of another; where both have one, the other's.
   */
  SettingsCatalog and(SettingsCatalog other) {
    return other.own.all().isEmpty() || own.equals(other.own)
        ? this
        : own.all().isEmpty() ? other : new SettingsCatalog(fabrics, own.and(other.own));
  }

  private boolean hasBelow(String name) {
    return keys.keySet().stream().anyMatch(key -> key.equals(name) || key.startsWith(name + "."))
        || families.stream().anyMatch(family -> family.name().equals(name));
  }

  /** Returns settings of which the user has set none. */
  public Settings defaults() {
    return defaults;
  }

  /** Returns the keys in the order in which files list them, members of families excepted. */
  public List<SettingKey<?>> keys() {
    return List.copyOf(keys.values());
  }

  /** Returns the keys that there are once a member. */
  public List<SettingFamily> families() {
    return families;
  }

  /** Returns the other spellings of keys that have no keys below them, short to whole. */
  SequencedMap<String, String> shortForms() {
    SequencedMap<String, String> leaves = new LinkedHashMap<>(shortForms);
    leaves.remove(SWITCH);
    return leaves;
  }

  /**
   * Returns the key of a name.
   *
   * @throws UserInputException with near names, if there is none
   */
  public SettingKey<?> named(String name) {
    return find(name).orElseThrow(() -> new UserInputException(unknown(name)));
  }

  /** Returns whether there is a key of a name. */
  public boolean has(String name) {
    return find(name).isPresent();
  }

  private Optional<SettingKey<?>> find(String name) {
    String present = formerNames.getOrDefault(name, name);
    return Optional.<SettingKey<?>>ofNullable(keys.get(shortForms.getOrDefault(present, present)))
        .or(() -> SchemesOfHosts.key(name, own.schemes()))
        .or(() -> families.stream().flatMap(family -> family.key(name).stream()).findFirst());
  }

  /** Returns what to tell a user who wrote a key's former name; empty if it is none. */
  Optional<String> notice(String name) {
    return Optional.ofNullable(formerNames.get(name))
        .map(present ->
            "'" + name + "' is called '" + present + "' now; the next release drops the old name");
  }

  /**
   * Returns whether a key's text is the path of a file, which a profile means relative to itself.
   */
  boolean isFile(String name) {
    return find(name).filter(key -> key.kind() instanceof SettingKey.Kind.File).isPresent();
  }

  private String unknown(String name) {
    if (name.equals("packet.header") || name.equals("packet.ack")) {
      return "remove '" + name + "': frames have the lengths of their format (transport.ses)";
    }
    List<String> below =
        keys.keySet().stream()
            .filter(key -> key.startsWith(name + "."))
            .map(key -> key.substring(name.length() + 1))
            .toList();
    if (!below.isEmpty()) {
      return "'" + name + "' takes keys below it: " + String.join(", ", below);
    }
    Optional<SettingFamily> family = families.stream().filter(one -> one.claims(name)).findFirst();
    String unknown = "unknown key '" + name + "', ";
    if (family.isPresent()) {
      return unknown + NearNames.hint(name, family.get().forms());
    }
    List<String> near = NearNames.of(name, keys.keySet());
    if (near.isEmpty()) {
      near = endingAlike(last(name));
    }
    return near.isEmpty()
        ? unknown + "'smartt profile show virtual --all' lists all keys"
        : unknown + "did you mean " + String.join(" or ", near) + "?";
  }

  /** The keys whose last part is a word, or a few edits away from it; at most six. */
  private List<String> endingAlike(String word) {
    List<String> alike = keys.keySet().stream().filter(key -> last(key).equals(word)).toList();
    if (alike.isEmpty()) {
      List<String> words =
          NearNames.of(word, keys.keySet().stream().map(SettingsCatalog::last).distinct().toList());
      alike = keys.keySet().stream().filter(key -> words.contains(last(key))).toList();
    }
    return alike.stream().limit(MOST_SUGGESTED).toList();
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
