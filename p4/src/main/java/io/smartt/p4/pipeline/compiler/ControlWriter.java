package io.smartt.p4.pipeline.compiler;

import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.ControlNode;
import io.smartt.p4.pipeline.tree.TableNode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Code of the nodes of a control. */
final class ControlWriter {
  /** What goes to a node, or ends the control. */
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

  /** One node. */
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
                ProgramClass.actionName(call.index()), void.class, SlotContext.class, long[].class);
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
