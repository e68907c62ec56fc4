package io.smartt.tests.sonic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.controller.sonic.ConfigDb;
import io.smartt.controller.sonic.ConfigValidator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A CONFIG_DB that JSON patches (RFC 6902) change as SONiC's Generic Config Updater does: no empty
 * tables (sonic-utilities 691b1bbc, generic_config_updater/generic_updater.py:126), nothing that
 * the YANG models refuse, nothing that {@link FieldRules} refuse. What a patch does to VRFs and
 * neighbours is {@link Daemons}', how long it takes is {@link SortTime}'s.
 */
public final class ConfigStore {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private final Daemons daemons = new Daemons();
  private final JsonNode ports;
  private ObjectNode tables;
  private ObjectNode saved;
  private int patches;
  private Optional<Integer> failAfter = Optional.empty();

  /**
   * Makes the store of a switch that has booted.
   *
   * @param json what it holds at first
   * @param state STATE_DB
   */
  public ConfigStore(String json, String state) {
    tables = (ObjectNode) read(json);
    saved = tables.deepCopy();
    ports = read(state).path("PORT_TABLE");
    daemons.boot(tables);
  }

  /** Writes the file from which the switch boots. */
  synchronized void save() {
    saved = tables.deepCopy();
  }

  /** The power goes and comes: what was not saved is lost. */
  synchronized void powerCut() {
    tables = saved.deepCopy();
    daemons.boot(tables);
  }

  /** Everything as it is now, as a checkpoint file has it. */
  synchronized ObjectNode snapshot() {
    return tables.deepCopy();
  }

  /** What daemons made of it: INTERFACE_TABLE of STATE_DB. */
  synchronized JsonNode interfaceTable() {
    return daemons.interfaceTable();
  }

  /** What the kernel has: NEIGH_TABLE of APPL_DB. */
  synchronized JsonNode neighbourTable() {
    return daemons.neighbourTable();
  }

  /** A port's interface is in the default VRF though CONFIG_DB has another. */
  synchronized void unbind(String port) {
    daemons.unbind(port);
  }

  /** The kernel forgets what a port had as neighbours, as when somebody takes the port down. */
  synchronized void forgetNeighbours(String port) {
    daemons.forget(port);
  }

  /** How long the updater takes for a patch. */
  synchronized Duration takes(ArrayNode patch) {
    ObjectNode next = tables.deepCopy();
    for (JsonNode operation : patch) {
      apply(next, operation);
    }
    return SortTime.of(tables, next);
  }

  /** Whether an operation is about something that is not there to be removed. */
  synchronized boolean isIdle(JsonNode operation) {
    return operation.path("op").asText().equals("remove")
        && tables.at(operation.path("path").asText()).isMissingNode();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  /** Returns the text that {@code config save} would write: everything, sorted. */
  public synchronized String text() {
    TreeMap<String, Object> sorted = new TreeMap<>();
    tables
        .properties()
        .forEach(table -> {
          TreeMap<String, Object> keys = new TreeMap<>();
          table
              .getValue()
              .properties()
              .forEach(object -> {
                TreeMap<String, JsonNode> fields = new TreeMap<>();
                object.getValue().properties().forEach(f -> fields.put(f.getKey(), f.getValue()));
                keys.put(object.getKey(), fields);
              });
          sorted.put(table.getKey(), keys);
        });
    return JSON.valueToTree(sorted).toPrettyString();
  }

  /** One object a line: table, key, fields. */
  synchronized String lines() {
    TreeMap<String, String> lines = new TreeMap<>();
    tables
        .properties()
        .forEach(table ->
            table
                .getValue()
                .properties()
                .forEach(object -> {
                  TreeMap<String, JsonNode> fields = new TreeMap<>();
                  object.getValue().properties().forEach(f -> fields.put(f.getKey(), f.getValue()));
                  lines.put(
                      table.getKey() + "|" + object.getKey(), JSON.valueToTree(fields).toString());
                }));
    StringBuilder text = new StringBuilder();
    lines.forEach((name, fields) -> text.append(name).append(' ').append(fields).append('\n'));
    return text.toString();
  }

  synchronized JsonNode table(String name) {
    JsonNode table = tables.path(name);
    return table.isObject() ? table.deepCopy() : JsonNodeFactory.instance.objectNode();
  }

  public synchronized int patches() {
    return patches;
  }

  /** Breaks down in the middle of the next patch, after so many operations, which stay. */
  synchronized void failAfter(int operations) {
    failAfter = Optional.of(operations);
  }

  /** Somebody else changes an object. */
  public synchronized void put(String table, String key, Map<String, String> fields) {
    ObjectNode object = tables.withObjectProperty(table).putObject(key);
    new TreeMap<>(fields).forEach(object::put);
  }

  /**
   * Applies a patch.
   *
   * @throws IllegalArgumentException in the words of SONiC where it refuses
   */
  synchronized void apply(ArrayNode patch) {
    patches++;
    ObjectNode next = tables.deepCopy();
    int done = 0;
    for (JsonNode operation : patch) {
      if (failAfter.isPresent() && failAfter.get() == done) {
        failAfter = Optional.empty();
        become(next);
        throw new IllegalStateException("GCU broke down after " + done + " operations");
      }
      apply(next, operation);
      done++;
    }
    next.properties()
        .forEach(table -> {
          if (table.getValue().isEmpty()) {
            throw new IllegalArgumentException(
                "Given patch is not valid because it has empty table: " + table.getKey());
          }
        });
    List<String> problems = new ConfigValidator(ConfigDb.of("target config", next)).problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Given patch will produce invalid config. " + problems.getFirst());
    }
    FieldRules.require(tables, next, ports);
    become(next);
  }

  private void become(ObjectNode next) {
    next.properties().removeIf(table -> table.getValue().isEmpty());
    daemons.follow(tables, next);
    tables = next;
  }

  private void apply(ObjectNode root, JsonNode operation) {
    String pointer = operation.path("path").asText();
    String[] path = pointer.substring(1).split("/", -1);
    for (int i = 0; i < path.length; i++) {
      path[i] = path[i].replace("~1", "/").replace("~0", "~");
    }
    JsonNode parent = root;
    for (int i = 0; i < path.length - 1; i++) {
      parent = parent.path(path[i]);
    }
    if (!(parent instanceof ObjectNode object)) {
      throw new IllegalArgumentException("can't apply patch: no parent of " + pointer);
    }
    String name = path[path.length - 1];
    String verb = operation.path("op").asText();
    if (!verb.equals("add") && !object.has(name)) {
      throw new IllegalArgumentException("can't " + verb + " a non-existent object " + pointer);
    }
    if (verb.equals("remove")) {
      object.remove(name);
    } else {
      object.set(name, operation.path("value"));
    }
  }
}
