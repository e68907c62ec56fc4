package io.smartt.softswitch;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Gives a program another drop port than v1model's 511. What {@code mark_to_drop} writes is the
 * switch's choice, so it is spelt out in the program's BMv2 JSON: {@code egress_spec} becomes the
 * drop port and {@code mcast_grp} 0.
 */
public final class DropPort {
  /** The port that drops unless something else is chosen. */
  public static final int DEFAULT = 511;

  private static final String METADATA = "standard_metadata";

  private DropPort() {}

  /**
   * The program with this drop port.
   *
   * @param json BMv2 JSON; what is malformed is given back as it is, for the loader to refuse
   * @param port 1 to 511
   */
  public static byte[] into(byte[] json, int port) {
    if (port == DEFAULT) {
      return json;
    }
    ObjectMapper mapper = new ObjectMapper();
    try {
      JsonNode program = mapper.readTree(json);
      boolean groups = hasGroups(program);
      for (JsonNode action : program.path("actions")) {
        if (action.path("primitives") instanceof ArrayNode primitives) {
          spellOut(primitives, port, groups);
        }
      }
      return program.isEmpty() ? json : mapper.writeValueAsBytes(program);
    } catch (IOException | NumberFormatException e) {
      return json;
    }
  }

  private static boolean hasGroups(JsonNode program) {
    for (JsonNode header : program.path("headers")) {
      if (header.path("name").asText().equals(METADATA)) {
        for (JsonNode type : program.path("header_types")) {
          if (type.path("name").equals(header.path("header_type"))) {
            return type.path("fields")
                .valueStream()
                .anyMatch(field -> field.path(0).asText().equals("mcast_grp"));
          }
        }
      }
    }
    return false;
  }

  private static void spellOut(ArrayNode primitives, int port, boolean groups) {
    for (int i = 0; i < primitives.size(); i++) {
      if (primitives.get(i).path("op").asText().equals("mark_to_drop")) {
        primitives.set(i, assign(primitives, "egress_spec", port));
        if (groups) {
          primitives.insert(i + 1, assign(primitives, "mcast_grp", 0));
          shiftJumps(primitives, i);
        }
      }
    }
  }

  /** A jump names the place of a primitive in its action; those behind {@code place} moved on. */
  private static void shiftJumps(ArrayNode primitives, int place) {
    for (JsonNode primitive : primitives) {
      JsonNode parameters = primitive.path("parameters");
      if (primitive.path("op").asText().startsWith("_jump")
          && parameters.path(parameters.size() - 1) instanceof ObjectNode target) {
        int to = Integer.decode(target.path("value").asText());
        if (to > place) {
          target.put("value", "0x%x".formatted(to + 1));
        }
      }
    }
  }

  private static ObjectNode assign(ArrayNode factory, String field, int value) {
    ObjectNode primitive = factory.objectNode().put("op", "assign");
    ArrayNode parameters = primitive.putArray("parameters");
    parameters.addObject().put("type", "field").putArray("value").add(METADATA).add(field);
    parameters.addObject().put("type", "hexstr").put("value", "0x%04x".formatted(value));
    return primitive;
  }
}
