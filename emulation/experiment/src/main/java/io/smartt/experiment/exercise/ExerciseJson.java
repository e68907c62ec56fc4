package io.smartt.experiment.exercise;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * A value of an exercise's JSON file, which knows where it is so that complaints can say so.
 *
 * @param file that it is of
 * @param key path of the value in the file, for messages
 * @param node the value
 */
public record ExerciseJson(Path file, String key, JsonNode node) {
  private static final JsonMapper MAPPER = new JsonMapper();

  public static ExerciseJson read(Path file) {
    try {
      JsonNode node = MAPPER.readTree(InputFile.text(file));
      return new ExerciseJson(file, "", node);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new UserInputException(
          "%s: line %d: is not JSON: %s".formatted(file, line, e.getOriginalMessage()), e);
    }
  }

  public Optional<ExerciseJson> find(String name) {
    JsonNode child = node.get(name);
    return child == null || child.isNull()
        ? Optional.empty()
        : Optional.of(new ExerciseJson(file, key.isEmpty() ? name : key + "." + name, child));
  }

  public ExerciseJson get(String name) {
    return find(name).orElseThrow(() -> wrong("has no '" + name + "'"));
  }

  public ExerciseJson at(int index) {
    JsonNode child = node.get(index);
    if (child == null) {
      throw wrong("has %d values, wanted at least %d".formatted(node.size(), index + 1));
    }
    return new ExerciseJson(file, key + "[" + index + "]", child);
  }

  public int size() {
    return node.size();
  }

  public boolean isList() {
    return node.isArray();
  }

  /** Returns the values of a list. */
  public List<ExerciseJson> list() {
    if (!isList()) {
      throw wrong("is not a list");
    }
    return IntStream.range(0, size()).mapToObj(this::at).toList();
  }

  /** Values by name, in the order of the file. */
  public Map<String, ExerciseJson> fields() {
    if (!node.isObject()) {
      throw wrong("is not an object of names and values");
    }
    Map<String, ExerciseJson> fields = new LinkedHashMap<>();
    node.fieldNames().forEachRemaining(name -> fields.put(name, get(name)));
    return fields;
  }

  /** Refuses a value that nobody reads. */
  public void requireOnly(List<String> names) {
    for (String name : fields().keySet()) {
      if (!names.contains(name)) {
        throw wrong("has '%s'; %s".formatted(name, NearNames.hint(name, names)));
      }
    }
  }

  /** Text, or a number as text. */
  public String text() {
    if (!node.isValueNode()) {
      throw wrong("is not a text or number");
    }
    return node.asText();
  }

  /** A whole number from 0, which may be written as text: what reads it is often a command line. */
  public int integer() {
    return (int)
        Quantities.whole(node.asText(), 0, Integer.MAX_VALUE)
            .orElseThrow(() -> wrong("is " + node + ", not a whole number from 0"));
  }

  public UserInputException wrong(String what) {
    return new UserInputException(
        "%s: %s %s".formatted(file, key.isEmpty() ? "the file" : key, what));
  }
}
