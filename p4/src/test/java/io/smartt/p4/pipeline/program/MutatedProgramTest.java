package io.smartt.p4.pipeline.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.smartt.p4.bmv2.Bmv2FormatException;
import io.smartt.p4.pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is changed in a program's JSON, it is refused with one clear error, or runs. */
class MutatedProgramTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(strings = {"router", "tables", "headers", "externs"})
  void aChangedValueIsRefusedOrHarmless(String program) throws IOException {
    JsonNode root = MAPPER.readTree(Device.json(program));
    List<JsonNode> containers = new ArrayList<>();
    collect(root, containers);
    Random random = new Random(1);
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
      JsonNode copy = root.deepCopy();
      List<JsonNode> places = new ArrayList<>();
      collect(copy, places);
      mutate(places.get(random.nextInt(places.size())), random);
      refused += load(copy.toString()) ? 0 : 1;
    }

    assertThat(refused).isGreaterThan(150);
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode() && !node.isEmpty()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private static void mutate(JsonNode container, Random random) {
    JsonNode value =
        switch (random.nextInt(8)) {
          case 0 -> NullNode.getInstance();
          case 1 -> IntNode.valueOf(random.nextInt(5) - 1);
          case 2 -> TextNode.valueOf("nothing");
          case 3 -> TextNode.valueOf("0x" + Integer.toHexString(random.nextInt(70000)));
          case 4 -> MAPPER.createArrayNode();
          case 5 -> MAPPER.createObjectNode();
          case 6 -> IntNode.valueOf(Integer.MAX_VALUE);
          default -> container.get(firstKey(container, random));
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

  private static int firstKey(JsonNode container, Random random) {
    return container.isArray() ? random.nextInt(container.size()) : 0;
  }

  /** Whether the program was accepted; it then survives some packets. */
  private static boolean load(String json) {
    Pipeline pipeline;
    try {
      pipeline = Bmv2Program.load(json.getBytes(UTF_8)).instantiate(new Random(1));
    } catch (Bmv2FormatException e) {
      assertThat(e).hasMessageStartingWith("BMv2 JSON: ");
      return false;
    }
    Random random = new Random(2);
    for (int length : new int[] {0, 1, 14, 33, 34, 60, 200}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      PacketContext context = pipeline.newContext();
      context.packet().set(bytes, 0, length, length + random.nextInt(100));
      context.set(StandardMetadata.PACKET_LENGTH, context.packet().length());
      try {
        pipeline.ingress(context, 0);
        pipeline.egress(context, 0);
        pipeline.deparse(context);
      } catch (FailedAssertionException e) {
        assertThat(e).hasMessageContaining("");
      }
    }
    return true;
  }
}
