package io.smartt.p4.pipeline.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws copies of a program's JSON in each of which one value is changed. */
final class Mutations {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode root;
  private final Random random;

  Mutations(JsonNode root, long seed) {
    this.root = root;
    this.random = new Random(seed);
  }

  String next() {
    JsonNode copy = root.deepCopy();
    List<JsonNode> places = new ArrayList<>();
    collect(copy, places);
    mutate(places.get(random.nextInt(places.size())));
    return copy.toString();
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode() && !node.isEmpty()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private void mutate(JsonNode container) {
    JsonNode value =
        switch (random.nextInt(8)) {
          case 0 -> NullNode.getInstance();
          case 1 -> IntNode.valueOf(random.nextInt(5) - 1);
          case 2 -> TextNode.valueOf("nothing");
          case 3 -> TextNode.valueOf("0x" + Integer.toHexString(random.nextInt(70000)));
          case 4 -> MAPPER.createArrayNode();
          case 5 -> MAPPER.createObjectNode();
          case 6 -> IntNode.valueOf(Integer.MAX_VALUE);
          default -> container.get(firstKey(container));
        };
    if (container instanceof ArrayNode array) {
      int at = random.nextInt(array.size());
      if (random.nextInt(5) == 0) {
        array.remove(at);
      } else {
        array.set(at, value);
      }
    } else if (container instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(5) == 0) {
        object.remove(name);
      } else {
        object.set(name, value);
      }
    }
  }

  private int firstKey(JsonNode container) {
    return container.isArray() ? random.nextInt(container.size()) : 0;
  }
}
