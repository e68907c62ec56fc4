package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.UnionLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.Optional;

/** Comparisons of numbers, headers and unions. */
public final class Comparisons {
  private Comparisons() {}

  /** The node of a comparison of numbers, or empty where the operator is not one. */
  static Optional<BoolNode> of(String op, DataNode left, DataNode right) {
    return Optional.ofNullable(
        switch (op) {
          case "==" -> new Equal(left, right);
          case "!=" -> new BoolNode.Not(new Equal(left, right));
          case "<" -> new Less(left, right);
          case ">" -> new Less(right, left);
          case "<=" -> new BoolNode.Not(new Less(right, left));
          case ">=" -> new BoolNode.Not(new Less(left, right));
          default -> null;
        });
  }

  /** The node of a comparison of headers. */
  static BoolNode equal(HeaderNode<HeaderLayout> left, HeaderNode<HeaderLayout> right) {
    return left.shape().type().id() == right.shape().type().id()
        ? new SameHeader(left, right)
        : new BoolNode.Constant(false);
  }

  /** Returns whether longs read as signed hold both. */
  public static boolean inLong(DataNode left, DataNode right) {
    return left.range().fitsLong() && right.range().fitsLong();
  }

  /** Returns whether longs read as unsigned hold both. */
  public static boolean inUnsigned(DataNode left, DataNode right) {
    return left.range().fitsUnsigned() && right.range().fitsUnsigned();
  }

  /** A number is not 0. */
  public record NonZero(DataNode operand) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return (inLong(operand, operand) || inUnsigned(operand, operand))
          ? operand.low(context) != 0
          : operand.big(context).signum() != 0;
    }
  }

  /** Two numbers are the same. */
  public record Equal(DataNode left, DataNode right) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return (inLong(left, right) || inUnsigned(left, right))
          ? left.low(context) == right.low(context)
          : left.big(context).equals(right.big(context));
    }
  }

  /** A number is below another. */
  public record Less(DataNode left, DataNode right) implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      if (inLong(left, right)) {
        return left.low(context) < right.low(context);
      }
      return inUnsigned(left, right)
          ? Long.compareUnsigned(left.low(context), right.low(context)) < 0
          : left.big(context).compareTo(right.big(context)) < 0;
    }
  }

  /** True if both are valid, of one type and with the same fields: as simple_switch compares. */
  public record SameHeader(HeaderNode<HeaderLayout> left, HeaderNode<HeaderLayout> right)
      implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      return same(context, left.base(context), right.base(context), left.shape().slots());
    }
  }

  /** True if both are valid, with the same valid member, whose fields are the same. */
  public record SameUnion(HeaderNode<UnionLayout> left, HeaderNode<UnionLayout> right)
      implements BoolNode {
    @Override
    public boolean test(SlotContext context) {
      int member = HeaderNode.validMember(left, context);
      if (member < 0 || member != HeaderNode.validMember(right, context)) {
        return false;
      }
      HeaderLayout leftMember = left.shape().members().get(member);
      HeaderLayout rightMember = right.shape().members().get(member);
      return same(
          context,
          left.base(context) + leftMember.base() - left.shape().base(),
          right.base(context) + rightMember.base() - right.shape().base(),
          leftMember.slots());
    }
  }

  private static boolean same(SlotContext context, int left, int right, int slots) {
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
