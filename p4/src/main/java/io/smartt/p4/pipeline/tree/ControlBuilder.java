package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.MeterArray;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.state.ActionSchema;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.tree.HashNode.HashBuilder;
import org.jspecify.annotations.Nullable;

/** Builds actions and controls. */
final class ControlBuilder {
  private final ProgramIndex index;
  private final HashBuilder hashes;
  private final List<Action> actions;

  ControlBuilder(ProgramIndex index, HashBuilder hashes) {
    this.index = index;
    this.hashes = hashes;
    this.actions = index.config.actions().stream().map(this::action).toList();
  }

  /** The actions by their index. */
  List<Action> actions() {
    return actions;
  }

  private Action action(ActionDefinition definition) {
    ProgramIndex.Where where = new ProgramIndex.Where("action " + definition.name());
    ActionSchema schema = action(definition.id());
    ExpressionBuilder expressions = new ExpressionBuilder(index, schema, where);
    return new Action(
        definition,
        schema,
        definition.primitives().stream()
            .map(call -> PrimitiveBuilder.build(index, expressions, call))
            .toList());
  }

  /** The first node of a control; null where it does nothing. */
  @Nullable ControlNode build(PipelineDefinition pipeline) {
    ProgramIndex.Where where = new ProgramIndex.Where("control " + pipeline.name());
    checkEnds(pipeline, where);
    Map<String, ControlNode> nodes = new HashMap<>();
    Map<String, TableNode> tables = new HashMap<>();
    Map<String, ControlNode.If> conditionals = new HashMap<>();
    Map<String, ControlNode.Call> calls = new HashMap<>();
    for (TableDefinition table : pipeline.tables()) {
      if (isCall(table)) {
        calls.put(table.name(), call(table));
      } else {
        tables.put(table.name(), table(table, pipeline, where.in("table " + table.name())));
      }
    }
    for (PipelineDefinition.Conditional conditional : pipeline.conditionals()) {
      ExpressionBuilder expressions =
          new ExpressionBuilder(index, null, where.in("conditional " + conditional.name()));
      conditionals.put(
          conditional.name(),
          new ControlNode.If(conditional, expressions.bool(conditional.expression())));
    }
    for (PipelineDefinition.ActionCall call : pipeline.actionCalls()) {
      calls.put(call.name(), call(null, action(call.actionId()), new long[0]));
    }
    nodes.putAll(tables);
    nodes.putAll(conditionals);
    nodes.putAll(calls);
    for (TableDefinition table : pipeline.tables()) {
      TableNode node = tables.get(table.name());
      ControlNode.Call call = calls.get(table.name());
      if (node != null) {
        link(node, table, nodes);
      } else if (call != null) {
        call.link(find(nodes, afterMiss(table)));
      }
    }
    for (PipelineDefinition.Conditional conditional : pipeline.conditionals()) {
      ControlNode.If node = conditionals.get(conditional.name());
      if (node != null) {
        node.link(find(nodes, conditional.trueNext()), find(nodes, conditional.falseNext()));
      }
    }
    for (PipelineDefinition.ActionCall call : pipeline.actionCalls()) {
      ControlNode.Call node = calls.get(call.name());
      if (node != null) {
        node.link(find(nodes, call.next()));
      }
    }
    return find(nodes, pipeline.initTable());
  }

  private static @Nullable ControlNode find(Map<String, ControlNode> nodes, Optional<String> name) {
    return name.isPresent() ? nodes.get(name.get()) : null;
  }

  private ActionSchema action(int id) {
    ActionSchema action = index.actions.get(id);
    if (action == null) {
      throw new IllegalStateException("action id " + id);
    }
    return action;
  }

  private TableNode table(
      TableDefinition table, PipelineDefinition pipeline, ProgramIndex.Where where) {
    TableSchema schema = index.tables.get(table.name());
    if (schema == null) {
      throw where.fail("has no schema");
    }
    List<TableNode.KeyPart> key = new ArrayList<>();
    for (TableDefinition.KeyField part : table.key()) {
      key.add(keyPart(part, schema.key().get(key.size()).firstWord()));
    }
    Optional<HashNode> selector =
        table
            .actionProfile()
            .flatMap(name -> profile(pipeline, name).selector())
            .map(s ->
                new HashNode(
                    hashes.input(s.inputs()), index.addHash(s.algorithm(), where), s.algorithm()));
    Optional<Sink.Field> meterTarget =
        schema
            .directMeter()
            .flatMap(MeterArray::resultTarget)
            .map(target -> {
              HeaderLayout header = index.layout.header(target.header());
              return new Sink.Field(new HeaderNode.Named<>(header), header.field(target.field()));
            });
    return new TableNode(
        new TableNode.Facts(
            schema,
            key,
            selector,
            table.withCounters(),
            table.supportsTimeout(),
            meterTarget,
            table.source()),
        actions);
  }

  private static PipelineDefinition.ActionProfile profile(
      PipelineDefinition pipeline, String name) {
    return pipeline.actionProfiles().stream()
        .filter(profile -> profile.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private TableNode.KeyPart keyPart(TableDefinition.KeyField part, int firstWord) {
    HeaderLayout header;
    FieldLayout field;
    switch (part.target()) {
      case Value.Field(String name, String fieldName) -> {
        header = index.layout.header(name);
        field = header.field(fieldName);
      }
      case Value.Header(String name) -> {
        header = index.layout.header(name);
        field = header.field(HeaderType.VALID);
      }
      default -> throw new IllegalStateException(part.toString());
    }
    BigInteger mask = part.mask().orElse(Bits.ones(field.width()).value());
    return new TableNode.KeyPart(
        header, field, firstWord, Arrays.stream(Words.of(mask, field.width())).boxed().toList());
  }

  /** Returns whether a table always runs the same action with the same arguments. */
  private static boolean isCall(TableDefinition table) {
    return table.key().isEmpty()
        && table.actionProfile().isEmpty()
        && table.defaultEntry().filter(entry -> entry.constAction()).isPresent();
  }

  private ControlNode.Call call(TableDefinition table) {
    TableDefinition.DefaultEntry entry = table.defaultEntry().orElseThrow();
    ActionSchema action = action(entry.actionId());
    return call(index.tables.get(table.name()), action, action.words(entry.arguments()));
  }

  private ControlNode.Call call(
      @Nullable TableSchema table, ActionSchema action, long[] arguments) {
    return new ControlNode.Call(table, action.index(), actions.get(action.index()), arguments);
  }

  private Optional<String> afterMiss(TableDefinition table) {
    String action = action(table.defaultEntry().orElseThrow().actionId()).name();
    return table
        .next()
        .getOrDefault(
            table.next().containsKey(TableDefinition.MISS) ? TableDefinition.MISS : action,
            table.baseDefaultNext());
  }

  private void link(TableNode node, TableDefinition table, Map<String, ControlNode> nodes) {
    Map<String, Optional<String>> next = table.next();
    Optional<String> otherwise = table.baseDefaultNext();
    if (next.containsKey(TableDefinition.HIT) || next.containsKey(TableDefinition.MISS)) {
      node.linkByHit(
          find(nodes, next.getOrDefault(TableDefinition.HIT, Optional.empty())),
          find(nodes, next.getOrDefault(TableDefinition.MISS, otherwise)));
      return;
    }
    @Nullable ControlNode[] afterAction = new ControlNode[actions.size()];
    for (int id : table.actions()) {
      ActionSchema action = action(id);
      afterAction[action.index()] = find(nodes, next.getOrDefault(action.name(), Optional.empty()));
    }
    node.linkByAction(afterAction, find(nodes, otherwise));
  }

  /** A control whose nodes lead back to one another would never end. */
  private void checkEnds(PipelineDefinition pipeline, ProgramIndex.Where where) {
    Map<String, List<String>> successors = new HashMap<>();
    for (TableDefinition table : pipeline.tables()) {
      List<String> next = new ArrayList<>();
      table.next().values().forEach(name -> name.ifPresent(next::add));
      table.baseDefaultNext().ifPresent(next::add);
      successors.put(table.name(), next);
    }
    for (PipelineDefinition.Conditional node : pipeline.conditionals()) {
      List<String> next = new ArrayList<>();
      node.trueNext().ifPresent(next::add);
      node.falseNext().ifPresent(next::add);
      successors.put(node.name(), next);
    }
    for (PipelineDefinition.ActionCall node : pipeline.actionCalls()) {
      successors.put(node.name(), node.next().stream().toList());
    }
    Set<String> done = new HashSet<>();
    for (String start : successors.keySet()) {
      visit(start, successors, new HashSet<>(), done, where);
    }
  }

  private static void visit(
      String node,
      Map<String, List<String>> successors,
      Set<String> path,
      Set<String> done,
      ProgramIndex.Where where) {
    if (done.contains(node)) {
      return;
    }
    if (!path.add(node)) {
      throw where.fail("node " + node + " leads back to itself");
    }
    for (String next : successors.getOrDefault(node, List.of())) {
      visit(next, successors, path, done, where);
    }
    path.remove(node);
    done.add(node);
  }
}
