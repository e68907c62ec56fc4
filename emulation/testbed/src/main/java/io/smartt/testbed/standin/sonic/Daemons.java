package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The state that SONiC's daemons and the kernel make of CONFIG_DB: interfaces in VRFs and static
 * neighbours (sonic-swss e6b0c5b5). Each rule has its file and line.
 */
final class Daemons {
  private final Map<String, String> vrfs = new TreeMap<>();
  private final Set<String> neighbours = new TreeSet<>();

  /** Sets everything as CONFIG_DB has it, as after a boot. */
  void boot(ObjectNode db) {
    vrfs.clear();
    neighbours.clear();
    interfaces(db).forEach(port -> vrfs.put(port, vrf(db, port)));
    db.path("NEIGH").fieldNames().forEachRemaining(neighbours::add);
  }

  /** An interface is in the default VRF. */
  void unbind(String port) {
    vrfs.put(port, "");
  }

  /** A port has no neighbours any more. */
  void forget(String port) {
    neighbours.removeIf(key -> port(key).equals(port));
  }

  /** Follows a patch that was applied. */
  void follow(ObjectNode before, ObjectNode after) {
    Set<String> old = interfaces(before);
    Set<String> now = interfaces(after);
    // cfgmgr/intfmgr.cpp:1177: an interface that has addresses is not removed.
    old.stream()
        .filter(port -> !now.contains(port) && !hasAddress(after, port))
        .forEach(vrfs::remove);
    // cfgmgr/intfmgr.cpp:376, 919: one that is in a VRF is not put into another, and the daemon
    // says so in syslog alone. One that is new is.
    now.forEach(port -> vrfs.putIfAbsent(port, vrf(after, port)));
    learn(before, after);
  }

  private void learn(ObjectNode before, ObjectNode after) {
    after
        .path("NEIGH")
        .properties()
        .forEach(entry -> {
          String key = entry.getKey();
          boolean changed = !before.path("NEIGH").path(key).equals(entry.getValue());
          // cfgmgr/nbrmgr.cpp:357, 364: set once, when the table changes and there is an interface.
          if (changed && vrfs.containsKey(port(key))) {
            neighbours.add(key);
          }
        });
    // cfgmgr/nbrmgr.cpp:375: removing one is "Not yet implemented". Linux drops permanent entries
    // when a port goes down by hand, and keeps them when it loses its carrier (tried on 6.18). In
    // the sorter's order new neighbours come before ports are taken down.
    Set<String> down = SortTime.flapped(before, after);
    after
        .path("PORT")
        .fieldNames()
        .forEachRemaining(port -> {
          if (SortTime.isUp(before, port) && !SortTime.isUp(after, port)) {
            down.add(port);
          }
        });
    neighbours.removeIf(key -> down.contains(port(key)));
  }

  /** STATE_DB. */
  JsonNode interfaceTable() {
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    vrfs.forEach((port, vrf) -> table.putObject(port).put("vrf", vrf));
    return table;
  }

  /** APPL_DB. */
  JsonNode neighbourTable() {
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    neighbours.forEach(key -> table.putObject(key.replace('|', ':')).put("family", "IPv4"));
    return table;
  }

  private static Set<String> interfaces(JsonNode db) {
    Set<String> ports = new TreeSet<>();
    db.path("INTERFACE")
        .fieldNames()
        .forEachRemaining(key -> {
          if (!key.contains("|")) {
            ports.add(key);
          }
        });
    return ports;
  }

  private static boolean hasAddress(JsonNode db, String port) {
    Set<String> keys = new TreeSet<>();
    db.path("INTERFACE").fieldNames().forEachRemaining(keys::add);
    return keys.stream().anyMatch(key -> key.startsWith(port + "|"));
  }

  private static String vrf(JsonNode db, String port) {
    return db.path("INTERFACE").path(port).path("vrf_name").asText("");
  }

  private static String port(String key) {
    return key.split("\\|", -1)[0];
  }
}
