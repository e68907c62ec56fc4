package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The state that SONiC has made of CONFIG_DB.
 *
 * @param asked ports about which it was asked; none for a plan from a file
 * @param vrfs by port that is an interface, its VRF; empty text: the default
 * @param neighbours as CONFIG_DB's keys have them, {@code Ethernet0|172.16.0.0}
 */
public record LiveState(Set<String> asked, Map<String, String> vrfs, Set<String> neighbours) {
  /** Nobody asked. */
  public static final LiveState UNKNOWN = new LiveState(Set.of(), Map.of(), Set.of());

  /** Copies. */
  public LiveState {
    asked = Set.copyOf(asked);
    vrfs = Map.copyOf(vrfs);
    neighbours = Set.copyOf(neighbours);
  }

  /**
   * The state in the two tables as gNMI gives them.
   *
   * @param interfaces {@code INTERFACE_TABLE} of STATE_DB
   * @param neighbours {@code NEIGH_TABLE} of APPL_DB
   */
  public static LiveState of(Set<String> asked, JsonNode interfaces, JsonNode neighbours) {
    Map<String, String> vrfs = new HashMap<>();
    interfaces
        .properties()
        .forEach(port -> {
          if (!port.getKey().contains("|")) {
            vrfs.put(port.getKey(), port.getValue().path("vrf").asText(""));
          }
        });
    Set<String> learnt = new HashSet<>();
    neighbours.fieldNames().forEachRemaining(key -> learnt.add(key.replaceFirst(":", "|")));
    return new LiveState(asked, vrfs, learnt);
  }

  /** Returns whether an interface is where CONFIG_DB has it, as far as is known. */
  boolean isBound(String port, String vrf) {
    return !asked.contains(port) || vrf.equals(vrfs.get(port));
  }

  /** Returns whether a neighbour is there, as far as is known. */
  boolean isLearnt(String key) {
    return !asked.contains(key.split("\\|", -1)[0]) || neighbours.contains(key);
  }
}
