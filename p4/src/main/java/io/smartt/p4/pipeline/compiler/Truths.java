package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.BoolNode;
import io.smartt.p4.pipeline.tree.Comparisons;
import io.smartt.p4.pipeline.tree.DataNode;
import io.smartt.p4.pipeline.tree.DataNodes;

/** Code of truth values: jumps, not values, wherever that is possible. */
final class Truths {
  private final Code code;
  private final CodeBuilder raw;
  private final Numbers numbers;
  private final WideNumbers wide;

  Truths(Code code, Numbers numbers, WideNumbers wide) {
    this.code = code;
    this.raw = code.raw();
    this.numbers = numbers;
    this.wide = wide;
  }

  /** Pushes 1 or 0. */
  void push(BoolNode node) {
    Label no = code.label();
    Label end = code.label();
    jump(node, no, false);
    code.push(1L);
    raw.goto_(end);
    code.bind(no).push(0L).bind(end);
  }

  /** Jumps where the truth value is {@code when}, else goes on. */
  void jump(BoolNode node, Label target, boolean when) {
    switch (node) {
      case BoolNode.Constant(boolean value) -> {
        if (value == when) {
          raw.goto_(target);
        }
      }
      case BoolNode.Not(BoolNode operand) -> jump(operand, target, !when);
      case BoolNode.And(BoolNode left, BoolNode right) -> both(left, right, target, when, false);
      case BoolNode.Or(BoolNode left, BoolNode right) -> both(left, right, target, when, true);
      case BoolNode.Choice(BoolNode condition, BoolNode left, BoolNode right) -> {
        Label otherwise = code.label();
        Label end = code.label();
        jump(condition, otherwise, false);
        jump(left, target, when);
        raw.goto_(end);
        code.bind(otherwise);
        jump(right, target, when);
        code.bind(end);
      }
      case BoolNode.Same(BoolNode left, BoolNode right) -> {
        push(left);
        push(right);
        compared(target, when);
      }
      case BoolNode.IsValid valid -> {
        numbers.slot(valid.header(), 0);
        code.push(0L);
        compared(target, !when);
      }
      case Comparisons.NonZero(DataNode operand) -> nonZero(node, operand, target, when);
      case Comparisons.Equal(DataNode left, DataNode right) ->
          equal(node, left, right, target, when);
      case Comparisons.Less(DataNode left, DataNode right) -> less(node, left, right, target, when);
      default -> ask(node, target, when);
    }
  }

  private void ask(BoolNode node, Label target, boolean when) {
    code.node(node, BoolNode.class)
        .context()
        .call(BoolNode.class, "test", boolean.class, SlotContext.class);
    if (when) {
      raw.ifne(target);
    } else {
      raw.ifeq(target);
    }
  }

  /** Jumps where the two longs on the stack are the same, or where they are not. */
  private void compared(Label target, boolean whenSame) {
    raw.lcmp();
    if (whenSame) {
      raw.ifeq(target);
    } else {
      raw.ifne(target);
    }
  }

  /** Two operands of which the first may decide: {@code deciding} is the value with which. */
  private void both(BoolNode left, BoolNode right, Label target, boolean when, boolean deciding) {
    if (when == deciding) {
      jump(left, target, when);
      jump(right, target, when);
    } else {
      Label end = code.label();
      jump(left, end, deciding);
      jump(right, target, when);
      code.bind(end);
    }
  }

  private void nonZero(BoolNode node, DataNode operand, Label target, boolean when) {
    if (operand instanceof DataNodes.OfBool(BoolNode bool)) {
      jump(bool, target, when);
    } else if (operand.range().fitsLong() || operand.range().fitsUnsigned()) {
      numbers.low(operand);
      code.push(0L);
      compared(target, !when);
    } else {
      int count = wide.count(operand);
      if (wide.can(operand, count)) {
        wide.join(wide.words(operand, count));
        code.push(0L);
        compared(target, !when);
      } else {
        ask(node, target, when);
      }
    }
  }

  private void equal(BoolNode node, DataNode left, DataNode right, Label target, boolean when) {
    if (Comparisons.inLong(left, right) || Comparisons.inUnsigned(left, right)) {
      numbers.low(left);
      numbers.low(right);
      compared(target, when);
      return;
    }
    int count = Math.max(wide.count(left), wide.count(right));
    if (wide.can(left, count) && wide.can(right, count)) {
      wide.difference(wide.words(left, count), wide.words(right, count));
      code.push(0L);
      compared(target, when);
    } else {
      ask(node, target, when);
    }
  }

  private void less(BoolNode node, DataNode left, DataNode right, Label target, boolean when) {
    if (Comparisons.inLong(left, right)) {
      numbers.low(left);
      numbers.low(right);
      raw.lcmp();
    } else if (Comparisons.inUnsigned(left, right)) {
      numbers.low(left);
      numbers.low(right);
      code.callStatic(Long.class, "compareUnsigned", int.class, long.class, long.class);
    } else {
      ask(node, target, when);
      return;
    }
    if (when) {
      raw.iflt(target);
    } else {
      raw.ifge(target);
    }
  }
}
