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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A CONFIG_DB that JSON patches (RFC 6902) change as SONiC's Generic Config Updater does: all of a
 * patch or nothing, no empty tables, nothing that the YANG models refuse, and the discard action of
 * a buffer profile as a single field on the ASICs of its allow-list only.
 */
public final class ConfigStore {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final List<String> MAY_TRIM_BY_FIELD =
      List.of("spc4", "spc5", "spc6", "th5", "th6");

  private final String asic;
  private ObjectNode tables;
  private int patches;
  private Optional<Integer> failAfter = Optional.empty();

  /**
   * Makes the store of a switch.
   *
   * @param asic as SONiC calls it, {@code td4}
   * @param json what it holds at first
   */
  public ConfigStore(String asic, String json) {
    this.asic = asic;
    tables = (ObjectNode) read(json);
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
        tables = next;
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
    tables = next;
  }

  private void apply(ObjectNode root, JsonNode operation) {
    String pointer = operation.path("path").asText();
    String[] path = pointer.substring(1).split("/", -1);
    for (int i = 0; i < path.length; i++) {
      path[i] = path[i].replace("~1", "/").replace("~0", "~");
    }
    if (path.length == 3
        && path[2].equals("packet_discard_action")
        && !MAY_TRIM_BY_FIELD.contains(asic)) {
      throw new IllegalArgumentException(
          "Modification of BUFFER_PROFILE packet_discard_action is illegal - " + pointer);
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
