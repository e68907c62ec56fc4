package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Tables of SONiC's CONFIG_DB: table, key, then fields, as its JSON files have them. Sorted, so
 * that equal contents have equal text. Immutable.
 */
public final class ConfigDb {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SortedMap<String, SortedMap<String, ObjectNode>> tables;

  private ConfigDb(SortedMap<String, SortedMap<String, ObjectNode>> tables) {
    this.tables = tables;
  }

  /**
   * Parses a JSON text.
   *
   * @param source names it in errors
   */
  public static ConfigDb parse(String source, String json) {
    try {
      return of(source, JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw new SonicException(
          "%s: not JSON at line %s: %s"
              .formatted(source, e.getLocation().getLineNr(), e.getOriginalMessage()),
          e);
    }
  }

  /**
   * Reads a JSON object of tables.
   *
   * @param source names it in errors
   */
  public static ConfigDb of(String source, JsonNode json) {
    SortedMap<String, SortedMap<String, ObjectNode>> tables = new TreeMap<>();
    require(source, json);
    json.properties()
        .forEach(table -> {
          SortedMap<String, ObjectNode> keys = new TreeMap<>();
          require(source + ": " + table.getKey(), table.getValue());
          table
              .getValue()
              .properties()
              .forEach(object ->
                  keys.put(
                      object.getKey(),
                      require(
                              source + ": " + table.getKey() + "|" + object.getKey(),
                              object.getValue())
                          .deepCopy()));
          if (!keys.isEmpty()) {
            tables.put(table.getKey(), keys);
          }
        });
    return new ConfigDb(tables);
  }

  private static ObjectNode require(String source, JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new SonicException(source + ": expected a JSON object, found " + node);
  }

  /** Names of the tables that have objects. */
  public List<String> tables() {
    return List.copyOf(tables.keySet());
  }

  /** Keys of a table's objects; empty if there is no such table. */
  public List<String> keys(String table) {
    return List.copyOf(tables.getOrDefault(table, new TreeMap<>()).keySet());
  }

  /** An object's fields. */
  public Optional<ObjectNode> object(String table, String key) {
    return Optional.ofNullable(tables.getOrDefault(table, new TreeMap<>()).get(key))
        .map(ObjectNode::deepCopy);
  }

  /** The text of one field of an object. */
  public Optional<String> field(String table, String key, String field) {
    return object(table, key)
        .map(fields -> fields.path(field))
        .filter(JsonNode::isValueNode)
        .map(JsonNode::asText);
  }

  /** Returns a copy with an object in place of any that was there. */
  public ConfigDb with(String table, String key, ObjectNode fields) {
    SortedMap<String, SortedMap<String, ObjectNode>> more = copy();
    more.computeIfAbsent(table, t -> new TreeMap<>()).put(key, fields.deepCopy());
    return new ConfigDb(more);
  }

  /** Returns a copy with an object of these fields in place of any that was there. */
  public ConfigDb with(String table, String key, Map<String, String> fields) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(fields).forEach(object::put);
    return with(table, key, object);
  }

  /** Returns a copy with these fields of an object set; its other fields stay. */
  public ConfigDb merged(String table, String key, Map<String, String> fields) {
    ObjectNode object = object(table, key).orElseGet(JsonNodeFactory.instance::objectNode);
    new TreeMap<>(fields).forEach(object::put);
    return with(table, key, object);
  }

  /** Returns a copy without an object; a table without objects is removed. */
  public ConfigDb without(String table, String key) {
    SortedMap<String, SortedMap<String, ObjectNode>> fewer = copy();
    SortedMap<String, ObjectNode> keys = fewer.getOrDefault(table, new TreeMap<>());
    keys.remove(key);
    if (keys.isEmpty()) {
      fewer.remove(table);
    }
    return new ConfigDb(fewer);
  }

  /** Returns a copy without a field of an object. */
  ConfigDb withoutField(String table, String key, String field) {
    Optional<ObjectNode> object = object(table, key).filter(fields -> fields.has(field));
    object.ifPresent(fields -> fields.remove(field));
    return object.map(fields -> with(table, key, fields)).orElse(this);
  }

  private SortedMap<String, SortedMap<String, ObjectNode>> copy() {
    SortedMap<String, SortedMap<String, ObjectNode>> copy = new TreeMap<>();
    tables.forEach((table, keys) -> copy.put(table, new TreeMap<>(keys)));
    return copy;
  }

  /** Returns the database as a JSON object. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    tables.forEach((table, keys) -> {
      ObjectNode objects = json.putObject(table);
      keys.forEach((key, fields) -> objects.set(key, sorted(fields)));
    });
    return json;
  }

  private static ObjectNode sorted(ObjectNode fields) {
    ObjectNode sorted = JsonNodeFactory.instance.objectNode();
    SortedMap<String, JsonNode> byName = new TreeMap<>();
    fields.properties().forEach(field -> byName.put(field.getKey(), field.getValue()));
    byName.forEach(sorted::set);
    return sorted;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ConfigDb db && tables.equals(db.tables);
  }

  @Override
  public int hashCode() {
    return tables.hashCode();
  }

  @Override
  public String toString() {
    return toJson().toString();
  }
}
