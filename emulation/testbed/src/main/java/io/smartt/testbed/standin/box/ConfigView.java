package io.smartt.testbed.standin.box;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.testbed.standin.sonic.ConfigStore;

/**
 * A configuration, and what the switch's daemons made of it, read by port.
 *
 * @param tables what the daemons have of CONFIG_DB
 * @param interfaces INTERFACE_TABLE of STATE_DB
 * @param neighbours NEIGH_TABLE of APPL_DB
 */
record ConfigView(ObjectNode tables, JsonNode interfaces, JsonNode neighbours) {
  private static final String SEPARATOR = "\\|";

  static ConfigView of(ConfigStore store) {
    return new ConfigView(store.taken(), store.interfaceTable(), store.neighbourTable());
  }

  /** A field of an object. */
  Optional<String> field(String table, String key, String name) {
    JsonNode value = tables.path(table).path(key).path(name);
    return value.isMissingNode() ? Optional.empty() : Optional.of(value.asText());
  }

  /** A field as a number. */
  Optional<Long> number(String table, String key, String name) {
    return field(table, key, name).map(Long::parseLong);
  }

  /** An object's fields. */
  JsonNode object(String table, String key) {
    return tables.path(table).path(key);
  }

  /** The VRF in which a port is, empty text for the default; nothing: it is no interface. */
  Optional<String> vrf(String port) {
    JsonNode entry = interfaces.path(port);
    return entry.isMissingNode() ? Optional.empty() : Optional.of(entry.path("vrf").asText());
  }

  /** Returns whether a port is up. */
  boolean isUp(String port) {
    return field("PORT", port, "admin_status").filter("up"::equals).isPresent();
  }

  /** The IPv4 addresses of a port with their lengths, {@code 172.16.0.0/31}. */
  List<String> addresses(String port) {
    List<String> found = new ArrayList<>();
    for (String key : keys("INTERFACE")) {
      String[] parts = key.split(SEPARATOR, -1);
      if (parts.length == 2 && parts[0].equals(port) && !parts[1].contains(":")) {
        found.add(parts[1]);
      }
    }
    return found;
  }

  /** The keys of a table. */
  List<String> keys(String table) {
    List<String> keys = new ArrayList<>();
    tables.path(table).fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** A field of the objects of a port's queues, {@code Ethernet0|0-2}, by queue. */
  Map<Integer, String> byQueue(String table, String port, String name) {
    return ConfigStore.byQueue(tables, table, port, name);
  }

  /** The MAC address of a neighbour that somebody configured and the kernel has. */
  Optional<String> staticNeighbour(String port, String address) {
    return neighbours.has(port + ":" + address)
        ? field("NEIGH", port + "|" + address, "neigh")
        : Optional.empty();
  }
}
