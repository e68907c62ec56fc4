package io.smartt.testbed.sonic.change;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigPatch;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage;

/**
 * The state that a switch held before the first apply and what may have been changed since, so that
 * it can be taken back. What others change meanwhile is theirs and stays.
 *
 * @param before CONFIG_DB before the first apply
 * @param touched every object that a stage sent so far changes, also those that end as they were
 * @param whole whether the last apply came to its end
 * @param sent the stage whose outcome is not known; empty: CONFIG_DB says all
 */
public record Checkpoint(
    String name, ConfigDb before, Touched touched, boolean whole, Optional<SentStage> sent) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the checkpoint before anything was sent. */
  static Checkpoint of(String name, ConfigDb before) {
    return new Checkpoint(name, before, Touched.NOTHING, false, Optional.empty());
  }

  /** The checkpoint with stages that are to be sent. */
  Checkpoint touching(List<Stage> stages) {
    return new Checkpoint(name, before, touched.and(stages), false, sent);
  }

  /** The checkpoint with a stage on its way. */
  Checkpoint sending(SentStage stage) {
    return new Checkpoint(name, before, touched, whole, Optional.of(stage));
  }

  /** The checkpoint with nothing on its way. */
  Checkpoint settled() {
    return new Checkpoint(name, before, touched, whole, Optional.empty());
  }

  /** Returns the checkpoint at the end of an apply. */
  Checkpoint ended() {
    return new Checkpoint(name, before, touched, true, sent);
  }

  /** A database with everything that was touched as it was before, and all else as it is. */
  public ConfigDb takenBack(ConfigDb now) {
    return touched.as(before, now);
  }

  /** Returns the checkpoint as the text of a JSON file. */
  public String text() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("switch", name);
    json.set("before", before.toJson());
    json.set("touched", touched.toJson());
    json.put("whole", whole);
    sent.ifPresent(stage -> {
      ObjectNode fields = json.putObject("sent");
      fields.put("stage", stage.kind().name());
      fields.put("at", stage.at().toString());
      fields.set("before", stage.before().toJson());
      fields.set("after", stage.after().toJson());
    });
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
          Touched.of(source + ": touched", json.path("touched")),
          json.path("whole").asBoolean(),
          json.has("sent") ? Optional.of(sent(source, json.path("sent"))) : Optional.empty());
    } catch (JsonProcessingException e) {
      throw new SonicException(source + ": is not a checkpoint: " + e.getOriginalMessage(), e);
    }
  }

  private static SentStage sent(String source, JsonNode json) {
    try {
      return new SentStage(
          Stage.StageKind.valueOf(json.path("stage").asText()),
          Instant.parse(json.path("at").asText()),
          ConfigDb.of(source + ": sent.before", json.path("before")),
          ConfigDb.of(source + ": sent.after", json.path("after")));
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new SonicException(source + ": is not a checkpoint: " + e.getMessage(), e);
    }
  }

  /**
   * A stage that was sent and whose outcome is not on record.
   *
   * @param before CONFIG_DB when it was sent
   * @param after as the stage leaves it
   */
  public record SentStage(Stage.StageKind kind, Instant at, ConfigDb before, ConfigDb after) {
    /** Returns what was sent. */
    ConfigPatch patch() {
      return ConfigPatch.between(before, after);
    }
  }
}
