package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition.PrimitiveCall;
import io.smartt.p4.bmv2.Bmv2Config.Calculation;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.ParseState;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.FlowPlan;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.table.TupleSpaceIndex;

/**
 * Decides whether what ingress does to a packet may be remembered for its flow, and by which
 * fields. It may where ingress depends on the packet's fields and the tables alone, and pays where
 * look-ups are slow. Whatever is not known to be so counts as a reason against it.
 */
public final class FlowAnalysis {
  /** Primitives whose effect is a function of their parameters and of the header they name. */
  private static final Set<String> PURE =
      Set.of(
          ("assign modify_field add_header add_header_fast remove_header assign_header copy_header"
                  + " add_to_field subtract_from_field add subtract bit_xor bit_or bit_and"
                  + " shift_left shift_right drop mark_to_drop count no_op exit truncate assert"
                  + " assume _jump _jump_if_zero modify_field_with_hash_based_offset"
                  + " clone_ingress_pkt_to_egress resubmit recirculate generate_digest")
              .split(" ", -1));

  private static final Set<String> HASHES_WITH_STATE =
      Set.of("random", "round_robin", "round_robin_consistent");

  private final Bmv2Config config;
  private final ProgramLayout layout;

  /** The width of what is in each slot that ingress reads or writes. */
  private final SortedMap<Integer, Integer> touched = new TreeMap<>();

  private final Set<String> reasons = new LinkedHashSet<>();

  private FlowAnalysis(Bmv2Config config, ProgramLayout layout) {
    this.config = config;
    this.layout = layout;
  }

  /**
   * The way that programs are cached.
   *
   * @param slowTables the least number of tables of ingress whose keys are ternary, ranges, or lpm
   *     with other fields
   * @param rows flows to be remembered, a power of two
   */
  public record FlowRule(int slowTables, int rows) {
    /** Programs like smartt.p4, whose tables are quick, are better off without. */
    public static final FlowRule STANDARD = new FlowRule(2, 1 << 18);
  }

  /**
   * The verdict on a program.
   *
   * @param plan empty where there is a reason against it
   * @param reasons against it
   */
  record FlowVerdict(Optional<FlowPlan> plan, List<String> reasons) {
    /** Copies the reasons. */
    FlowVerdict {
      reasons = List.copyOf(reasons);
    }
  }

  static FlowVerdict of(
      Bmv2Config config, ProgramLayout layout, ProgramSchema schema, FlowRule rule) {
    FlowAnalysis analysis = new FlowAnalysis(config, layout);
    for (PipelineDefinition pipeline : config.pipelines()) {
      if (pipeline.name().equals("ingress")) {
        analysis.look(pipeline);
        analysis.requireSlowTables(pipeline, schema, rule.slowTables);
      }
    }
    layout
        .standard(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP)
        .filter(place -> analysis.touched.containsKey(place.slot()))
        .ifPresent(_ -> analysis.reasons.add("the time of arrival"));
    if (!analysis.reasons.isEmpty()) {
      return new FlowVerdict(Optional.empty(), List.copyOf(analysis.reasons));
    }
    return new FlowVerdict(Optional.of(analysis.plan(rule.rows)), List.of());
  }

  /** Slots of metadata that ingress touches and nothing reads afterwards change unnoticed. */
  private IntStream changing() {
    FlowAnalysis rest = new FlowAnalysis(config, layout);
    config.pipelines().stream()
        .filter(pipeline -> !pipeline.name().equals("ingress"))
        .forEach(rest::look);
    config.deparsers().forEach(deparser -> deparser.primitives().forEach(rest::look));
    config.calculations().forEach(calculation -> rest.hash("", calculation.inputs()));
    config.checksums().forEach(checksum -> checksum.condition().ifPresent(rest::read));
    config.fieldLists().forEach(list -> list.elements().forEach(rest::read));
    config.learnLists().forEach(list -> list.elements().forEach(rest::read));
    Set<Integer> unnoticed = new HashSet<>();
    if (rest.reasons.isEmpty()) {
      layout.headers().stream()
          .filter(HeaderLayout::metadata)
          .forEach(h -> IntStream.range(h.base(), h.base() + h.slots()).forEach(unnoticed::add));
      unnoticed.removeAll(rest.touched.keySet());
      for (StandardMetadata field : StandardMetadata.values()) {
        layout.standard(field).ifPresent(place -> unnoticed.remove(place.slot()));
      }
    }
    return touched.keySet().stream()
        .filter(slot -> !unnoticed.contains(slot))
        .mapToInt(slot -> slot);
  }

  private void requireSlowTables(PipelineDefinition pipeline, ProgramSchema schema, int least) {
    Set<String> names =
        pipeline.tables().stream().map(TableDefinition::name).collect(Collectors.toSet());
    long slow =
        schema.tables().stream()
            .filter(table -> names.contains(table.name()))
            .filter(FlowAnalysis::isSlow)
            .count();
    if (slow < least) {
      reasons.add("tables that are quick");
    }
  }

  private static boolean isSlow(TableSchema table) {
    return table.indexType() == TupleSpaceIndex.class;
  }

  private FlowPlan plan(int rows) {
    SortedMap<Integer, Integer> varying = varying();
    List<FlowPlan.KeySlot> key = new ArrayList<>();
    touched.forEach((slot, width) -> {
      if (varying.containsKey(slot)) {
        key.add(new FlowPlan.KeySlot(slot, width));
      }
    });
    return new FlowPlan(rows, changing().toArray(), key);
  }

  /** The slots that packets may come to ingress with different values in. */
  private SortedMap<Integer, Integer> varying() {
    SortedMap<Integer, Integer> varying = new TreeMap<>();
    for (StandardMetadata field : StandardMetadata.values()) {
      layout.standard(field).ifPresent(place -> varying.put(place.slot(), place.width()));
    }
    boolean plain = config.headerStacks().isEmpty() && config.headerUnionStacks().isEmpty();
    Set<String> named = new HashSet<>();
    for (ParseState.ParserDefinition parser : config.parsers()) {
      for (ParseState state : parser.states()) {
        for (ParseState.ParserOp operation : state.operations()) {
          switch (operation) {
            case ParseState.ParserOp.Extract(ParseState.ParserOp.Target.Regular(String name)) ->
                named.add(name);
            case ParseState.ParserOp.Set(Value.Field(String header, String field), _) -> {
              HeaderLayout shape = layout.header(header);
              put(varying, shape, shape.field(field));
            }
            case ParseState.ParserOp.Verify _, ParseState.ParserOp.Advance _ -> {
              // Sets nothing.
            }
            default -> plain = false;
          }
        }
      }
    }
    for (HeaderLayout header : layout.headers()) {
      if (!plain || named.contains(header.name())) {
        header.fields().forEach(field -> put(varying, header, field));
      }
    }
    return varying;
  }

  private static void put(Map<Integer, Integer> to, HeaderLayout header, FieldLayout field) {
    for (int word = 0; word < field.words(); word++) {
      int width = word == 0 ? Long.bitCount(Words.topMask(field.width())) : Long.SIZE;
      to.put(header.slot(field) + word, width);
    }
  }

  private void look(PipelineDefinition pipeline) {
    Set<Integer> actions = new HashSet<>();
    for (TableDefinition table : pipeline.tables()) {
      actions.addAll(table.actions());
      table.directMeter().ifPresent(_ -> reasons.add("a meter"));
      table.key().forEach(key -> read(key.target()));
    }
    pipeline.actionCalls().forEach(call -> actions.add(call.actionId()));
    pipeline.conditionals().forEach(conditional -> read(conditional.expression()));
    pipeline.actionProfiles().stream()
        .flatMap(profile -> profile.selector().stream())
        .forEach(selector -> hash(selector.algorithm(), selector.inputs()));
    config.actions().stream()
        .filter(action -> actions.contains(action.id()))
        .forEach(action -> action.primitives().forEach(this::look));
  }

  private void look(PrimitiveCall call) {
    if (!PURE.contains(call.op())) {
      reasons.add("the primitive " + call.op());
    } else if (call.op().equals("drop") || call.op().equals("mark_to_drop")) {
      for (StandardMetadata field :
          List.of(StandardMetadata.EGRESS_SPEC, StandardMetadata.MCAST_GRP)) {
        layout.standard(field).ifPresent(place -> touched.put(place.slot(), place.width()));
      }
    } else {
      call.parameters().forEach(this::read);
    }
  }

  private void hash(String algorithm, List<Calculation.Input> inputs) {
    if (HASHES_WITH_STATE.contains(algorithm)) {
      reasons.add("the hash " + algorithm);
    }
    for (Calculation.Input input : inputs) {
      switch (input) {
        case Calculation.Input.Field(Value.Field field) -> read(field);
        case Calculation.Input.Header(String name) -> read(new Value.Header(name));
        case Calculation.Input.Constant _ -> {
          // The same for all packets.
        }
        case Calculation.Input.Payload _ -> reasons.add("a hash of the payload");
      }
    }
  }

  private void read(Value value) {
    switch (value) {
      case Value.Field(String header, String field) -> {
        HeaderLayout shape = header(header);
        put(touched, shape, shape.field(field));
        put(touched, shape, FieldLayout.validity());
      }
      case Value.Header(String name) -> {
        HeaderLayout shape = header(name);
        shape.fields().forEach(field -> put(touched, shape, field));
      }
      case Value.Operation(
              String op,
              Optional<Value> left,
              Optional<Value> right,
              Optional<Value> condition) -> {
        left.ifPresent(this::read);
        right.ifPresent(this::read);
        condition.ifPresent(this::read);
      }
      case Value.NamedObject(Value.ObjectKind kind, String name)
          when kind == Value.ObjectKind.CALCULATION ->
          config.calculations().stream()
              .filter(calculation -> calculation.name().equals(name))
              .forEach(calculation -> hash(calculation.algorithm(), calculation.inputs()));
      case Value.NamedObject(Value.ObjectKind kind, _)
          when kind == Value.ObjectKind.COUNTER_ARRAY -> {
        // Counts are done again for each packet.
      }
      case Value.Constant _, Value.Bool _, Value.Local _, Value.Text _ -> {
        // The same for all packets.
      }
      default -> reasons.add("a " + value.getClass().getSimpleName());
    }
  }

  private HeaderLayout header(String name) {
    HeaderLayout header = layout.header(name);
    if (header.type().isVariable() || header.siblingOffsets().length > 0) {
      reasons.add("a header of variable length or of a union");
    }
    return header;
  }
}
