package io.smartt.emulation.settings;

import java.util.List;
import java.util.Map;

/**
 * The settings that one fabric adds to those which all fabrics know.
 *
 * @param fabric its name, a value of the key {@code fabric}
 * @param keys of their own, in the order in which files list them
 * @param families keys that there are once a member, such as {@code switches.leaf1.address}
 * @param shortForms other spellings of keys: the short one to the whole one
 */
public record FabricSettings(
    String fabric,
    List<SettingKey<?>> keys,
    List<SettingFamily> families,
    Map<String, String> shortForms) {

  /** Copies the collections. */
  public FabricSettings {
    keys = List.copyOf(keys);
    families = List.copyOf(families);
    shortForms = Map.copyOf(shortForms);
  }

  /** Returns the settings of a fabric that has keys and nothing else. */
  public static FabricSettings of(String fabric, List<SettingKey<?>> keys) {
    return new FabricSettings(fabric, keys, List.of(), Map.of());
  }
}
