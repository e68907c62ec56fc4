package io.smartt.controller.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * CONFIG_DB as gNMI showed it, and from where. While a Set is under way SONiC answers from a
 * checkpoint file of before it, and from Redis only for tables that the file does not have. An
 * empty object that is asked for by its key tells them apart: the file has it and Redis does not.
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
   * The reading of tables as gNMI gives them.
   *
   * @param source names it in errors
   */
  static ConfigReading of(
      String source, Map<String, JsonNode> raw, Set<String> fromRedis, Set<String> fromFile) {
    ObjectNode tables = JsonNodeFactory.instance.objectNode();
    raw.forEach((table, objects) -> tables.set(table, RedisForm.asJson(objects)));
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
}
