package io.smartt.emulation.softswitch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.emulation.softswitch.p4runtime.ForwardingDevice.LoadedConfig;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.p4.config.v1.P4Info;

/** Programs of the tests. */
public final class TestPrograms {
  /**
   * Sends packets that begin with 0xf0 to port 2 and drops others, unless entries say otherwise.
   */
  public static final String FEATURES = "features";

  private TestPrograms() {}

  /** BMv2 JSON. */
  public static byte[] json(String name) {
    return resource(name + ".json");
  }

  /**
   * {@code features} as beginners write it: actions {@code again}, {@code copy_of_egress} and
   * {@code round_again} do not look whether they have done it before; of packets 11 the parser does
   * not end.
   */
  public static byte[] careless() {
    ObjectMapper mapper = new ObjectMapper();
    try {
      JsonNode program = mapper.readTree(json(FEATURES));
      Set<String> guarded =
          Set.of("MyIngress.again", "MyEgress.copy_of_egress", "MyEgress.round_again");
      for (JsonNode action : program.get("actions")) {
        if (guarded.contains(action.get("name").textValue())) {
          ArrayNode steps = (ArrayNode) action.get("primitives");
          while (!steps.get(0).get("op").textValue().equals("_jump_if_zero")) {
            steps.remove(0);
          }
          steps.remove(0);
        }
      }
      loopIn(program.get("parsers").get(0).get("parse_states"));
      return mapper.writeValueAsBytes(program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A state that leads to itself, for packets 11. */
  private static void loopIn(JsonNode states) {
    ObjectNode operation = (ObjectNode) states.get(2);
    ObjectNode turning = ((ArrayNode) states).addObject();
    turning.put("name", "turning").put("id", 3);
    turning.putArray("parser_ops");
    turning.putArray("transition_key");
    transition(turning.putArray("transitions"), "default", null, "turning");
    ArrayNode from = operation.putArray("transitions");
    transition(from, "hexstr", "0x0b", "turning");
    transition(from, "default", null, null);
    operation
        .putArray("transition_key")
        .addObject()
        .put("type", "field")
        .putArray("value")
        .add("operation")
        .add("code");
  }

  private static void transition(
      ArrayNode to, String type, @Nullable String value, @Nullable String next) {
    to.addObject().put("type", type).put("value", value).putNull("mask").put("next_state", next);
  }

  /**
   * {@link #careless} with entries: packets 8 and 11 leave by port 2; of packets 8 there are clones
   * of clones in session 4.
   */
  public static byte[] stormy() {
    ObjectMapper mapper = new ObjectMapper();
    try {
      JsonNode program = mapper.readTree(careless());
      entry(table(program, "MyIngress.operations"), "0x08", "MyIngress.forward", "0x2");
      entry(table(program, "MyIngress.operations"), "0x0b", "MyIngress.forward", "0x2");
      entry(table(program, "MyEgress.last_words"), "0x08", "MyEgress.copy_of_egress", "0x4");
      return mapper.writeValueAsBytes(program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode table(JsonNode program, String name) {
    for (JsonNode pipeline : program.get("pipelines")) {
      for (JsonNode table : pipeline.get("tables")) {
        if (table.get("name").textValue().equals(name)) {
          return table;
        }
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** {@code features} with two entries more: packets 0xf1 leave by port 2 cut to one byte. */
  public static byte[] cutting() {
    ObjectMapper mapper = new ObjectMapper();
    try {
      JsonNode program = mapper.readTree(json(FEATURES));
      entry(table(program, "MyIngress.operations"), "0xf1", "MyIngress.forward", "0x2");
      entry(table(program, "MyEgress.last_words"), "0xf1", "MyEgress.shorten", "0x1");
      return mapper.writeValueAsBytes(program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void entry(JsonNode table, String key, String action, String argument) {
    int at = 0;
    while (!table.get("actions").get(at).textValue().equals(action)) {
      at++;
    }
    ArrayNode entries =
        table.has("entries")
            ? (ArrayNode) table.get("entries")
            : ((ObjectNode) table).putArray("entries");
    ObjectNode entry = entries.addObject();
    ((ObjectNode) table).put("max_size", 1024);
    entry.putArray("match_key").addObject().put("match_type", "exact").put("key", key);
    ObjectNode call = entry.putObject("action_entry");
    call.put("action_id", table.get("action_ids").get(at).intValue());
    call.putArray("action_data").add(argument);
    entry.put("priority", entries.size());
  }

  private static byte[] resource(String file) {
    try (InputStream in = TestPrograms.class.getResourceAsStream("programs/" + file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes JSON and P4Info as p4c leaves them; the JSON. */
  public static Path write(String name, Path folder) {
    try {
      Files.write(folder.resolve(name + ".p4info.txtpb"), resource(name + ".p4info.txtpb"));
      return Files.write(folder.resolve(name + ".json"), json(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a switch run a program as it is. */
  public static void install(String name, EmbeddedSwitch device) {
    EmbeddedDevice runtime = new EmbeddedDevice(1, device, () -> new SplittableRandom(1));
    runtime.activate(
        runtime.prepare(
            new LoadedConfig(
                Bmv2Program.load(json(name)), P4InfoIndex.of(P4Info.getDefaultInstance()))));
  }
}
