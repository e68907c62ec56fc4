package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.testbed.sonic.SwitchPlan.PortQueue;

/**
 * The objects that orchagent asked of the ASIC, as ASIC_DB and the name maps of COUNTERS_DB show
 * them: queues, ports, profiles and the switch by object id. A queue or port has only profiles that
 * orchagent has (sonic-swss e6b0c5b5, orchagent/qosorch.cpp:70, 639 to 743, 1426, 1735;
 * bufferorch.cpp:722, 728, 1021; switchorch.cpp:1075 to 1130).
 */
final class AsicDb {
  private static final int QUEUES = 8;
  private static final String NOTHING = "oid:0x0";
  private static final String FAIL_ACTION = "SAI_BUFFER_PROFILE_PACKET_ADMISSION_FAIL_ACTION_DROP";

  /** Kinds of objects and their numbers in SAI. */
  enum Kind {
    PORT(0x1),
    WRED(0x13),
    QUEUE(0x15),
    SCHEDULER(0x16),
    BUFFER_PROFILE(0x19),
    INGRESS_PRIORITY_GROUP(0x1a),
    SWITCH(0x21);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    String oid(int index) {
      return "oid:0x%x%012x".formatted(number, index);
    }

    String key(String oid) {
      return "SAI_OBJECT_TYPE_" + name() + ":" + oid;
    }
  }

  private final JsonNode taken;
  private final Map<Kind, ObjectNode> ids = new EnumMap<>(Kind.class);
  private final ObjectNode objects;

  /**
   * Creates the objects of a configuration.
   *
   * @param taken what the daemons have of CONFIG_DB
   */
  AsicDb(JsonNode taken) {
    this.taken = taken;
    objects = all();
  }

  /** ASIC_STATE, by the rest of the key. */
  ObjectNode objects() {
    return objects;
  }

  /** The object ids of ports, queues or priority groups, as name maps have them. */
  ObjectNode ids(Kind kind) {
    return ids.getOrDefault(kind, JsonNodeFactory.instance.objectNode());
  }

  /** The queue or port that has an object id. */
  Optional<String> counted(String oid) {
    return Stream.of(Kind.QUEUE, Kind.PORT)
        .flatMap(kind -> ids(kind).properties().stream())
        .filter(entry -> entry.getValue().asText().equals(oid))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private ObjectNode all() {
    ObjectNode found = JsonNodeFactory.instance.objectNode();
    profiles(found);
    for (String port : keys("PORT")) {
      found
          .putObject(named(Kind.PORT, port))
          .put(
              "SAI_PORT_ATTR_QOS_SCHEDULER_PROFILE_ID",
              oid(Kind.SCHEDULER, field("PORT_QOS_MAP", port, "scheduler")))
          .put("SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL", pausing(port));
      for (int number = 0; number < QUEUES; number++) {
        PortQueue queue = new PortQueue(port, number);
        found
            .putObject(named(Kind.QUEUE, queue.toString()))
            .put(
                "SAI_QUEUE_ATTR_WRED_PROFILE_ID",
                oid(Kind.WRED, ofQueue("QUEUE", queue, "wred_profile")))
            .put(
                "SAI_QUEUE_ATTR_BUFFER_PROFILE_ID",
                oid(Kind.BUFFER_PROFILE, ofQueue("BUFFER_QUEUE", queue, "profile")));
        found
            .putObject(named(Kind.INGRESS_PRIORITY_GROUP, queue.toString()))
            .put(
                "SAI_INGRESS_PRIORITY_GROUP_ATTR_BUFFER_PROFILE",
                oid(Kind.BUFFER_PROFILE, ofQueue("BUFFER_PG", queue, "profile")));
      }
    }
    ObjectNode whole = found.putObject(Kind.SWITCH.key(Kind.SWITCH.oid(0)));
    String trimming = "SAI_SWITCH_ATTR_PACKET_TRIM_";
    copy("SWITCH_TRIMMING", "GLOBAL", "size", whole, trimming + "SIZE");
    copy("SWITCH_TRIMMING", "GLOBAL", "dscp_value", whole, trimming + "DSCP_VALUE");
    copy("SWITCH_TRIMMING", "GLOBAL", "queue_index", whole, trimming + "QUEUE_INDEX");
    whole.put("SAI_SWITCH_ATTR_INIT_SWITCH", "true");
    return found;
  }

  /** Gives the next of its kind an id and returns its key. */
  private String named(Kind kind, String name) {
    ObjectNode known = ids.computeIfAbsent(kind, _ -> JsonNodeFactory.instance.objectNode());
    String oid = kind.oid(known.size());
    known.put(name, oid);
    return kind.key(oid);
  }

  private void profiles(ObjectNode found) {
    for (String name : keys("WRED_PROFILE")) {
      ObjectNode wred = found.putObject(Kind.WRED.key(oid(Kind.WRED, name)));
      String green = "SAI_WRED_ATTR_GREEN_";
      copy("WRED_PROFILE", name, "green_min_threshold", wred, green + "MIN_THRESHOLD");
      copy("WRED_PROFILE", name, "green_max_threshold", wred, green + "MAX_THRESHOLD");
      copy("WRED_PROFILE", name, "green_drop_probability", wred, green + "DROP_PROBABILITY");
      wred.put(
          "SAI_WRED_ATTR_ECN_MARK_MODE",
          "SAI_ECN_MARK_MODE_"
              + field("WRED_PROFILE", name, "ecn")
                  .replaceFirst("^$", "ecn_none")
                  .substring("ecn_".length())
                  .toUpperCase(Locale.ROOT));
    }
    for (String name : keys("SCHEDULER")) {
      ObjectNode scheduler = found.putObject(Kind.SCHEDULER.key(oid(Kind.SCHEDULER, name)));
      scheduler.put("SAI_SCHEDULER_ATTR_METER_TYPE", "SAI_METER_TYPE_BYTES");
      copy("SCHEDULER", name, "pir", scheduler, "SAI_SCHEDULER_ATTR_MAX_BANDWIDTH_RATE");
    }
    for (String name : keys("BUFFER_PROFILE")) {
      ObjectNode profile = found.putObject(Kind.BUFFER_PROFILE.key(oid(Kind.BUFFER_PROFILE, name)));
      String buffer = "SAI_BUFFER_PROFILE_ATTR_";
      copy("BUFFER_PROFILE", name, "static_th", profile, buffer + "SHARED_STATIC_TH");
      copy("BUFFER_PROFILE", name, "dynamic_th", profile, buffer + "SHARED_DYNAMIC_TH");
      copy("BUFFER_PROFILE", name, "size", profile, buffer + "RESERVED_BUFFER_SIZE");
      copy("BUFFER_PROFILE", name, "xon", profile, buffer + "XON_TH");
      copy("BUFFER_PROFILE", name, "xoff", profile, buffer + "XOFF_TH");
      boolean trims = field("BUFFER_PROFILE", name, "packet_discard_action").equals("trim");
      profile.put(
          "SAI_BUFFER_PROFILE_ATTR_PACKET_ADMISSION_FAIL_ACTION",
          trims ? FAIL_ACTION + "_AND_TRIM" : FAIL_ACTION);
    }
  }

  /** A bit for each priority (qosorch.cpp, setPortPfc). */
  private String pausing(String port) {
    return Integer.toString(
        Stream.of(field("PORT_QOS_MAP", port, "pfc_enable").split(",", -1))
            .filter(priority -> !priority.isEmpty())
            .mapToInt(priority -> 1 << Integer.parseInt(priority))
            .sum());
  }

  private void copy(String table, String key, String field, ObjectNode to, String attribute) {
    String value = field(table, key, field);
    if (!value.isEmpty()) {
      to.put(attribute, value);
    }
  }

  private String oid(Kind kind, String name) {
    int index = keys(kind == Kind.WRED ? "WRED_PROFILE" : kind.name()).indexOf(name);
    return index < 0 ? NOTHING : kind.oid(index + 1);
  }

  private String ofQueue(String table, PortQueue queue, String field) {
    return ConfigStore.byQueue(taken, table, queue.port(), field).getOrDefault(queue.number(), "");
  }

  private String field(String table, String key, String field) {
    return taken.path(table).path(key).path(field).asText("");
  }

  private List<String> keys(String table) {
    return taken.path(table).propertyStream().map(Map.Entry::getKey).sorted().toList();
  }
}
