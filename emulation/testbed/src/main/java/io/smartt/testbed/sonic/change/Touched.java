package io.smartt.testbed.sonic.change;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigPatch.ConfigChange;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage;

/** Names of objects of CONFIG_DB. Immutable. */
public final class Touched {
  /** No object. */
  public static final Touched NOTHING = new Touched(new TreeMap<>());

  private final SortedMap<String, SortedSet<String>> keys;

  private Touched(SortedMap<String, SortedSet<String>> keys) {
    this.keys = keys;
  }

  /** These objects and those that stages change. */
  public Touched and(List<Stage> stages) {
    SortedMap<String, SortedSet<String>> more = new TreeMap<>();
    keys.forEach((table, names) -> more.put(table, new TreeSet<>(names)));
    for (Stage stage : stages) {
      for (ConfigChange change : stage.patch().changes()) {
        more.computeIfAbsent(change.table(), _ -> new TreeSet<>()).add(change.key());
      }
    }
    return new Touched(more);
  }

  /** These objects as one database has them, all others as the other has them. */
  public ConfigDb as(ConfigDb one, ConfigDb other) {
    ConfigDb db = other;
    for (var table : keys.entrySet()) {
      for (String key : table.getValue()) {
        Optional<ObjectNode> object = one.object(table.getKey(), key);
        db =
            object.isPresent()
                ? db.with(table.getKey(), key, object.get())
                : db.without(table.getKey(), key);
      }
    }
    return db;
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    keys.forEach((table, names) -> {
      ArrayNode list = json.putArray(table);
      names.forEach(list::add);
    });
    return json;
  }

  /**
   * The objects that {@link #toJson} wrote.
   *
   * @param source names it in errors
   */
  static Touched of(String source, JsonNode json) {
    if (!json.isObject()) {
      throw new SonicException(source + ": expected a JSON object, found " + json);
    }
    SortedMap<String, SortedSet<String>> keys = new TreeMap<>();
    json.properties()
        .forEach(table -> {
          SortedSet<String> names = new TreeSet<>();
          table.getValue().forEach(name -> names.add(name.asText()));
          keys.put(table.getKey(), names);
        });
    return new Touched(keys);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Touched touched && keys.equals(touched.keys);
  }

  @Override
  public int hashCode() {
    return keys.hashCode();
  }

  @Override
  public String toString() {
    return keys.toString();
  }
}
