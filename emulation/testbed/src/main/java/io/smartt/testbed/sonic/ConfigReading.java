package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * CONFIG_DB as gNMI showed it, and from where. While a Set is under way SONiC answers from a
 * checkpoint file of before it, and from Redis only for tables that the file does not have. An
 * empty object that is asked for by its key tells them apart: the file has it and Redis does not.
 *
 * @param fromRedis tables that were Redis's for certain
 * @param fromFile tables that were the checkpoint's for certain
 */
public record ConfigReading(ConfigDb db, Set<String> fromRedis, Set<String> fromFile) {
  private static final String NOTHING = "NULL";
  private static final String LIST = "@";

  /** Copies. */
  public ConfigReading {
    fromRedis = Set.copyOf(fromRedis);
    fromFile = Set.copyOf(fromFile);
  }

  /**
   * The reading of tables as gNMI gives them.
   *
   * @param source names it in errors
   */
  static ConfigReading of(
      String source, Map<String, JsonNode> raw, Set<String> fromRedis, Set<String> fromFile) {
    ObjectNode tables = JsonNodeFactory.instance.objectNode();
    raw.forEach((table, objects) -> tables.set(table, asJson(objects)));
    return new ConfigReading(ConfigDb.of(source, tables), fromRedis, fromFile);
  }

  /** Returns whether a Set was under way for certain, so that this is CONFIG_DB of before it. */
  public boolean isOfBefore() {
    return !fromFile.isEmpty();
  }

  /**
   * Returns whether no Set was under way for certain.
   *
   * @param before what CONFIG_DB held when the last Set was sent: its tables are in the checkpoint
   */
  public boolean isNow(ConfigDb before) {
    return fromFile.isEmpty() && before.tables().stream().anyMatch(fromRedis::contains);
  }

  /**
   * The objects of a table by key. Objects as Redis holds them are made those of CONFIG_DB's JSON,
   * which patches are about: Redis has no empty objects, so SONiC writes {@code NULL} into them,
   * and no lists, so it writes those with commas under a name that ends in {@code @}. SONiC's gNMI
   * server translates by itself since fdb94da0 of 2023 (sonic-gnmi 5ec1c20b,
   * sonic_data_client/mixed_db_client.go:905).
   */
  static ObjectNode asJson(JsonNode table) {
    ObjectNode objects = JsonNodeFactory.instance.objectNode();
    table.properties().forEach(object -> objects.set(object.getKey(), object(object.getValue())));
    return objects;
  }

  /** The key of some object with fields and with a slash in the key. */
  static Optional<String> slashedObject(JsonNode table) {
    return table.properties().stream()
        .filter(object -> object.getKey().contains("/") && !object(object.getValue()).isEmpty())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Returns whether two objects have the same fields. */
  static boolean isSame(JsonNode one, JsonNode other) {
    return object(one).equals(object(other)) && one.has(NOTHING) == other.has(NOTHING);
  }

  /** The key of some object without fields. */
  static Optional<String> emptyObject(JsonNode table) {
    return table.properties().stream()
        .filter(object -> object(object.getValue()).isEmpty())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static JsonNode object(JsonNode redis) {
    if (!redis.isObject()) {
      return redis;
    }
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    redis
        .properties()
        .forEach(field -> {
          String name = field.getKey();
          if (name.endsWith(LIST)) {
            ArrayNode list = fields.putArray(name.substring(0, name.length() - LIST.length()));
            for (String item : field.getValue().asText().split(",", -1)) {
              list.add(item);
            }
          } else if (!name.equals(NOTHING)) {
            fields.set(name, field.getValue());
          }
        });
    return fields;
  }
}
