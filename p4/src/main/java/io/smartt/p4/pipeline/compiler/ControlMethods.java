package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.ControlNode;
import io.smartt.p4.pipeline.tree.TableNode;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a control: one, in which nodes are labels; or, split, one for each node, which
 * returns the number of the next, negative at the end.
 */
final class ControlMethods {
  /** Takes the methods. */
  interface Target {
    /** One that returns nothing. */
    void procedure(String name, Consumer<Code> body);

    /** One that returns an int. */
    void function(String name, Consumer<Code> body);
  }

  private static final int END = -1;

  private final String name;
  private final Set<Integer> exiting;
  private final Function<TableNode, List<Integer>> actionsOf;
  private final boolean split;
  private final @Nullable ControlNode first;

  /** The nodes that can be reached, and their numbers. */
  private final Map<ControlNode, Integer> numbers = new LinkedHashMap<>();

  ControlMethods(
      String name,
      @Nullable ControlNode first,
      Set<Integer> exiting,
      Function<TableNode, List<Integer>> actionsOf,
      boolean split) {
    this.name = name;
    this.first = first;
    this.exiting = exiting;
    this.actionsOf = actionsOf;
    this.split = split;
    reach(first);
  }

  private void reach(@Nullable ControlNode start) {
    List<@Nullable ControlNode> waiting = new ArrayList<>();
    waiting.add(start);
    while (!waiting.isEmpty()) {
      ControlNode node = waiting.removeLast();
      if (node == null || numbers.containsKey(node)) {
        continue;
      }
      numbers.put(node, numbers.size());
      switch (node) {
        case ControlNode.If condition -> {
          waiting.add(condition.whenFalse());
          waiting.add(condition.whenTrue());
        }
        case ControlNode.Call call -> waiting.add(call.next());
        case TableNode table -> {
          waiting.add(table.afterHit());
          waiting.add(table.afterMiss());
          if (!table.byHit()) {
            actionsOf.apply(table).forEach(action -> waiting.add(table.afterAction(action)));
          }
        }
      }
    }
  }

  /** The tables among the nodes. */
  List<TableNode> tables() {
    return numbers.keySet().stream()
        .filter(TableNode.class::isInstance)
        .map(TableNode.class::cast)
        .toList();
  }

  void write(Target target) {
    if (!split) {
      target.procedure(name, this::whole);
      return;
    }
    target.procedure(name, this::loop);
    numbers.forEach((node, number) -> target.function(name + number, code -> single(code, node)));
  }

  private ControlWriter writer(Code code) {
    return new ControlWriter(code, exiting, actionsOf);
  }

  private void whole(Code code) {
    Map<ControlNode, Label> labels = new LinkedHashMap<>();
    numbers.keySet().forEach(node -> labels.put(node, code.label()));
    Label end = code.label();
    ControlWriter.Exits exits =
        node -> code.raw().goto_(node == null ? end : labels.getOrDefault(node, end));
    ControlWriter writer = writer(code);
    exits.next(first);
    labels.forEach((node, label) -> {
      code.bind(label);
      writer.node(node, exits);
    });
    code.bind(end).raw().return_();
  }

  private int number(@Nullable ControlNode node) {
    return node == null ? END : numbers.getOrDefault(node, END);
  }

  private void single(Code code, ControlNode node) {
    writer(code)
        .node(
            node,
            next -> {
              code.push(number(next));
              code.raw().ireturn();
            });
  }

  private void loop(Code code) {
    CodeBuilder raw = code.raw();
    Label start = code.label();
    Label end = code.label();
    int at = code.newInt();
    code.push(number(first));
    raw.istore(at);
    code.bind(start);
    List<SwitchCase> cases = new ArrayList<>();
    numbers.values().forEach(number -> cases.add(SwitchCase.of(number, code.label())));
    raw.iload(at).lookupswitch(end, cases);
    for (SwitchCase node : cases) {
      code.bind(node.target());
      raw.aload(0);
      code.context().callOwn(name + node.caseValue(), int.class, SlotContext.class);
      raw.istore(at).goto_(start);
    }
    code.bind(end);
    raw.return_();
  }

  /** Code of the nodes of a control. */
  private static final class ControlWriter {
    /** The writer of a jump to a node, or of the end of the control. */
    interface Exits {
      /** Goes to it. */
      void next(@Nullable ControlNode node);
    }

    private final Code code;
    private final CodeBuilder raw;
    private final Set<Integer> exiting;
    private final Function<TableNode, List<Integer>> actionsOf;

    /**
     * A writer.
     *
     * @param exiting indices of the actions that may end the control
     * @param actionsOf indices of the actions that a table may run
     */
    ControlWriter(Code code, Set<Integer> exiting, Function<TableNode, List<Integer>> actionsOf) {
      this.code = code;
      this.raw = code.raw();
      this.exiting = exiting;
      this.actionsOf = actionsOf;
    }

    void node(ControlNode node, Exits exits) {
      switch (node) {
        case ControlNode.If condition -> {
          Label no = code.label();
          new Numbers(code).truths().jump(condition.condition(), no, false);
          exits.next(condition.whenTrue());
          code.bind(no);
          exits.next(condition.whenFalse());
        }
        case ControlNode.Call call -> {
          raw.aload(0);
          code.context()
              .constant(call.arguments(), long[].class)
              .callOwn(
                  ProgramClass.actionName(call.index()),
                  void.class,
                  SlotContext.class,
                  long[].class);
          leaveOnExit(exiting.contains(call.index()), exits);
          exits.next(call.next());
        }
        case TableNode table -> table(table, exits);
      }
    }

    private void leaveOnExit(boolean possible, Exits exits) {
      if (possible) {
        Label stay = code.label();
        code.contextField("exit", boolean.class);
        raw.ifeq(stay);
        exits.next(null);
        code.bind(stay);
      }
    }

    private void table(TableNode table, Exits exits) {
      int result = code.newInt();
      raw.aload(0);
      code.context()
          .callOwn(
              ProgramClass.tableName(table.facts().schema().index()), int.class, SlotContext.class);
      raw.istore(result);
      List<Integer> actions = actionsOf.apply(table);
      leaveOnExit(actions.stream().anyMatch(exiting::contains), exits);
      if (table.byHit()) {
        if (table.afterHit() != table.afterMiss()) {
          Label miss = code.label();
          raw.iload(result).ifeq(miss);
          exits.next(table.afterHit());
          code.bind(miss);
        }
        exits.next(table.afterMiss());
        return;
      }
      List<SwitchCase> cases = new ArrayList<>();
      List<@Nullable ControlNode> targets = new ArrayList<>();
      for (int action : actions) {
        if (table.afterAction(action) != table.afterMiss()) {
          cases.add(SwitchCase.of(action, code.label()));
          targets.add(table.afterAction(action));
        }
      }
      if (!cases.isEmpty()) {
        Label otherwise = code.label();
        raw.iload(result).lookupswitch(otherwise, cases);
        for (int i = 0; i < cases.size(); i++) {
          code.bind(cases.get(i).target());
          exits.next(targets.get(i));
        }
        code.bind(otherwise);
      }
      exits.next(table.afterMiss());
    }
  }
}
