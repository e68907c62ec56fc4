package io.smartt.controller.sonic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a switch held before the first apply and what the last apply made of it, so that it can be
 * taken back. What others change meanwhile is theirs and stays.
 */
public record Checkpoint(String name, ConfigDb before, ConfigDb applied) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the changes between the two states. */
  public ConfigPatch changes() {
    return ConfigPatch.between(before, applied);
  }

  /** Returns the checkpoint as the text of a JSON file. */
  public String text() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("switch", name);
    json.set("before", before.toJson());
    json.set("applied", applied.toJson());
    return json.toPrettyString() + "\n";
  }

  /**
   * Parses the text of a JSON file.
   *
   * @param source names it in errors
   */
  public static Checkpoint parse(String source, String text) {
    try {
      JsonNode json = JSON.readTree(text);
      return new Checkpoint(
          json.path("switch").asText(),
          ConfigDb.of(source + ": before", json.path("before")),
          ConfigDb.of(source + ": applied", json.path("applied")));
    } catch (JsonProcessingException e) {
      throw new SonicException(source + ": is not a checkpoint: " + e.getOriginalMessage(), e);
    }
  }
}
