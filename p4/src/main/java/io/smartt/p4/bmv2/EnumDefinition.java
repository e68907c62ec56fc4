package io.smartt.p4.bmv2;

import java.util.Map;

/** An enum and the numbers of its constants. */
public record EnumDefinition(String name, Map<String, Integer> entries) {
  /** Copies the entries. */
  public EnumDefinition {
    entries = Map.copyOf(entries);
  }
}
