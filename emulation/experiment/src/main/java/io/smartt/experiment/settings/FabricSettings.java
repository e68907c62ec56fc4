package io.smartt.experiment.settings;

import module java.base;

/**
 * The settings that one fabric adds to those which all fabrics know.
 *
 * @param fabric its name, a value of the key {@code fabric}
 * @param keys of their own, in the order in which files list them
 * @param families keys that there are once a member, such as {@code switches.leaf1.address}
 * @param shortForms other spellings of keys: the short one to the whole one
 * @param formerNames names that keys had in the last release: the former one to the present one
 */
public record FabricSettings(
    String fabric,
    List<SettingKey<?>> keys,
    List<SettingFamily> families,
    Map<String, String> shortForms,
    Map<String, String> formerNames) {

  /** Copies the collections of settings. */
  public FabricSettings {
    keys = List.copyOf(keys);
    families = List.copyOf(families);
    shortForms = Map.copyOf(shortForms);
    formerNames = Map.copyOf(formerNames);
  }

  /** Returns these with the name that a key had in the last release. */
  public FabricSettings formerly(String former, String present) {
    Map<String, String> more = new HashMap<>(formerNames);
    more.put(former, present);
    return new FabricSettings(fabric, keys, families, shortForms, more);
  }

  /** Returns the settings of a fabric that has keys and nothing else. */
  public static FabricSettings of(String fabric, List<SettingKey<?>> keys) {
    return new FabricSettings(fabric, keys, List.of(), Map.of(), Map.of());
  }

  /**
   * Settings that there are once for each of something that the profile names, such as {@code
   * switches.trident1.address}.
   *
   * @param name first part of the keys
   * @param meaning one sentence for people
   * @param attributes the same for each member, by the rest of the key; {@code ports.*} stands for
   *     any word at the star
   * @param implied by the rest of a key and its value, {@code target=bmv2}: what follows, by key
   */
  public record SettingFamily(
      String name,
      String meaning,
      List<SettingKey<?>> attributes,
      Map<String, Map<String, String>> implied) {
    /** The word in place of a member's name for what holds for each that does not say otherwise. */
    public static final String ALL = "all";

    private static final String ANY = ".*";

    /** Copies the collections. */
    public SettingFamily {
      attributes = List.copyOf(attributes);
      implied = Map.copyOf(implied);
    }

    /** The key of a name, if it is one of this family. */
    Optional<SettingKey<?>> key(String full) {
      String[] parts = full.split("\\.", 3);
      if (parts.length < 3 || !parts[0].equals(name)) {
        return Optional.empty();
      }
      return attributes.stream()
          .filter(attribute -> fits(attribute.name(), parts[2]))
          .<SettingKey<?>>map(attribute -> renamed(attribute, full))
          .findFirst();
    }

    private static boolean fits(String attribute, String rest) {
      return attribute.equals(rest)
          || (attribute.endsWith(ANY)
              && rest.startsWith(attribute.substring(0, attribute.length() - 1))
              && rest.indexOf('.', attribute.length() - 1) < 0);
    }

    private static <T> SettingKey<T> renamed(SettingKey<T> key, String name) {
      return new SettingKey<>(name, key.kind(), key.defaultText(), key.meaning(), key.reader());
    }

    /** Returns whether a key's first part is this family's. */
    public boolean claims(String full) {
      return full.startsWith(name + ".");
    }

    /** Returns whether a key is an attribute of one of its members. */
    public boolean isOf(String full, String attribute) {
      return claims(full) && full.endsWith("." + attribute);
    }

    /** Returns what values of members imply, by key. */
    Map<String, String> implied(Map<String, String> members) {
      Map<String, String> all = new HashMap<>();
      String member = "^" + name + "\\.[^.]*\\.";
      members.forEach((key, text) ->
          all.putAll(implied.getOrDefault(key.replaceFirst(member, "") + "=" + text, Map.of())));
      return all;
    }

    /** The keys there are, with a placeholder for a member's name. */
    List<String> forms() {
      return attributes.stream().map(attribute -> name + ".NAME." + attribute.name()).toList();
    }
  }
}
