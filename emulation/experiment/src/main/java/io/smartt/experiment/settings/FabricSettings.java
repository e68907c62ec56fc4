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
}
