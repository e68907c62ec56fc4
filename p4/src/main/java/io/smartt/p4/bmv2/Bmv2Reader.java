package io.smartt.p4.bmv2;

import module java.base;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType;

/** Reads a BMv2 JSON. */
public final class Bmv2Reader {
  private static final int MAJOR = 2;
  private static final int MAX_MINOR = 24;
  private static final long MAX_REGISTER_BITS = 1L << 30;
  private static final List<String> CORE_ERRORS =
      List.of(
          ("NoError PacketTooShort NoMatch StackOutOfBounds HeaderTooShort ParserTimeout"
                  + " ParserInvalidArgument")
              .split(" ", -1));

  private final Names names = new Names();
  private final ValueReader values = new ValueReader(names);
  private final HeadersReader headers = new HeadersReader(names, values);
  private final PipelineReader.CalculationReader calculations =
      new PipelineReader.CalculationReader(names, values);
  private final ParserReader.ActionReader actions = new ParserReader.ActionReader(names, values);
  private final ParserReader parsers = new ParserReader(names, values, actions);
  private final PipelineReader pipelines = new PipelineReader(names, values, calculations);

  private Bmv2Reader() {}

  /**
   * Reads the JSON.
   *
   * @throws Bmv2FormatException naming the place where it is malformed, refers to something that is
   *     not there, or is of another version
   */
  public static Bmv2Config read(byte[] json) {
    JsonNode root;
    try {
      root = new ObjectMapper().readTree(json);
    } catch (JacksonException e) {
      throw new Bmv2FormatException("$", "not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new Bmv2FormatException("$", "not JSON: " + e.getMessage());
    }
    return new Bmv2Reader().config(new JsonCursor(root, "$"));
  }

  private Bmv2Config config(JsonCursor root) {
    checkVersion(root);
    checkArchitecture(root);
    List<HeaderType> headerTypes = root.map("header_types", headers::type);
    List<Bmv2Config.HeaderInstance> instances = root.map("headers", headers::header);
    List<Bmv2Config.HeaderStack> stacks = root.map("header_stacks", headers::stack);
    root.list("header_union_types").forEach(headers::unionType);
    List<HeaderUnionType.HeaderUnionStack.HeaderUnion> unions =
        root.map("header_unions", headers::union);
    List<HeaderUnionType.HeaderUnionStack> unionStacks =
        root.map("header_union_stacks", headers::unionStack);
    names.declare(Value.ObjectKind.CALCULATION, root, "calculations");
    names.declare(Value.ObjectKind.METER_ARRAY, root, "meter_arrays");
    names.declare(Value.ObjectKind.COUNTER_ARRAY, root, "counter_arrays");
    names.declare(Value.ObjectKind.REGISTER_ARRAY, root, "register_arrays");
    names.declare(Value.ObjectKind.EXTERN, root, "extern_instances");
    for (JsonCursor valueSet : root.list("parse_vsets")) {
      names.valueSets.add(valueSet.text("name"));
    }
    List<Bmv2Config.ActionDefinition> actionList = root.map("actions", actions::action);
    return new Bmv2Config(
        root.find("program").map(JsonCursor::text).orElse(""),
        headerTypes,
        instances,
        stacks,
        unions,
        unionStacks,
        root.map("field_lists", this::fieldList),
        errors(root),
        root.map("parsers", parsers::parser),
        root.map("parse_vsets", Bmv2Reader::valueSet),
        root.map("deparsers", this::deparser),
        root.map("meter_arrays", this::meter),
        root.map("counter_arrays", Bmv2Reader::counter),
        root.map("register_arrays", Bmv2Reader::register),
        root.map("calculations", calculations::calculation),
        root.map("learn_lists", this::learnList),
        actionList,
        root.map("pipelines", pipelines::pipeline),
        root.map("checksums", calculations::checksum),
        aliases(root));
  }

  /** Programs of other architectures have other parsers. */
  private static void checkArchitecture(JsonCursor root) {
    for (JsonCursor parser : root.list("parsers")) {
      String target =
          switch (parser.text("name")) {
            case "ingress_parser", "egress_parser" -> "psa_switch";
            case "main_parser" -> "pna_nic";
            default -> "";
          };
      if (!target.isEmpty()) {
        throw parser.fail(
            "this program is for "
                + target
                + "; v1model programs are accepted, which p4c-bm2-ss compiles for simple_switch");
      }
    }
  }

  private static void checkVersion(JsonCursor root) {
    // Like BMv2, accept input that is not tagged.
    JsonCursor version = root.find("__meta__").flatMap(meta -> meta.find("version")).orElse(null);
    if (version == null) {
      return;
    }
    List<JsonCursor> pair = version.items(2);
    int major = pair.get(0).integer();
    int minor = pair.get(1).integer();
    if (major != MAJOR || minor > MAX_MINOR) {
      throw version.fail(
          "format " + major + "." + minor + "; accepted are 2.0 to " + MAJOR + "." + MAX_MINOR);
    }
  }

  private Bmv2Config.FieldList fieldList(JsonCursor at) {
    return new Bmv2Config.FieldList(at.integer("id"), at.map("elements", values::read));
  }

  private Bmv2Config.LearnList learnList(JsonCursor at) {
    return new Bmv2Config.LearnList(
        at.integer("id"),
        at.text("name"),
        at.map("elements", element -> values.field(element.get("value"))));
  }

  private static Map<String, Integer> errors(JsonCursor root) {
    Map<String, Integer> errors = new HashMap<>();
    int next = 0;
    for (JsonCursor error : root.list("errors")) {
      List<JsonCursor> pair = error.items(2);
      Names.add(errors, pair.get(0).text(), pair.get(1).atLeast(0), error, "error");
      next = Math.max(next, pair.get(1).integer() + 1);
    }
    for (String core : CORE_ERRORS) {
      if (errors.putIfAbsent(core, next) == null) {
        next++;
      }
    }
    return errors;
  }

  private static Bmv2Config.ValueSetDefinition valueSet(JsonCursor at) {
    return new Bmv2Config.ValueSetDefinition(
        at.text("name"), at.get("compressed_bitwidth").width());
  }

  private Bmv2Config.DeparserDefinition deparser(JsonCursor at) {
    return new Bmv2Config.DeparserDefinition(
        at.text("name"),
        at.map(
            "order", header -> Names.find(names.headers, header.text(), header, "header").name()),
        at.map("primitives", actions::primitive));
  }

  private Bmv2Config.MeterArray meter(JsonCursor at) {
    String type = at.text("type");
    if (!type.equals("bytes") && !type.equals("packets")) {
      throw at.get("type").fail("a meter counts bytes or packets, not \"" + type + "\"");
    }
    return new Bmv2Config.MeterArray(
        at.text("name"),
        type.equals("bytes"),
        at.get("size").size(),
        at.bool("is_direct", false),
        at.find("binding").map(JsonCursor::text),
        at.find("result_target").map(values::field));
  }

  private static Bmv2Config.CounterArray counter(JsonCursor at) {
    return new Bmv2Config.CounterArray(
        at.text("name"),
        at.find("size").map(JsonCursor::size).orElse(0),
        at.bool("is_direct", false),
        at.find("binding").map(JsonCursor::text));
  }

  private static Bmv2Config.RegisterArray register(JsonCursor at) {
    int size = at.get("size").size();
    int width = at.get("bitwidth").width();
    if ((long) size * width > MAX_REGISTER_BITS) {
      throw at.fail(size + " cells of " + width + " bits; at most 1 Gbit in all");
    }
    return new Bmv2Config.RegisterArray(at.text("name"), size, width);
  }

  private Map<String, Value.Field> aliases(JsonCursor root) {
    Map<String, Value.Field> aliases = new HashMap<>();
    for (JsonCursor alias : root.list("field_aliases")) {
      List<JsonCursor> pair = alias.items(2);
      aliases.put(pair.get(0).text(), values.field(pair.get(1)));
    }
    return aliases;
  }

  /** A BMv2 JSON that cannot be used; the message names the place in it and what is wrong there. */
  public static final class Bmv2FormatException extends RuntimeException {
    /**
     * An exception with the place and the problem.
     *
     * @param path where, such as {@code $.actions[3].primitives[0].op}
     * @param problem what was found and what is accepted
     */
    public Bmv2FormatException(String path, String problem) {
      super("BMv2 JSON: " + path + ": " + problem);
    }
  }

  /** The names that can be referred to, while the JSON is being read. */
  static final class Names {
    final Map<String, HeaderType> headerTypes = new HashMap<>();
    final Map<String, Bmv2Config.HeaderInstance> headers = new HashMap<>();
    final Map<Integer, Bmv2Config.HeaderInstance> headersById = new HashMap<>();
    final Map<String, Bmv2Config.HeaderStack> stacks = new HashMap<>();
    final Map<String, HeaderUnionType> unionTypes = new HashMap<>();
    final Map<String, HeaderUnionType.HeaderUnionStack.HeaderUnion> unions = new HashMap<>();
    final Map<Integer, HeaderUnionType.HeaderUnionStack.HeaderUnion> unionsById = new HashMap<>();
    final Map<String, HeaderUnionType.HeaderUnionStack> unionStacks = new HashMap<>();
    final Map<Integer, Bmv2Config.ActionDefinition> actions = new HashMap<>();
    final Map<Value.ObjectKind, Set<String>> objects = new HashMap<>();
    final Set<String> valueSets = new HashSet<>();

    /** Remembers the names of a section that is read later. */
    void declare(Value.ObjectKind kind, JsonCursor root, String section) {
      Set<String> names = objects.computeIfAbsent(kind, _ -> new HashSet<>());
      for (JsonCursor item : root.list(section)) {
        names.add(item.text("name"));
      }
    }

    /** The thing of this name or id, or a complaint at the place that refers to it. */
    static <K, T> T find(Map<K, T> map, K key, JsonCursor at, String what) {
      T found = map.get(key);
      if (found == null) {
        throw at.fail("there is no " + what + " " + key + among(map.keySet()));
      }
      return found;
    }

    /** Adds a name or id that must be new. */
    static <K, T> void add(Map<K, T> map, K key, T value, JsonCursor at, String what) {
      if (map.putIfAbsent(key, value) != null) {
        throw at.fail("a second " + what + " " + key);
      }
    }

    private static String among(Set<?> known) {
      if (known.isEmpty()) {
        return "; the program has none";
      }
      List<String> names = new ArrayList<>(known.stream().map(String::valueOf).sorted().toList());
      int shown = 8;
      return "; there are "
          + String.join(", ", names.subList(0, Math.min(shown, names.size())))
          + (names.size() > shown ? " and " + (names.size() - shown) + " more" : "");
    }

    HeaderType headerTypeOf(String header, JsonCursor at) {
      return find(headers, header, at, "header").type();
    }

    static int fieldIndex(HeaderType type, String field, JsonCursor at) {
      int index = type.indexOf(field);
      if (index < 0) {
        throw at.fail(
            "header type "
                + type.name()
                + " has no field "
                + field
                + "; it has "
                + String.join(", ", type.fields().stream().map(HeaderType.Field::name).toList()));
      }
      return index;
    }
  }
}
