package io.smartt.controller.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Objects as Redis holds them, which gNMI shows, made those of CONFIG_DB's JSON, which patches are
 * about: Redis has no empty objects, so SONiC writes {@code NULL} into them, and no lists, so it
 * writes those with commas under a name that ends in {@code @}.
 */
final class RedisForm {
  private static final String NOTHING = "NULL";
  private static final String LIST = "@";

  private RedisForm() {}

  /** The objects of a table by key. */
  static ObjectNode asJson(JsonNode table) {
    ObjectNode objects = JsonNodeFactory.instance.objectNode();
    table.properties().forEach(object -> objects.set(object.getKey(), object(object.getValue())));
    return objects;
  }

  /** Whether some object has a form that only Redis has. */
  static boolean isRedis(JsonNode table) {
    return table.properties().stream()
        .flatMap(object -> object.getValue().properties().stream())
        .anyMatch(field -> field.getKey().equals(NOTHING) || field.getKey().endsWith(LIST));
  }

  /** Whether some object has a form that Redis does not have. */
  static boolean isFile(JsonNode table) {
    return table.properties().stream()
        .map(Map.Entry::getValue)
        .anyMatch(fields ->
            fields.isObject()
                && (fields.isEmpty()
                    || fields.properties().stream().anyMatch(field -> field.getValue().isArray())));
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
