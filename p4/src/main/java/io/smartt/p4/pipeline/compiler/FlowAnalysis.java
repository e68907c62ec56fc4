package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.Calculation;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.FlowCache;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.table.TupleSpaceIndex;

/**
 * Decides whether what ingress does to a packet may be remembered for its flow, and by which
 * fields. It may where ingress depends on the packet's fields and the tables alone, and pays where
 * look-ups are slow. All that is not known to be so is a reason against it.
 *
 * @param widths of all that ingress reads or writes, in bits, by slot
 */
record FlowAnalysis(int rows, SortedMap<Integer, Integer> widths, List<String> reasons) {
  /** Primitives whose effect is a function of their parameters and of the header they name. */
  private static final String PURE =
      "assign modify_field add_header add_header_fast remove_header assign_header copy_header"
          + " add_to_field subtract_from_field add subtract bit_xor bit_or bit_and"
          + " shift_left shift_right drop mark_to_drop count no_op exit truncate assert"
          + " assume _jump _jump_if_zero modify_field_with_hash_based_offset"
          + " clone_ingress_pkt_to_egress resubmit recirculate generate_digest";

  private static final Set<String> HASHES_WITH_STATE =
      Set.of("random", "round_robin", "round_robin_consistent");

  /** Copies. */
  FlowAnalysis {
    widths = Collections.unmodifiableSortedMap(new TreeMap<>(widths));
    reasons = List.copyOf(reasons);
  }

  /**
   * Looks at a program.
   *
   * @param slowTables the least number of tables of ingress whose keys are ternary, ranges, or lpm
   *     with other fields
   */
  static FlowAnalysis of(
      Bmv2Config config, ProgramLayout layout, ProgramSchema schema, int slowTables, int rows) {
    PipelineDefinition ingress =
        config.pipelines().stream()
            .filter(control -> control.name().equals("ingress"))
            .findFirst()
            .orElseThrow();
    Set<String> tables =
        ingress.tables().stream().map(TableDefinition::name).collect(Collectors.toSet());
    if (schema.tables().stream()
            .filter(t -> tables.contains(t.name()) && t.indexType() == TupleSpaceIndex.class)
            .count()
        < slowTables) {
      // The most programs are of this kind: no more is looked at.
      return new FlowAnalysis(rows, new TreeMap<>(), List.of("tables are quick"));
    }
    Set<String> reasons = new TreeSet<>();
    look(config, ingress, reasons);
    HeaderUse use = new HeaderUse(config, ingress);
    SortedMap<Integer, Integer> widths = new TreeMap<>();
    for (HeaderLayout header : layout.headers()) {
      for (FieldLayout field : header.fields()) {
        // Validity decides what a field is worth, and a drop sets these two unsaid.
        if (use.isUsed(header.name(), field.name())
            || use.isHandledWhole(header.name())
            || field.offset() == HeaderLayout.VALID_OFFSET
            || is(layout, header.slot(field), StandardMetadata.EGRESS_SPEC)
            || is(layout, header.slot(field), StandardMetadata.MCAST_GRP)) {
          if (is(layout, header.slot(field), StandardMetadata.INGRESS_GLOBAL_TIMESTAMP)) {
            reasons.add("the time of arrival");
          }
          for (int word = 0; word < field.words(); word++) {
            int width = word == 0 ? Long.bitCount(Words.topMask(field.width())) : Long.SIZE;
            widths.put(header.slot(field) + word, width);
          }
        }
      }
    }
    return new FlowAnalysis(rows, widths, List.copyOf(reasons));
  }

  /** A new cache; none where there is a reason. */
  Optional<FlowCache> cache() {
    return reasons.isEmpty() ? Optional.of(new FlowCache(rows, widths)) : Optional.empty();
  }

  private static boolean is(ProgramLayout layout, int slot, StandardMetadata field) {
    return layout.standard(field).filter(place -> place.slot() == slot).isPresent();
  }

  private static void look(Bmv2Config config, PipelineDefinition control, Set<String> reasons) {
    if (control.tables().stream().anyMatch(TableDefinition::supportsTimeout)) {
      reasons.add("entries that age");
    }
    if (!config.registerArrays().isEmpty()) {
      reasons.add("registers");
    }
    if (!config.headerStacks().isEmpty()
        || !config.headerUnions().isEmpty()
        || !config.headerUnionStacks().isEmpty()
        || config.headerTypes().stream().anyMatch(Bmv2Config.HeaderType::isVariable)) {
      reasons.add("header stacks, unions or varbits");
    }
    Set<String> pure = Set.of(PURE.split(" ", -1));
    HeaderUse.calls(config, control)
        .map(call -> call.op())
        .filter(op -> !pure.contains(op))
        .forEach(op -> reasons.add("the primitive " + op));
    for (Calculation hash : HeaderUse.hashes(config, control)) {
      if (HASHES_WITH_STATE.contains(hash.algorithm())) {
        reasons.add("the hash " + hash.algorithm());
      }
      if (hash.inputs().stream().anyMatch(Calculation.Input.Payload.class::isInstance)) {
        reasons.add("a hash of the payload");
      }
    }
  }
}
