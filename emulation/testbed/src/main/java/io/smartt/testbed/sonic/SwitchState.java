package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The abilities of a switch, as STATE_DB says them.
 *
 * @param known whether it was asked; a plan from a file knows nothing of it
 * @param capabilities fields of {@code SWITCH_CAPABILITY|switch}
 * @param speeds by port, {@code supported_speeds} of {@code PORT_TABLE}, Mbps
 * @param fecs by port, {@code supported_fecs} of {@code PORT_TABLE}
 */
public record SwitchState(
    boolean known,
    Map<String, String> capabilities,
    Map<String, List<String>> speeds,
    Map<String, List<String>> fecs) {
  /** Nobody asked. */
  public static final SwitchState UNKNOWN = new SwitchState(false, Map.of(), Map.of(), Map.of());

  /** Copies. */
  public SwitchState {
    capabilities = Map.copyOf(capabilities);
    speeds = Map.copyOf(speeds);
    fecs = Map.copyOf(fecs);
  }

  /**
   * The state in the two tables as gNMI gives them.
   *
   * @param capability {@code SWITCH_CAPABILITY}
   * @param ports {@code PORT_TABLE}
   */
  public static SwitchState of(JsonNode capability, JsonNode ports) {
    Map<String, String> fields = new HashMap<>();
    capability
        .path("switch")
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
    return new SwitchState(
        true, fields, lists(ports, "supported_speeds"), lists(ports, "supported_fecs"));
  }

  /** The lists of ports that have the field. */
  private static Map<String, List<String>> lists(JsonNode ports, String field) {
    Map<String, List<String>> lists = new HashMap<>();
    ports
        .properties()
        .forEach(port -> {
          String text = port.getValue().path(field).asText("");
          if (!text.isEmpty()) {
            lists.put(port.getKey(), Arrays.asList(text.split("\\s*,\\s*", -1)));
          }
        });
    return lists;
  }

  boolean canTrim() {
    return Boolean.parseBoolean(capabilities.getOrDefault("SWITCH_TRIMMING_CAPABLE", "false"));
  }

  /** Modes of a kind, such as STATIC and DYNAMIC; empty if the switch does not say. */
  Optional<List<String>> trimModes(String kind) {
    return Optional.ofNullable(
            capabilities.get("SWITCH|PACKET_TRIMMING_" + kind + "_RESOLUTION_MODE"))
        .map(text -> Arrays.asList(text.split("\\s*,\\s*", -1)));
  }
}
