package io.smartt.p4.bmv2;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A whole BMv2 JSON. Every reference in it has been checked: a name that a value holds is the name
 * of something that the config holds.
 *
 * @param program file name of the P4 source
 * @param errors numbers of the parser errors, those of the core library included
 * @param fieldAliases the field behind each name that the architecture uses
 */
public record Bmv2Config(
    String program,
    List<Bmv2Config.HeaderType> headerTypes,
    List<HeaderInstance> headers,
    List<HeaderStack> headerStacks,
    List<Bmv2Config.HeaderUnionType.HeaderUnionStack.HeaderUnion> headerUnions,
    List<Bmv2Config.HeaderUnionType.HeaderUnionStack> headerUnionStacks,
    List<FieldList> fieldLists,
    Map<String, Integer> errors,
    List<ParseState.ParserDefinition> parsers,
    List<ValueSetDefinition> valueSets,
    List<DeparserDefinition> deparsers,
    List<MeterArray> meterArrays,
    List<CounterArray> counterArrays,
    List<RegisterArray> registerArrays,
    List<Calculation> calculations,
    List<LearnList> learnLists,
    List<Bmv2Config.ActionDefinition> actions,
    List<Bmv2Config.PipelineDefinition> pipelines,
    List<Checksum> checksums,
    Map<String, Value.Field> fieldAliases) {
  /** Copies the collections. */
  public Bmv2Config {
    headerTypes = List.copyOf(headerTypes);
    headers = List.copyOf(headers);
    headerStacks = List.copyOf(headerStacks);
    headerUnions = List.copyOf(headerUnions);
    headerUnionStacks = List.copyOf(headerUnionStacks);
    fieldLists = List.copyOf(fieldLists);
    errors = Map.copyOf(errors);
    parsers = List.copyOf(parsers);
    valueSets = List.copyOf(valueSets);
    deparsers = List.copyOf(deparsers);
    meterArrays = List.copyOf(meterArrays);
    counterArrays = List.copyOf(counterArrays);
    registerArrays = List.copyOf(registerArrays);
    calculations = List.copyOf(calculations);
    learnLists = List.copyOf(learnLists);
    actions = List.copyOf(actions);
    pipelines = List.copyOf(pipelines);
    checksums = List.copyOf(checksums);
    fieldAliases = Map.copyOf(fieldAliases);
  }

  /**
   * A parser value set.
   *
   * @param width of a member in bits, without padding between its fields
   */
  public record ValueSetDefinition(String name, int width) {}

  /** Fields that a clone, resubmit or recirculate preserves. */
  public record FieldList(int id, List<Value> elements) {
    /** Copies the elements. */
    public FieldList {
      elements = List.copyOf(elements);
    }
  }

  /** Fields of a digest. */
  public record LearnList(int id, String name, List<Value.Field> elements) {
    /** Copies the elements. */
    public LearnList {
      elements = List.copyOf(elements);
    }
  }

  /** A deparser: headers in the order in which the valid ones are emitted. */
  public record DeparserDefinition(
      String name, List<String> order, List<ActionDefinition.PrimitiveCall> primitives) {
    /** Copies the lists. */
    public DeparserDefinition {
      order = List.copyOf(order);
      primitives = List.copyOf(primitives);
    }
  }

  /**
   * A counter array; counts packets and bytes.
   *
   * @param binding the table of a direct counter
   */
  public record CounterArray(String name, int size, boolean direct, Optional<String> binding) {}

  /**
   * A meter array.
   *
   * @param bytes meters bytes, not packets
   * @param binding the table of a direct meter
   * @param resultTarget where a direct meter writes its colour
   */
  public record MeterArray(
      String name,
      boolean bytes,
      int size,
      boolean direct,
      Optional<String> binding,
      Optional<Value.Field> resultTarget) {}

  /**
   * A register array.
   *
   * @param width of a cell in bits
   */
  public record RegisterArray(String name, int size, int width) {}

  /**
   * A header or metadata instance.
   *
   * @param metadata always valid and never on the wire
   */
  public record HeaderInstance(String name, int id, HeaderType type, boolean metadata) {}

  /** A header stack; its members in order. */
  public record HeaderStack(String name, HeaderType type, List<HeaderInstance> members) {
    /** Copies the members. */
    public HeaderStack {
      members = List.copyOf(members);
    }
  }

  /**
   * A checksum that the parser verifies, the deparser updates, or both.
   *
   * @param calculation its name
   * @param condition when it applies; always where empty
   */
  public record Checksum(
      String name,
      Value.Field target,
      String calculation,
      boolean verify,
      boolean update,
      Optional<Value> condition) {}

  /** A hash or checksum over fields. */
  public record Calculation(String name, String algorithm, List<Input> inputs) {
    /** Copies the inputs. */
    public Calculation {
      inputs = List.copyOf(inputs);
    }

    /** One piece of what is hashed; pieces follow each other bit by bit. */
    public sealed interface Input {
      /** A field; nothing where its header is not valid. */
      record Field(Value.Field field) implements Input {}

      /** A number of {@code width} bits. */
      record Constant(BigInteger value, int width) implements Input {}

      /** A whole header; nothing where it is not valid. */
      record Header(String name) implements Input {}

      /** The packet after the parsed headers. */
      record Payload() implements Input {}
    }
  }

  /** An action. */
  public record ActionDefinition(
      String name, int id, List<Parameter> parameters, List<PrimitiveCall> primitives) {
    /** Copies the lists. */
    public ActionDefinition {
      parameters = List.copyOf(parameters);
      primitives = List.copyOf(primitives);
    }

    /** A parameter that table entries carry. */
    public record Parameter(String name, int width) {}

    /** A call of a primitive such as {@code assign}. */
    public record PrimitiveCall(String op, List<Value> parameters, Optional<SourceLine> source) {
      /** Copies the parameters. */
      public PrimitiveCall {
        parameters = List.copyOf(parameters);
      }
    }
  }

  /**
   * A header or metadata struct type.
   *
   * @param lengthExpression length of the varbit field in bits; {@code Local} is a field of the
   *     type
   * @param maxLengthBytes of a header with a varbit field; 0 where not given
   */
  public record HeaderType(
      String name,
      int id,
      List<Field> fields,
      Optional<Value> lengthExpression,
      int maxLengthBytes) {
    /** The hidden field that tells whether a header is valid. */
    public static final String VALID = "$valid$";

    /** Copies the fields. */
    public HeaderType {
      fields = List.copyOf(fields);
    }

    /**
     * One field.
     *
     * @param width in bits; {@link #VARIABLE} for varbit
     */
    public record Field(String name, int width, boolean signed, boolean saturating) {
      /** The width of a varbit field. */
      public static final int VARIABLE = -1;

      /** Returns whether the width is known only once the header is extracted. */
      public boolean isVariable() {
        return width == VARIABLE;
      }
    }

    /** Position of a field, or -1; the position after the last is {@code $valid$}. */
    public int indexOf(String fieldName) {
      for (int i = 0; i < fields.size(); i++) {
        if (fields.get(i).name().equals(fieldName)) {
          return i;
        }
      }
      return fieldName.equals(VALID) ? fields.size() : -1;
    }

    /** Returns whether the type has a varbit field. */
    public boolean isVariable() {
      return fields.stream().anyMatch(Field::isVariable);
    }

    /** Bits of all fields but the varbit one. */
    public int fixedBits() {
      return fields.stream().filter(field -> !field.isVariable()).mapToInt(Field::width).sum();
    }
  }

  /** A header union type. */
  public record HeaderUnionType(String name, List<Member> members) {
    /** Copies the members. */
    public HeaderUnionType {
      members = List.copyOf(members);
    }

    /** One member of the union. */
    public record Member(String name, HeaderType type) {}

    /** Position of a member, or -1. */
    public int indexOf(String memberName) {
      for (int i = 0; i < members.size(); i++) {
        if (members.get(i).name().equals(memberName)) {
          return i;
        }
      }
      return -1;
    }

    /** A stack of header unions; its members in order. */
    public record HeaderUnionStack(String name, HeaderUnionType type, List<HeaderUnion> members) {
      /** Copies the members. */
      public HeaderUnionStack {
        members = List.copyOf(members);
      }

      /** A header union; its members in the order of its type. */
      public record HeaderUnion(
          String name, int id, HeaderUnionType type, List<Bmv2Config.HeaderInstance> members) {
        /** Copies the members. */
        public HeaderUnion {
          members = List.copyOf(members);
        }
      }
    }
  }

  /**
   * The place in its P4 source where a part of a program was written, as the compiler noted it.
   *
   * @param file as the compiler was given it
   * @param line from 1
   * @param fragment the source there, shortened by the compiler; may be empty
   */
  public record SourceLine(String file, int line, String fragment) {
    /** Debug information: what is missing or odd there is no reason to refuse a program. */
    static Optional<SourceLine> of(JsonCursor at) {
      JsonNode source = at.node().path("source_info");
      String file = source.path("filename").asText("");
      int line = source.path("line").asInt(0);
      return file.isEmpty() || line < 1
          ? Optional.empty()
          : Optional.of(new SourceLine(file, line, source.path("source_fragment").asText("")));
    }

    /** The file without its folder, and the line: {@code router.p4:52}. */
    @Override
    public String toString() {
      return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
    }
  }

  /**
   * A control, ingress or egress.
   *
   * @param control its name in the source; {@code name} where the JSON does not say
   */
  public record PipelineDefinition(
      String name,
      String control,
      Optional<String> initTable,
      List<ActionProfile> actionProfiles,
      List<TableDefinition> tables,
      List<Conditional> conditionals,
      List<ActionCall> actionCalls) {
    /** Copies the lists. */
    public PipelineDefinition {
      actionProfiles = List.copyOf(actionProfiles);
      tables = List.copyOf(tables);
      conditionals = List.copyOf(conditionals);
      actionCalls = List.copyOf(actionCalls);
    }

    /** A direct call of an action from a control. */
    public record ActionCall(String name, int actionId, Optional<String> next) {}

    /** An if of a control; an empty next ends the control. */
    public record Conditional(
        String name,
        Value expression,
        Optional<String> trueNext,
        Optional<String> falseNext,
        Optional<SourceLine> source) {}

    /** An action profile, or an action selector where it has a selector. */
    public record ActionProfile(String name, int maxSize, Optional<Selector> selector) {
      /** The selection of a member of a group. */
      public record Selector(String algorithm, List<Bmv2Config.Calculation.Input> inputs) {
        /** Copies the inputs. */
        public Selector {
          inputs = List.copyOf(inputs);
        }
      }
    }
  }
}
