package io.smartt.p4.pipeline.program;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Draws programs of three headers with fields of odd widths, actions of deep expressions over them,
 * a table, jumps, headers that come and go, and a checksum.
 */
final class RandomProgram {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int[] WIDTHS = {
    1, 3, 4, 7, 8, 8, 9, 12, 16, 16, 24, 31, 32, 32, 33, 48, 63, 64, 64, 65, 100, 128, 128, 130
  };
  private static final List<String> NUMBERS = List.of("+", "-", "*", "&", "|", "^", "&", "|");
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", ">", "<=", ">=");
  private static final List<String> HEADERS = List.of("a", "b", "c");
  private static final int MAX_DEPTH = 3;

  private record Field(String header, String name, int width) {
    Object json() {
      return value("field", List.of(header, name));
    }
  }

  private final Random random;
  private final List<Field> fields = new ArrayList<>();

  RandomProgram(long seed) {
    random = new Random(seed);
  }

  /** A program as BMv2 JSON. */
  byte[] draw() {
    try {
      ObjectNode root = (ObjectNode) MAPPER.readTree(Device.json("router"));
      List<Object> types = new ArrayList<>();
      List<Object> headers = new ArrayList<>();
      root.withArray("header_types")
          .forEach(type -> {
            if (type.get("id").asInt() < 2) {
              types.add(type);
            }
          });
      root.withArray("headers")
          .forEach(header -> {
            if (header.get("id").asInt() < 2) {
              headers.add(header);
            }
          });
      for (String header : HEADERS) {
        int id = headers.size();
        types.add(Map.of("name", header + "_t", "id", id, "fields", fieldsOf(header)));
        headers.add(
            Map.of("name", header, "id", id, "header_type", header + "_t", "metadata", false));
      }
      set(root, "header_types", types);
      set(root, "headers", headers);
      set(root, "parsers", List.of(parser()));
      List<String> order = new ArrayList<>(HEADERS);
      if (random.nextInt(3) == 0) {
        Collections.shuffle(order, random);
      }
      set(root, "deparsers", List.of(Map.of("name", "deparser", "id", 0, "order", order)));
      set(root, "calculations", List.of(calculation()));
      set(root, "checksums", checksums());
      List<Object> actions = new ArrayList<>();
      for (int id = 0; id < 4; id++) {
        actions.add(action(id));
      }
      set(root, "actions", actions);
      set(root, "pipelines", List.of(ingress(), egress()));
      for (String section :
          List.of("counter_arrays", "meter_arrays", "register_arrays", "field_lists")) {
        set(root, section, List.of());
      }
      return MAPPER.writeValueAsBytes(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void set(ObjectNode root, String section, Object content) {
    root.set(section, MAPPER.valueToTree(content));
  }

  private static Map<String, Object> value(String type, Object value) {
    return Map.of("type", type, "value", value);
  }

  private static Object nullable(String text) {
    return text.isEmpty() ? MAPPER.nullNode() : text;
  }

  private List<Object> fieldsOf(String header) {
    List<Object> json = new ArrayList<>();
    int bits = 0;
    int count = 2 + random.nextInt(7);
    for (int i = 0; i < count || bits % 8 != 0; i++) {
      int width = i < count ? WIDTHS[random.nextInt(WIDTHS.length)] : 8 - bits % 8;
      boolean signed = width > 1 && random.nextInt(5) == 0;
      boolean saturating = random.nextInt(8) == 0;
      json.add(List.of("f" + i, width, signed, saturating));
      fields.add(new Field(header, "f" + i, width));
      bits += width;
    }
    return json;
  }

  private Field field() {
    return fields.get(random.nextInt(fields.size()));
  }

  private Object parser() {
    Field key = fields.getFirst();
    int digits = (key.width() + 7) / 8 * 2;
    Object state =
        Map.of(
            "name",
            "start",
            "id",
            0,
            "parser_ops",
            List.of(extract("a")),
            "transition_key",
            List.of(key.json()),
            "transitions",
            List.of(
                transition("0x" + "0".repeat(digits), "both"),
                transition("0x" + "0".repeat(digits - 1) + "1", "last"),
                transition("", "both")));
    return Map.of(
        "name",
        "parser",
        "id",
        0,
        "init_state",
        "start",
        "parse_states",
        List.of(state, plain("both", 1, "b", "last"), plain("last", 2, "c", "")));
  }

  private static Object extract(String header) {
    return Map.of("op", "extract", "parameters", List.of(value("regular", header)));
  }

  private static Object transition(String match, String next) {
    return Map.of(
        "type",
        match.isEmpty() ? "default" : "hexstr",
        "value",
        nullable(match),
        "mask",
        nullable(""),
        "next_state",
        nullable(next));
  }

  private static Object plain(String name, int id, String header, String next) {
    return Map.of(
        "name",
        name,
        "id",
        id,
        "parser_ops",
        List.of(extract(header)),
        "transition_key",
        List.of(),
        "transitions",
        List.of(transition("", next)));
  }

  private Object calculation() {
    List<Object> inputs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      inputs.add(field().json());
    }
    List<String> algorithms = List.of("csum16", "crc16", "crc32", "crcCCITT", "xor16", "identity");
    return Map.of(
        "name",
        "calc",
        "id",
        0,
        "algo",
        algorithms.get(random.nextInt(algorithms.size())),
        "input",
        inputs);
  }

  private List<Object> checksums() {
    Field target = field();
    return List.of(
        Map.of(
            "name",
            "cksum",
            "id",
            0,
            "target",
            List.of(target.header(), target.name()),
            "type",
            "generic",
            "calculation",
            "calc",
            "verify",
            true,
            "update",
            random.nextBoolean(),
            "if_cond",
            bool(1)));
  }

  private Object action(int id) {
    List<Object> steps = new ArrayList<>();
    int count = 3 + random.nextInt(6);
    for (int at = 0; at < count; at++) {
      steps.add(
          switch (random.nextInt(12)) {
            case 0 -> step("add_header", value("header", HEADERS.get(random.nextInt(3))));
            case 1 -> step("remove_header", value("header", HEADERS.get(random.nextInt(3))));
            case 2 ->
                step(
                    "_jump_if_zero",
                    bool(1),
                    value("hexstr", "0x" + Integer.toHexString(at + 1 + random.nextInt(3))));
            case 3 ->
                step(
                    "modify_field_with_hash_based_offset",
                    field().json(),
                    constant(16),
                    value("calculation", "calc"),
                    random.nextBoolean() ? value("hexstr", "0x10000") : constant(16));
            case 4 -> step("modify_field_rng_uniform", field().json(), constant(4), constant(16));
            default -> step("assign", field().json(), number(0));
          });
    }
    return Map.of("name", "action" + id, "id", id, "runtime_data", List.of(), "primitives", steps);
  }

  private static Object step(String op, Object... parameters) {
    return Map.of("op", op, "parameters", Arrays.asList(parameters));
  }

  private Object ingress() {
    Object condition =
        Map.of(
            "name", "node", "id", 0, "expression", bool(0), "true_next", "t0", "false_next", "t1");
    return Map.of(
        "name",
        "ingress",
        "id",
        0,
        "init_table",
        "node",
        "action_profiles",
        List.of(),
        "tables",
        List.of(call("t0", 0, 0, "t1"), call("t1", 1, 1, "t2"), lookup()),
        "conditionals",
        List.of(condition));
  }

  private static Object egress() {
    return Map.of(
        "name",
        "egress",
        "id",
        1,
        "init_table",
        MAPPER.nullNode(),
        "action_profiles",
        List.of(),
        "tables",
        List.of(),
        "conditionals",
        List.of());
  }

  private static Map<String, Object> table(String name, int id, List<Integer> actions) {
    Map<String, Object> table = new HashMap<>();
    table.put("name", name);
    table.put("id", id);
    table.put("type", "simple");
    table.put("max_size", 1024);
    table.put("with_counters", false);
    table.put("support_timeout", false);
    table.put("action_ids", actions);
    table.put("actions", actions.stream().map(action -> "action" + action).toList());
    return table;
  }

  private static Object call(String name, int id, int action, String next) {
    Map<String, Object> table = table(name, id, List.of(action));
    table.put("match_type", "exact");
    table.put("key", List.of());
    table.put("base_default_next", next);
    table.put("next_tables", Map.of("action" + action, next));
    table.put("default_entry", defaultEntry(action, true));
    return table;
  }

  private static Object defaultEntry(int action, boolean isConst) {
    return Map.of(
        "action_id",
        action,
        "action_const",
        isConst,
        "action_data",
        List.of(),
        "action_entry_const",
        isConst);
  }

  private Object lookup() {
    List<String> kinds = List.of("exact", "lpm", "ternary");
    String kind = kinds.get(random.nextInt(kinds.size()));
    List<Object> key = new ArrayList<>();
    int count = kind.equals("lpm") ? 1 : 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Field field = field();
      key.add(
          Map.of(
              "match_type",
              kind,
              "name",
              field.header() + "." + field.name(),
              "target",
              List.of(field.header(), field.name()),
              "mask",
              MAPPER.nullNode()));
    }
    Map<String, Object> table = table("t2", 2, List.of(2, 3));
    table.put("match_type", kind);
    table.put("key", key);
    table.put("base_default_next", MAPPER.nullNode());
    table.put("next_tables", Map.of("action2", MAPPER.nullNode(), "action3", MAPPER.nullNode()));
    table.put("default_entry", defaultEntry(2, false));
    return table;
  }

  private Object constant(int bits) {
    String digits = new BigInteger(1 + random.nextInt(bits), random).toString(16);
    return value("hexstr", "0x" + digits);
  }

  private Object operation(String op, Object left, Object right) {
    return value("expression", Map.of("op", op, "left", left, "right", right));
  }

  private Object number(int depth) {
    if (depth >= MAX_DEPTH || random.nextInt(5) == 0) {
      return random.nextInt(3) == 0 ? constant(140) : field().json();
    }
    return switch (random.nextInt(14)) {
      case 0 -> operation("~", MAPPER.nullNode(), number(depth + 1));
      case 1 -> {
        Map<String, Object> choice =
            Map.of(
                "op",
                "?",
                "left",
                number(depth + 1),
                "right",
                number(depth + 1),
                "cond",
                bool(depth + 1));
        yield value("expression", choice);
      }
      case 2 -> operation("two_comp_mod", number(depth + 1), width());
      case 3 -> operation("usat_cast", number(depth + 1), width());
      case 4 -> operation("sat_cast", number(depth + 1), width());
      case 5, 6 -> operation("<<", number(depth + 1), distance());
      case 7, 8 -> operation(">>", number(depth + 1), distance());
      case 9 ->
          operation(
              "&", number(depth + 1), value("hexstr", "0x" + "f".repeat(1 + random.nextInt(32))));
      case 10 -> operation(random.nextBoolean() ? "/" : "%", number(depth + 1), constant(70));
      default ->
          operation(
              NUMBERS.get(random.nextInt(NUMBERS.size())), number(depth + 1), number(depth + 1));
    };
  }

  private Object width() {
    return value("hexstr", "0x" + Integer.toHexString(1 + random.nextInt(130)));
  }

  private Object distance() {
    return random.nextInt(3) == 0
        ? operation("&", field().json(), value("hexstr", "0x7f"))
        : value("hexstr", "0x" + Integer.toHexString(random.nextInt(140)));
  }

  private Object bool(int depth) {
    if (depth < MAX_DEPTH && random.nextInt(3) == 0) {
      return random.nextInt(3) == 0
          ? operation("not", MAPPER.nullNode(), bool(depth + 1))
          : operation(random.nextBoolean() ? "and" : "or", bool(depth + 1), bool(depth + 1));
    }
    if (random.nextInt(5) == 0) {
      Object valid = value("field", List.of(HEADERS.get(random.nextInt(3)), "$valid$"));
      return operation("d2b", MAPPER.nullNode(), valid);
    }
    if (random.nextInt(4) == 0) {
      return operation("==", field().json(), field().json());
    }
    String op = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return operation(op, number(depth + 1), number(depth + 1));
  }
}
