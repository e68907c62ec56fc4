package io.smartt.p4.bmv2;

import java.util.List;
import java.util.Map;

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
    List<HeaderUnionStack.HeaderUnion> headerUnions,
    List<HeaderUnionStack> headerUnionStacks,
    List<FieldList> fieldLists,
    Map<String, Integer> errors,
    List<EnumDefinition> enums,
    List<ParserDefinition> parsers,
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
      String name, int id, List<String> order, List<PrimitiveCall> primitives) {
    /** Copies the lists. */
    public DeparserDefinition {
      order = List.copyOf(order);
      primitives = List.copyOf(primitives);
    }
  }
}
