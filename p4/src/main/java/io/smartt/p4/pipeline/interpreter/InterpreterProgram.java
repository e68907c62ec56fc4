package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2FormatException;
import io.smartt.p4.bmv2.Checksum;
import io.smartt.p4.bmv2.DeparserDefinition;
import io.smartt.p4.bmv2.FieldList;
import io.smartt.p4.bmv2.LearnList;
import io.smartt.p4.bmv2.ParserDefinition;
import io.smartt.p4.bmv2.PipelineDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Digest;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineLog;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.HashAlgorithm;
import io.smartt.p4.pipeline.hash.HashAlgorithms;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.state.RegisterCells;
import io.smartt.p4.pipeline.trace.PipelineObserver;
import io.smartt.p4.pipeline.trace.TraceEvent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A program as nodes, shared by all switches that run it. Immutable once built. */
public final class InterpreterProgram implements PipelineProgram {
  /** The port that means drop, as simple_switch has it by default. */
  static final int DROP_PORT = 511;

  /** The place of a field that the program does not declare. */
  static final ProgramLayout.Place ABSENT = new ProgramLayout.Place(-1, 0);

  private static final int[] NO_FIELDS = {};

  private final ProgramSchema schema;
  private final ProgramLayout layout;
  private final ParserNode parser;
  private final ChecksumNode[] verified;
  private final @Nullable ControlNode ingress;
  private final @Nullable ControlNode egress;
  private final ChecksumNode[] updated;
  private final Primitive.Effect[] deparserCalls;
  private final Headers[] emitted;
  private final int[] emittedBases;
  private final List<String> emittedNames;
  private final Map<String, Integer> errorCodes;
  private final List<String> hashes;
  private final int keyWords;
  private final long[] initialSlots;
  private final List<HeaderLayout> metadata;
  private final Map<Integer, int[]> fieldLists = new HashMap<>();
  private final Map<Integer, LearnList> learnLists = new HashMap<>();
  private final Map<StandardMetadata, ProgramLayout.Place> standard =
      new EnumMap<>(StandardMetadata.class);

  /**
   * Builds the nodes of a program.
   *
   * @throws Bmv2FormatException naming the part of the program that cannot be executed
   */
  public InterpreterProgram(Bmv2Config config, ProgramLayout layout, ProgramSchema schema) {
    this.schema = schema;
    this.layout = layout;
    ProgramIndex index = new ProgramIndex(config, layout, schema);
    HashBuilder hashBuilder = new HashBuilder(index);
    hashBuilder.buildCalculations();
    ParserBuilder parsers = new ParserBuilder(index);
    ControlBuilder controls = new ControlBuilder(index, hashBuilder);
    parser = parsers.build(part(config.parsers(), ParserDefinition::name, "parser"));
    ingress = controls.build(part(config.pipelines(), PipelineDefinition::name, "ingress"));
    egress = controls.build(part(config.pipelines(), PipelineDefinition::name, "egress"));
    verified = hashBuilder.checksums(Checksum::verify);
    updated = hashBuilder.checksums(Checksum::update);
    DeparserDefinition deparser = part(config.deparsers(), DeparserDefinition::name, "deparser");
    ExpressionBuilder deparserExpressions =
        new ExpressionBuilder(index, null, new Where("deparser"));
    deparserCalls =
        deparser.primitives().stream()
            .map(call -> PrimitiveBuilder.buildEffect(index, deparserExpressions, call))
            .toArray(Primitive.Effect[]::new);
    List<HeaderLayout> order = deparser.order().stream().map(layout::header).toList();
    emitted = order.stream().map(Headers::new).toArray(Headers[]::new);
    emittedBases = order.stream().mapToInt(HeaderLayout::base).toArray();
    emittedNames = order.stream().map(HeaderLayout::name).toList();
    errorCodes = config.errors();
    hashes = index.hashes();
    keyWords = keyWords(config);
    initialSlots = layout.initialSlots();
    metadata = layout.headers().stream().filter(HeaderLayout::metadata).toList();
    for (FieldList list : config.fieldLists()) {
      fieldLists.put(list.id(), slotsOf(list));
    }
    for (LearnList list : config.learnLists()) {
      learnLists.put(list.id(), list);
    }
    for (StandardMetadata field : StandardMetadata.values()) {
      layout.standard(field).ifPresent(place -> standard.put(field, place));
    }
    requireStandardMetadata();
  }

  private static <T> T part(List<T> parts, Function<T, String> name, String wanted) {
    Predicate<T> isWanted = part -> name.apply(part).equals(wanted);
    return parts.stream()
        .filter(isWanted)
        .findFirst()
        .orElseThrow(() ->
            new Bmv2FormatException(
                "$", "no " + wanted + "; v1model has parser, ingress, egress and deparser"));
  }

  private void requireStandardMetadata() {
    for (StandardMetadata field :
        List.of(
            StandardMetadata.INGRESS_PORT,
            StandardMetadata.EGRESS_SPEC,
            StandardMetadata.EGRESS_PORT,
            StandardMetadata.INSTANCE_TYPE,
            StandardMetadata.PACKET_LENGTH)) {
      if (!standard.containsKey(field)) {
        throw new Bmv2FormatException("$.headers", "no standard_metadata with " + field);
      }
    }
  }

  private int keyWords(Bmv2Config config) {
    int tables = schema.tables().stream().mapToInt(table -> table.words()).max().orElse(0);
    int states =
        config.parsers().stream()
            .flatMap(p -> p.states().stream())
            .mapToInt(state ->
                state.transitionKey().stream()
                    .mapToInt(part -> Words.count(layout.keyWidth(part)))
                    .sum())
            .max()
            .orElse(0);
    return Math.max(1, Math.max(tables, states));
  }

  private int[] slotsOf(FieldList list) {
    IntStream slots = IntStream.empty();
    for (Value element : list.elements()) {
      if (element instanceof Value.Field(String headerName, String fieldName)) {
        HeaderLayout header = layout.header(headerName);
        FieldLayout field = header.field(fieldName);
        int first = header.slot(field);
        slots = IntStream.concat(slots, IntStream.range(first, first + field.slots()));
      }
    }
    return slots.toArray();
  }

  @Override
  public Pipeline instantiate(RandomGenerator random, PipelineLog log) {
    return instantiate(random, log, null);
  }

  /** A fresh instance that tells an observer what its packets meet. */
  public Pipeline instantiateObserved(
      RandomGenerator random, PipelineLog log, PipelineObserver observer) {
    return instantiate(random, log, new Observation(observer, layout));
  }

  private Pipeline instantiate(
      RandomGenerator random, PipelineLog log, @Nullable Observation observation) {
    PipelineState state = new PipelineState(schema);
    CounterCells[] counters =
        schema.counters().stream()
            .map(counter -> state.counterCells(counter.name()))
            .toArray(CounterCells[]::new);
    RegisterCells[] registers =
        schema.registers().stream()
            .map(register -> state.registerCells(register.name()))
            .toArray(RegisterCells[]::new);
    MeterCells[] meters =
        schema.meters().stream()
            .map(meter -> state.meterCells(meter.name()))
            .toArray(MeterCells[]::new);
    HashAlgorithm[] algorithms =
        hashes.stream()
            .map(name -> HashAlgorithms.create(name, random).orElseThrow())
            .toArray(HashAlgorithm[]::new);
    return new InterpreterPipeline(
        this,
        state,
        new Machine(counters, registers, meters, algorithms, random, log, observation));
  }

  int slotCount() {
    return initialSlots.length;
  }

  int keyWords() {
    return keyWords;
  }

  void clear(long[] slots) {
    System.arraycopy(initialSlots, 0, slots, 0, slots.length);
  }

  void clearMetadata(long[] slots) {
    for (HeaderLayout header : metadata) {
      System.arraycopy(initialSlots, header.base(), slots, header.base(), header.slots());
    }
  }

  /** The slots that a field list preserves; none where there is no such list. */
  int[] fieldList(int id) {
    return fieldLists.getOrDefault(id, NO_FIELDS);
  }

  /** Where a standard metadata field is; {@link #ABSENT} where the program does not declare it. */
  ProgramLayout.Place standard(StandardMetadata field) {
    return standard.getOrDefault(field, ABSENT);
  }

  /** Parses the packet of a context from its start. */
  void parse(InterpreterContext context) {
    context.parsedBytes = 0;
    int error = parser.run(context);
    context.set(StandardMetadata.PARSER_ERROR, error);
    Observation observation = context.machine.observation;
    if (observation != null) {
      observation.met(new TraceEvent.ParserEnded(errorName(error), context.parsedBytes));
    }
    boolean wrong = false;
    for (ChecksumNode checksum : verified) {
      boolean right = checksum.verify(context);
      wrong |= !right;
      if (observation != null) {
        observation.met(new TraceEvent.ChecksumVerified(checksum.field(), right));
      }
    }
    context.set(StandardMetadata.CHECKSUM_ERROR, wrong ? 1 : 0);
  }

  private String errorName(int code) {
    return errorCodes.entrySet().stream()
        .filter(error -> error.getValue() == code)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("error " + code);
  }

  void runIngress(InterpreterContext context) {
    ControlNode.runAll(ingress, context);
  }

  void runEgress(InterpreterContext context) {
    ControlNode.runAll(egress, context);
  }

  /** Bytes of the headers that the deparser would emit. */
  int emittedBytes(long[] slots) {
    int bytes = 0;
    for (int i = 0; i < emitted.length; i++) {
      if (emitted[i].isValid(slots, emittedBases[i])) {
        bytes += emitted[i].bytes(slots, emittedBases[i]);
      }
    }
    return bytes;
  }

  /** Updates checksums and gathers the bytes of the valid headers. */
  void emit(InterpreterContext context) {
    Observation observation = context.machine.observation;
    if (observation != null) {
      observation.begin(context);
    }
    for (ChecksumNode checksum : updated) {
      checksum.update(context);
    }
    for (Primitive.Effect call : deparserCalls) {
      call.apply(context);
    }
    context.bits.clear();
    for (int i = 0; i < emitted.length; i++) {
      if (emitted[i].isValid(context.slots, emittedBases[i])) {
        emitted[i].emit(context.slots, emittedBases[i], context.bits);
      }
    }
    if (observation != null) {
      observation.deparsed(
          context,
          IntStream.range(0, emitted.length)
              .filter(i -> emitted[i].isValid(context.slots, emittedBases[i]))
              .mapToObj(emittedNames::get)
              .toList());
    }
  }

  Digest digest(InterpreterContext context) {
    LearnList list = learnLists.get(context.digestList);
    if (list == null) {
      return new Digest("", List.of());
    }
    List<Bits> fields = new ArrayList<>();
    for (Value.Field element : list.elements()) {
      HeaderLayout header = layout.header(element.header());
      FieldLayout field = header.field(element.field());
      long[] words = new long[field.words()];
      System.arraycopy(context.slots, header.slot(field), words, 0, words.length);
      words[0] &= Words.topMask(field.width());
      fields.add(new Bits(Words.get(words, 0, field.width()), field.width()));
    }
    return new Digest(list.name(), fields);
  }
}
