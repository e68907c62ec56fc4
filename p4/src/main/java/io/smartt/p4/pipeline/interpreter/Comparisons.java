package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import java.util.Optional;

/** Comparisons of numbers, headers and unions. */
final class Comparisons {
  private Comparisons() {}

  /** The node of a comparison of numbers, or empty where the operator is not one. */
  static Optional<BoolNode> of(String op, DataNode left, DataNode right) {
    return Optional.ofNullable(
        switch (op) {
          case "==" -> equal(left, right);
          case "!=" -> not(equal(left, right));
          case "<" -> less(left, right);
          case ">" -> less(right, left);
          case "<=" -> not(less(right, left));
          case ">=" -> not(less(left, right));
          default -> null;
        });
  }

  static BoolNode not(BoolNode operand) {
    return context -> !operand.test(context);
  }

  static BoolNode nonZero(DataNode operand) {
    if (operand instanceof DataNodes.Field field) {
      int slot = field.slot();
      return context -> context.slots[slot] != 0;
    }
    if (inLong(operand, operand) || inUnsigned(operand, operand)) {
      return context -> operand.low(context) != 0;
    }
    return context -> operand.big(context).signum() != 0;
  }

  private static boolean inLong(DataNode left, DataNode right) {
    return left.range().fitsLong() && right.range().fitsLong();
  }

  private static boolean inUnsigned(DataNode left, DataNode right) {
    return left.range().fitsUnsigned() && right.range().fitsUnsigned();
  }

  private static BoolNode equal(DataNode left, DataNode right) {
    if (inLong(left, right) || inUnsigned(left, right)) {
      if (right instanceof DataNodes.Constant constant) {
        long value = constant.value().longValue();
        if (left instanceof DataNodes.Field field) {
          int slot = field.slot();
          return context -> context.slots[slot] == value;
        }
        return context -> left.low(context) == value;
      }
      return context -> left.low(context) == right.low(context);
    }
    return context -> left.big(context).equals(right.big(context));
  }

  private static BoolNode less(DataNode left, DataNode right) {
    if (inLong(left, right)) {
      return context -> left.low(context) < right.low(context);
    }
    if (inUnsigned(left, right)) {
      return context -> Long.compareUnsigned(left.low(context), right.low(context)) < 0;
    }
    return context -> left.big(context).compareTo(right.big(context)) < 0;
  }

  /** Both valid, of one type and with the same fields: as simple_switch compares. */
  static BoolNode equal(HeaderNode left, HeaderNode right) {
    if (left.shape().type().id() != right.shape().type().id()) {
      return context -> false;
    }
    int slots = left.shape().slots();
    return context -> sameHeader(context, left.base(context), right.base(context), slots);
  }

  /** Both valid, with the same valid member, whose fields are the same. */
  static BoolNode equal(UnionNode left, UnionNode right) {
    return context -> {
      int member = left.validMember(context);
      if (member < 0 || member != right.validMember(context)) {
        return false;
      }
      HeaderLayout leftMember = left.shape().members().get(member);
      HeaderLayout rightMember = right.shape().members().get(member);
      return sameHeader(
          context,
          left.base(context) + leftMember.base() - left.shape().base(),
          right.base(context) + rightMember.base() - right.shape().base(),
          leftMember.slots());
    };
  }

  private static boolean sameHeader(InterpreterContext context, int left, int right, int slots) {
    long[] values = context.slots;
    if (values[left] == 0 || values[right] == 0) {
      return false;
    }
    for (int i = HeaderLayout.VALID_OFFSET + 1; i < slots; i++) {
      if (values[left + i] != values[right + i]) {
        return false;
      }
    }
    return true;
  }
}
