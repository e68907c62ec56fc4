package io.smartt.p4.bmv2;

import module java.base;

/**
 * A whole BMv2 JSON. Every reference in it has been checked: a name that a value holds is the name
 * of something that the config holds.
 *
 * @param program file name of the P4 source
 * @param errors numbers of the parser errors, those of the core library included
 * @param forceArith fields that simple_switch would treat as numbers in every use
 * @param fieldAliases the field behind each name that the architecture uses
 */
public record Bmv2Config(
    String program,
    List<HeaderType> headerTypes,
    List<HeaderInstance> headers,
    List<HeaderStack> headerStacks,
    List<HeaderUnionType> headerUnionTypes,
    List<HeaderUnionType.HeaderUnionStack.HeaderUnion> headerUnions,
    List<HeaderUnionType.HeaderUnionStack> headerUnionStacks,
    List<FieldList> fieldLists,
    Map<String, Integer> errors,
    List<EnumDefinition> enums,
    List<ParseState.ParserDefinition> parsers,
    List<ValueSetDefinition> valueSets,
    List<DeparserDefinition> deparsers,
    List<MeterArray> meterArrays,
    List<CounterArray> counterArrays,
    List<RegisterArray> registerArrays,
    List<Calculation> calculations,
    List<LearnList> learnLists,
    List<ActionDefinition> actions,
    List<PipelineDefinition> pipelines,
    List<Checksum> checksums,
    List<Value.Field> forceArith,
    List<ExternInstance> externInstances,
    Map<String, Value.Field> fieldAliases) {
  /** Copies the collections. */
  public Bmv2Config {
    headerTypes = List.copyOf(headerTypes);
    headers = List.copyOf(headers);
    headerStacks = List.copyOf(headerStacks);
    headerUnionTypes = List.copyOf(headerUnionTypes);
    headerUnions = List.copyOf(headerUnions);
    headerUnionStacks = List.copyOf(headerUnionStacks);
    fieldLists = List.copyOf(fieldLists);
    errors = Map.copyOf(errors);
    enums = List.copyOf(enums);
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
    forceArith = List.copyOf(forceArith);
    externInstances = List.copyOf(externInstances);
    fieldAliases = Map.copyOf(fieldAliases);
  }

  /** An extern instance; v1model has none that the embedded switch runs. */
  public record ExternInstance(String name, int id, String type) {}

  /**
   * A parser value set.
   *
   * @param width of a member in bits, without padding between its fields
   */
  public record ValueSetDefinition(String name, int id, int width) {}

  /** An enum and the numbers of its constants. */
  public record EnumDefinition(String name, Map<String, Integer> entries) {
    /** Copies the entries. */
    public EnumDefinition {
      entries = Map.copyOf(entries);
    }
  }

  /** Fields that a clone, resubmit or recirculate preserves. */
  public record FieldList(int id, String name, List<Value> elements) {
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
      String name, int id, List<String> order, List<ActionDefinition.PrimitiveCall> primitives) {
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
  public record CounterArray(
      String name, int id, int size, boolean direct, Optional<String> binding) {}

  /**
   * A meter array.
   *
   * @param bytes meters bytes, not packets
   * @param binding the table of a direct meter
   * @param resultTarget where a direct meter writes its colour
   */
  public record MeterArray(
      String name,
      int id,
      boolean bytes,
      int rateCount,
      int size,
      boolean direct,
      Optional<String> binding,
      Optional<Value.Field> resultTarget) {}

  /**
   * A register array.
   *
   * @param width of a cell in bits
   */
  public record RegisterArray(String name, int id, int size, int width) {}

  /**
   * A header or metadata instance.
   *
   * @param metadata always valid and never on the wire
   */
  public record HeaderInstance(String name, int id, HeaderType type, boolean metadata) {}

  /** A header stack; its members in order. */
  public record HeaderStack(String name, int id, HeaderType type, List<HeaderInstance> members) {
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
      int id,
      Value.Field target,
      String calculation,
      boolean verify,
      boolean update,
      Optional<Value> condition) {}

  /** A hash or checksum over fields. */
  public record Calculation(String name, int id, String algorithm, List<Input> inputs) {
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
}
