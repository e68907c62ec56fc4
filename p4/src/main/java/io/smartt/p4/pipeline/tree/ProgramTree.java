package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.bmv2.ParseState.ParserDefinition;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.tree.HashNode.HashBuilder;
import io.smartt.p4.pipeline.tree.Sink.FieldStore;
import org.jspecify.annotations.Nullable;

/**
 * A whole program.
 *
 * @param ingress the first node; null where the control does nothing
 * @param egress the first node; null where the control does nothing
 * @param actions by their index
 * @param verified checksums that are looked at after the parser
 * @param updated checksums that are computed before the deparser
 * @param deparserCalls what is done before headers are emitted
 * @param emitted headers in the order in which the valid ones are emitted
 * @param hashes names of the algorithms that every machine has its own of
 */
public record ProgramTree(
    ParserNode parser,
    @Nullable ControlNode ingress,
    @Nullable ControlNode egress,
    List<Action> actions,
    List<ChecksumNode> verified,
    List<ChecksumNode> updated,
    List<Primitive.Effect> deparserCalls,
    List<HeaderLayout> emitted,
    List<String> hashes) {
  /** Copies the lists. */
  public ProgramTree {
    actions = List.copyOf(actions);
    verified = List.copyOf(verified);
    updated = List.copyOf(updated);
    deparserCalls = List.copyOf(deparserCalls);
    emitted = List.copyOf(emitted);
    hashes = List.copyOf(hashes);
  }

  /**
   * Builds the tree of a program.
   *
   * @throws Bmv2FormatException naming the part of the program that cannot be executed
   */
  public static ProgramTree of(Bmv2Config config, ProgramLayout layout, ProgramSchema schema) {
    ProgramIndex index = new ProgramIndex(config, layout, schema);
    HashBuilder hashes = new HashBuilder(index);
    hashes.buildCalculations();
    ParserBuilder parsers = new ParserBuilder(index);
    ControlBuilder controls = new ControlBuilder(index, hashes);
    ParserNode parser = parsers.build(part(config.parsers(), ParserDefinition::name, "parser"));
    ControlNode ingress =
        controls.build(part(config.pipelines(), Bmv2Config.PipelineDefinition::name, "ingress"));
    ControlNode egress =
        controls.build(part(config.pipelines(), Bmv2Config.PipelineDefinition::name, "egress"));
    List<ChecksumNode> verified = hashes.checksums(Bmv2Config.Checksum::verify);
    List<ChecksumNode> updated = hashes.checksums(Bmv2Config.Checksum::update);
    Bmv2Config.DeparserDefinition deparser =
        part(config.deparsers(), Bmv2Config.DeparserDefinition::name, "deparser");
    ExpressionBuilder expressions =
        new ExpressionBuilder(index, null, new ProgramIndex.Where("deparser"));
    List<Primitive.Effect> calls =
        deparser.primitives().stream()
            .map(call -> PrimitiveBuilder.buildEffect(index, expressions, call))
            .toList();
    List<HeaderLayout> emitted = deparser.order().stream().map(layout::header).toList();
    return new ProgramTree(
        parser,
        ingress,
        egress,
        controls.actions(),
        verified,
        updated,
        calls,
        emitted,
        index.hashes());
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

  /**
   * A checksum that is verified after the parser or updated before the deparser.
   *
   * @param condition when it applies
   * @param field that holds it
   */
  public record ChecksumNode(
      BoolNode condition, HashNode hash, HeaderLayout header, FieldLayout field) {
    /** Returns whether the field holds the checksum, or need not. */
    public boolean verify(SlotContext context) {
      return !isDue(context) || hash.compute(context) == target().low(context);
    }

    /** Returns whether the header is there and the condition holds. */
    public boolean isDue(SlotContext context) {
      return context.slots[header.base() + HeaderLayout.VALID_OFFSET] != 0
          && condition.test(context);
    }

    /** The field as a number. */
    public DataNode target() {
      return DataNodes.field(new HeaderNode.Named<>(header), field);
    }

    /** Puts the checksum into the field. */
    public void update(SlotContext context) {
      if (condition.test(context)) {
        new FieldStore(field).set(context.slots, header.slot(field), hash.compute(context));
      }
    }
  }
}
