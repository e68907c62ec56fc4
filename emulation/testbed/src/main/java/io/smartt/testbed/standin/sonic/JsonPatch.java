package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Operations of JSON patches (RFC 6902) on objects: add, replace and remove. */
final class JsonPatch {
  private JsonPatch() {}

  /**
   * Applies one operation.
   *
   * @throws IllegalArgumentException naming the pointer that leads nowhere
   */
  static void apply(ObjectNode root, JsonNode operation) {
    String pointer = operation.path("path").asText();
    String[] path = path(pointer);
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

  /** Returns the tables that a patch is about. */
  static Set<String> tables(Iterable<JsonNode> patch) {
    Set<String> tables = new TreeSet<>();
    patch.forEach(operation -> tables.add(path(operation.path("path").asText())[0]));
    return tables;
  }

  private static String[] path(String pointer) {
    String[] path = pointer.substring(1).split("/", -1);
    for (int i = 0; i < path.length; i++) {
      path[i] = path[i].replace("~1", "/").replace("~0", "~");
    }
    return path;
  }
}
