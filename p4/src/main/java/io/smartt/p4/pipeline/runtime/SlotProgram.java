package io.smartt.p4.pipeline.runtime;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.ProgramSchema;
import org.jspecify.annotations.Nullable;

/**
 * The part of a program that a packet context needs: where fields are, which start set and which
 * stay.
 */
public final class SlotProgram {
  private static final int[] NO_FIELDS = {};
  private static final int ABSENT = -1;

  private final ProgramLayout layout;
  private final Headers[] emitted;
  private final int[] emittedBases;

  /** Bytes of each emitted header without a varbit field, of which most programs have no other. */
  private final int[] fixedBytes;

  private final boolean anyVariable;
  private final int keyWords;
  private final String ingressName;
  private final String egressName;
  private final long[] initialSlots;
  private final Supplier<Optional<FlowCache>> flows;
  private final List<HeaderLayout> metadata;
  private final Map<Integer, int[]> fieldLists = new HashMap<>();
  private final Map<Integer, Bmv2Config.LearnList> learnLists = new HashMap<>();
  private final int[] standardSlots = new int[StandardMetadata.values().length];
  private final long[] standardMasks = new long[StandardMetadata.values().length];

  /**
   * The facts of a program.
   *
   * @param emitted the headers that the deparser emits where they are valid, in order
   * @param extraSlots that an engine wants for itself, behind those of the layout
   * @param flows makes what remembers what ingress did, where the engine does
   */
  public SlotProgram(
      Bmv2Config config,
      ProgramLayout layout,
      ProgramSchema schema,
      List<HeaderLayout> emitted,
      int extraSlots,
      Supplier<Optional<FlowCache>> flows) {
    this.layout = layout;
    this.flows = flows;
    this.emitted = emitted.stream().map(Headers::new).toArray(Headers[]::new);
    this.emittedBases = emitted.stream().mapToInt(HeaderLayout::base).toArray();
    this.fixedBytes = emitted.stream().mapToInt(h -> h.type().fixedBits() / 8).toArray();
    this.anyVariable = emitted.stream().anyMatch(h -> h.type().isVariable());
    this.keyWords = keyWords(config, schema);
    this.ingressName = control(config, "ingress");
    this.egressName = control(config, "egress");
    this.initialSlots = Arrays.copyOf(layout.initialSlots(), layout.slots() + extraSlots);
    this.metadata = layout.headers().stream().filter(HeaderLayout::metadata).toList();
    for (Bmv2Config.FieldList list : config.fieldLists()) {
      fieldLists.put(list.id(), slotsOf(list));
    }
    for (Bmv2Config.LearnList list : config.learnLists()) {
      learnLists.put(list.id(), list);
    }
    Arrays.fill(standardSlots, ABSENT);
    for (StandardMetadata field : StandardMetadata.values()) {
      layout
          .standard(field)
          .ifPresent(place -> {
            standardSlots[field.ordinal()] = place.slot();
            standardMasks[field.ordinal()] = Words.mask(place.width());
          });
    }
    requireStandardMetadata();
  }

  private void requireStandardMetadata() {
    for (StandardMetadata field :
        List.of(
            StandardMetadata.INGRESS_PORT,
            StandardMetadata.EGRESS_SPEC,
            StandardMetadata.EGRESS_PORT,
            StandardMetadata.INSTANCE_TYPE,
            StandardMetadata.PACKET_LENGTH)) {
      if (slot(field) == ABSENT) {
        throw new Bmv2FormatException("$.headers", "no standard_metadata with " + field);
      }
    }
  }

  private static String control(Bmv2Config config, String pipeline) {
    return config.pipelines().stream()
        .filter(definition -> definition.name().equals(pipeline))
        .map(Bmv2Config.PipelineDefinition::control)
        .findFirst()
        .orElse(pipeline);
  }

  private int keyWords(Bmv2Config config, ProgramSchema schema) {
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

  private int[] slotsOf(Bmv2Config.FieldList list) {
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

  /** An empty cache of what ingress did; null where the program has none. */
  public @Nullable FlowCache newFlowCache() {
    return flows.get().orElse(null);
  }

  String ingressName() {
    return ingressName;
  }

  String egressName() {
    return egressName;
  }

  /** The number of slots that a packet has, those of the engine included. */
  int slotCount() {
    return initialSlots.length;
  }

  int keyWords() {
    return keyWords;
  }

  void clear(long[] slots) {
    System.arraycopy(initialSlots, 0, slots, 0, initialSlots.length);
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

  /** Returns where a standard metadata field is; negative where the program does not declare it. */
  public int slot(StandardMetadata field) {
    return standardSlots[field.ordinal()];
  }

  /** The bits that a standard metadata field has. */
  public long mask(StandardMetadata field) {
    return standardMasks[field.ordinal()];
  }

  /** Bytes of the headers that the deparser would emit. */
  int emittedBytes(long[] slots) {
    return anyVariable ? emittedVariableBytes(slots) : emittedFixedBytes(slots);
  }

  private int emittedFixedBytes(long[] slots) {
    int bytes = 0;
    for (int i = 0; i < fixedBytes.length; i++) {
      bytes += fixedBytes[i] & -(int) slots[emittedBases[i] + HeaderLayout.VALID_OFFSET];
    }
    return bytes;
  }

  private int emittedVariableBytes(long[] slots) {
    int bytes = 0;
    for (int i = 0; i < emitted.length; i++) {
      if (emitted[i].isValid(slots, emittedBases[i])) {
        bytes += emitted[i].bytes(slots, emittedBases[i]);
      }
    }
    return bytes;
  }

  /** Gathers the bytes of the valid headers out of their slots. */
  public void emit(SlotContext context) {
    context.bits.clear();
    for (int i = 0; i < emitted.length; i++) {
      if (emitted[i].isValid(context.slots, emittedBases[i])) {
        emitted[i].emit(context.slots, emittedBases[i], context.bits);
      }
    }
  }

  Digest digest(SlotContext context) {
    Bmv2Config.LearnList list = learnLists.get(context.digestList);
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
