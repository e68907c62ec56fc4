package io.smartt.controller.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * CONFIG_DB as gNMI showed it, and from where. While a Set is under way SONiC answers from a
 * checkpoint file of before it, and from Redis only for tables that the file does not have. The two
 * write an empty object and a list differently ({@link RedisForm}), which tells them apart.
 *
 * @param fromRedis tables that were Redis's for certain
 * @param fromFile tables that were the checkpoint's for certain
 */
public record ConfigReading(ConfigDb db, Set<String> fromRedis, Set<String> fromFile) {
  /** Copies. */
  public ConfigReading {
    fromRedis = Set.copyOf(fromRedis);
    fromFile = Set.copyOf(fromFile);
  }

  /**
   * Of tables as gNMI gives them.
   *
   * @param source names them in errors
   */
  static ConfigReading of(String source, Map<String, JsonNode> raw) {
    ObjectNode tables = JsonNodeFactory.instance.objectNode();
    Set<String> fromRedis = new TreeSet<>();
    Set<String> fromFile = new TreeSet<>();
    raw.forEach((table, objects) -> {
      tables.set(table, RedisForm.asJson(objects));
      if (RedisForm.isRedis(objects)) {
        fromRedis.add(table);
      }
      if (RedisForm.isFile(objects)) {
        fromFile.add(table);
      }
    });
    return new ConfigReading(ConfigDb.of(source, tables), fromRedis, fromFile);
  }

  /** Whether a Set was under way for certain, so that this is CONFIG_DB of before it. */
  public boolean isOfBefore() {
    return !fromFile.isEmpty();
  }

  /**
   * Whether no Set was under way for certain.
   *
   * @param before what CONFIG_DB held when the last Set was sent: its tables are in the checkpoint
   */
  public boolean isNow(ConfigDb before) {
    return fromFile.isEmpty() && before.tables().stream().anyMatch(fromRedis::contains);
  }
}
