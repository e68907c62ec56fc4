package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The databases of a switch other than CONFIG_DB, which show what its daemons made of it:
 * sonic-swss e6b0c5b5, with files and lines at each table.
 */
final class SwitchDatabases {
  private static final String PORT = "PORT";

  private final ConfigStore config;
  private final JsonNode fixed;
  private final SonicServer.QueueCounterSource counters;
  private Optional<AsicDb> asic = Optional.empty();
  private int asicVersion;

  /**
   * Creates the databases of a switch.
   *
   * @param fixed what STATE_DB has of capabilities
   */
  SwitchDatabases(ConfigStore config, JsonNode fixed, SonicServer.QueueCounterSource counters) {
    this.config = config;
    this.fixed = fixed;
    this.counters = counters;
  }

  /** A table; empty: there is none. */
  JsonNode table(String database, String table) {
    return switch (database + "/" + table) {
      case "STATE_DB/INTERFACE_TABLE" -> config.interfaceTable();
      case "STATE_DB/VRF_OBJECT_TABLE" -> vrfs();
      case "STATE_DB/PORT_TABLE" -> lines();
      case "APPL_DB/NEIGH_TABLE" -> config.neighbourTable();
      case "APPL_DB/PORT_TABLE" -> operation();
      case "APPL_DB/ROUTE_TABLE" -> routes();
      case "ASIC_DB/ASIC_STATE" -> asic().objects().deepCopy();
      case "COUNTERS_DB/COUNTERS_QUEUE_NAME_MAP" ->
          // flexcounterorch.cpp:253: made once queues are counted.
          counts() ? asic().ids(AsicDb.Kind.QUEUE) : nothing();
      case "COUNTERS_DB/COUNTERS_PG_NAME_MAP" -> asic().ids(AsicDb.Kind.INGRESS_PRIORITY_GROUP);
      case "COUNTERS_DB/COUNTERS_PORT_NAME_MAP" -> asic().ids(AsicDb.Kind.PORT);
      default -> database.equals("STATE_DB") ? fixed.path(table) : nothing();
    };
  }

  /** An object; empty: there is none, or it has no fields. */
  JsonNode object(String database, String table, String key) {
    if (database.equals("COUNTERS_DB") && table.equals("COUNTERS")) {
      ObjectNode fields = nothing();
      asic()
          .counted(key)
          .ifPresent(counted ->
              counters
                  .counters(counted)
                  .forEach((name, count) -> fields.put(name, Long.toString(count))));
      return fields;
    }
    return database.equals("ASIC_DB")
        ? asic().objects().path(key)
        : table(database, table).path(key);
  }

  /** It takes long to work out, and is asked for object by object. */
  private synchronized AsicDb asic() {
    int version = config.version();
    if (asic.isEmpty() || asicVersion != version) {
      asic = Optional.of(new AsicDb(config.taken()));
      asicVersion = version;
    }
    return asic.get();
  }

  private boolean counts() {
    return config
        .table("FLEX_COUNTER_TABLE")
        .path("QUEUE")
        .path("FLEX_COUNTER_STATUS")
        .asText("enable")
        .equals("enable");
  }

  /** orchagent/vrforch.cpp:132. */
  private JsonNode vrfs() {
    ObjectNode table = nothing();
    config.taken().path("VRF").fieldNames().forEachRemaining(vrf -> put(table, vrf, "state", "ok"));
    return table;
  }

  /** orchagent/portsorch.cpp:10112, 10126, and portsyncd/linksync.cpp:197 to 201. */
  private JsonNode lines() {
    ObjectNode table = nothing();
    ObjectNode taken = config.taken();
    taken
        .path(PORT)
        .properties()
        .forEach(port -> {
          boolean up = SortTime.isUp(taken, port.getKey());
          ObjectNode fields = table.putObject(port.getKey());
          fixed
              .path("PORT_TABLE")
              .path(port.getKey())
              .properties()
              .forEach(more -> fields.set(more.getKey(), more.getValue()));
          fields.put("state", "ok");
          fields.put("admin_status", up ? "up" : "down");
          fields.put("netdev_oper_status", up ? "up" : "down");
          if (up) {
            fields.put("speed", port.getValue().path("speed").asText());
            fields.put("fec", port.getValue().path("fec").asText("N/A"));
          }
        });
    return table;
  }

  /** orchagent/portsorch.cpp:4047. The other end of each cable is up. */
  private JsonNode operation() {
    ObjectNode table = nothing();
    ObjectNode taken = config.taken();
    taken
        .path(PORT)
        .fieldNames()
        .forEachRemaining(
            port -> put(table, port, "oper_status", SortTime.isUp(taken, port) ? "up" : "down"));
    return table;
  }

  /** fpmsyncd/routesync.cpp:2611: what the kernel has, over interfaces that are up in their VRF. */
  private JsonNode routes() {
    ObjectNode table = nothing();
    ObjectNode taken = config.taken();
    JsonNode interfaces = config.interfaceTable();
    taken
        .path("STATIC_ROUTE")
        .properties()
        .forEach(route -> {
          String[] name = route.getKey().split("\\|", -1);
          String vrf = name.length == 2 ? name[0] : "";
          String[] ports = route.getValue().path("ifname").asText("").split(",", -1);
          String[] hops = route.getValue().path("nexthop").asText("").split(",", -1);
          List<String> usedPorts = new ArrayList<>();
          List<String> usedHops = new ArrayList<>();
          for (int i = 0; i < Math.min(ports.length, hops.length); i++) {
            if (SortTime.isUp(taken, ports[i])
                && interfaces.path(ports[i]).path("vrf").asText("-").equals(vrf)) {
              usedPorts.add(ports[i]);
              usedHops.add(hops[i]);
            }
          }
          if (!usedPorts.isEmpty()) {
            String key = (vrf.isEmpty() ? "" : vrf + ":") + name[name.length - 1];
            ObjectNode fields = table.putObject(key.replaceFirst("/32$", ""));
            fields.put("nexthop", String.join(",", usedHops));
            fields.put("ifname", String.join(",", usedPorts));
            fields.put("protocol", "static");
          }
        });
    return table;
  }

  private static void put(ObjectNode table, String key, String field, String value) {
    table.putObject(key).put(field, value);
  }

  private static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }
}
