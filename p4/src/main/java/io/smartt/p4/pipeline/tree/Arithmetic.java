package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.runtime.SlotContext;
import org.jspecify.annotations.Nullable;

/** Operators on numbers. */
public final class Arithmetic {
  /** No field is this wide: a left shift of more leaves nothing that can be kept. */
  private static final int MAX_SHIFT = 1 << 20;

  private Arithmetic() {}

  /** The node of a binary operator, or empty where it is not one on numbers. */
  public static Optional<DataNode> of(String op, DataNode left, DataNode right) {
    if (right instanceof DataNodes.Constant constant) {
      DataNode simpler = withConstant(op, left, constant);
      if (simpler != null) {
        return Optional.of(simpler);
      }
    }
    NumberRange l = left.range();
    NumberRange r = right.range();
    return Optional.ofNullable(
        switch (op) {
          case "+" -> new Binary(Operator.ADD, left, right, l.plus(r));
          case "-" -> new Binary(Operator.SUBTRACT, left, right, l.minus(r));
          case "*" -> new Binary(Operator.MULTIPLY, left, right, l.times(r));
          case "&" -> new Binary(Operator.AND, left, right, l.and(r));
          case "|" -> new Binary(Operator.OR, left, right, l.or(r));
          case "^" -> new Binary(Operator.XOR, left, right, l.or(r));
          case "<<" -> new ShiftLeft(left, right, shiftedLeft(l, right));
          case ">>" -> new ShiftRight(left, right, l);
          case "/" -> new Division(left, right, false, l.plus(r));
          case "%" -> new Division(left, right, true, l.plus(r));
          case "two_comp_mod" -> new Cast(left, width(right), Cast.Kind.WRAP_SIGNED);
          case "usat_cast" -> new Cast(left, width(right), Cast.Kind.SATURATE_UNSIGNED);
          case "sat_cast" -> new Cast(left, width(right), Cast.Kind.SATURATE_SIGNED);
          default -> null;
        });
  }

  private static NumberRange shiftedLeft(NumberRange left, DataNode count) {
    return count instanceof DataNodes.Constant constant && constant.value().bitLength() < 20
        ? left.shiftedLeft(constant.value().intValue())
        : NumberRange.unbounded(left.nonNegative());
  }

  /** p4c cuts most results to width by a mask, which often is not needed; else null. */
  private static @Nullable DataNode withConstant(
      String op, DataNode left, DataNodes.Constant right) {
    BigInteger value = right.value();
    boolean ones = value.signum() > 0 && value.bitCount() == value.bitLength();
    NumberRange range = left.range();
    if (op.equals("&") && ones && range.nonNegative() && range.bits() <= value.bitLength()) {
      return left;
    }
    if (op.equals("&") && value.signum() >= 0 && value.bitLength() <= Long.SIZE) {
      return new Masked(left, value.longValue(), range.and(right.range()));
    }
    return null;
  }

  private static int width(DataNode node) {
    if (node instanceof DataNodes.Constant constant
        && constant.value().signum() > 0
        && constant.value().bitLength() < Integer.SIZE) {
      return constant.value().intValue();
    }
    throw new IllegalArgumentException("the width of a cast must be a positive constant");
  }

  /** Returns a number with every bit the other way round. */
  public static DataNode complement(DataNode operand) {
    return new Complement(operand, operand.range().complement());
  }

  /** Operators whose low 64 bits depend on nothing but the low 64 bits of the operands. */
  public enum Operator {
    /** Sum. */
    ADD,
    /** Difference. */
    SUBTRACT,
    /** Product. */
    MULTIPLY,
    /** Bits of both. */
    AND,
    /** Bits of either. */
    OR,
    /** Bits of one. */
    XOR;

    long low(long left, long right) {
      return switch (this) {
        case ADD -> left + right;
        case SUBTRACT -> left - right;
        case MULTIPLY -> left * right;
        case AND -> left & right;
        case OR -> left | right;
        case XOR -> left ^ right;
      };
    }

    BigInteger exact(BigInteger left, BigInteger right) {
      return switch (this) {
        case ADD -> left.add(right);
        case SUBTRACT -> left.subtract(right);
        case MULTIPLY -> left.multiply(right);
        case AND -> left.and(right);
        case OR -> left.or(right);
        case XOR -> left.xor(right);
      };
    }
  }

  /** An operator and its operands. */
  public record Binary(Operator operator, DataNode left, DataNode right, NumberRange range)
      implements DataNode {
    @Override
    public long low(SlotContext context) {
      return operator.low(left.low(context), right.low(context));
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return operator.exact(left.big(context), right.big(context));
    }
  }

  /** The bits of a number under a constant mask of up to 64 bits. */
  public record Masked(DataNode operand, long mask, NumberRange range) implements DataNode {
    @Override
    public long low(SlotContext context) {
      return operand.low(context) & mask;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return Words.unsigned(low(context));
    }
  }

  /** A number with every bit the other way round. */
  public record Complement(DataNode operand, NumberRange range) implements DataNode {
    @Override
    public long low(SlotContext context) {
      return ~operand.low(context);
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return operand.big(context).not();
    }
  }

  /** A shift to the left. */
  public record ShiftLeft(DataNode left, DataNode right, NumberRange range) implements DataNode {
    @Override
    public long low(SlotContext context) {
      long count = count(right, context);
      return count < Long.SIZE ? left.low(context) << count : 0;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      long count = count(right, context);
      return count < MAX_SHIFT ? left.big(context).shiftLeft((int) count) : BigInteger.ZERO;
    }
  }

  /** A shift to the right, arithmetic where the number may be negative. */
  public record ShiftRight(DataNode left, DataNode right, NumberRange range) implements DataNode {
    @Override
    public long low(SlotContext context) {
      long count = count(right, context);
      if (range.fitsLong()) {
        return left.low(context) >> Math.min(count, Long.SIZE - 1);
      }
      if (range.fitsUnsigned()) {
        return count < Long.SIZE ? left.low(context) >>> count : 0;
      }
      return wide(context).longValue();
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return left.big(context).shiftRight((int) Math.min(count(right, context), MAX_SHIFT));
    }
  }

  /** Returns how far to shift; a count too large for a long shifts everything out. */
  private static long count(DataNode right, SlotContext context) {
    if (right.range().fitsLong()) {
      return Math.max(0, right.low(context));
    }
    BigInteger count = right.big(context);
    return count.bitLength() < Long.SIZE ? Math.max(0, count.longValue()) : Long.MAX_VALUE;
  }

  /** Division and remainder; 0 where the divisor is 0, which P4 leaves open. */
  public record Division(DataNode left, DataNode right, boolean remainder, NumberRange range)
      implements DataNode {
    /** Returns whether both operands are longs. */
    public boolean inLong() {
      return Comparisons.inLong(left, right);
    }

    @Override
    public long low(SlotContext context) {
      return inLong()
          ? divide(left.low(context), right.low(context), remainder)
          : wide(context).longValue();
    }

    /** The quotient, or the remainder; 0 where the divisor is 0. */
    public static long divide(long left, long divisor, boolean remainder) {
      if (divisor == 0) {
        return 0;
      }
      return remainder ? left % divisor : left / divisor;
    }

    @Override
    public BigInteger wide(SlotContext context) {
      BigInteger divisor = right.big(context);
      if (divisor.signum() == 0) {
        return BigInteger.ZERO;
      }
      return remainder ? left.big(context).remainder(divisor) : left.big(context).divide(divisor);
    }
  }

  /** Casts of P4_16: to a signed width by wrapping, to either by saturating. */
  public record Cast(DataNode operand, int width, Kind kind) implements DataNode {
    /** The treatment of a number that does not fit. */
    public enum Kind {
      /** Its low bits, read as signed. */
      WRAP_SIGNED,
      /** The nearest unsigned number. */
      SATURATE_UNSIGNED,
      /** The nearest signed number. */
      SATURATE_SIGNED
    }

    @Override
    public NumberRange range() {
      return kind == Kind.SATURATE_UNSIGNED
          ? NumberRange.unsigned(width)
          : NumberRange.signed(width);
    }

    /** The least number of the width. */
    public BigInteger least() {
      return kind == Kind.SATURATE_UNSIGNED
          ? BigInteger.ZERO
          : BigInteger.ONE.shiftLeft(width - 1).negate();
    }

    /** The greatest number of the width. */
    public BigInteger greatest() {
      int bits = kind == Kind.SATURATE_UNSIGNED ? width : width - 1;
      return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    /** Returns whether longs hold the operand, where that matters, and the result. */
    public boolean inLong() {
      return kind == Kind.WRAP_SIGNED
          ? width <= Long.SIZE
          : operand.range().fitsLong() && range().fitsLong();
    }

    @Override
    public long low(SlotContext context) {
      if (!inLong()) {
        return wide(context).longValue();
      }
      long value = operand.low(context);
      if (kind == Kind.WRAP_SIGNED) {
        int unused = Long.SIZE - width;
        return value << unused >> unused;
      }
      return Math.clamp(value, least().longValue(), greatest().longValue());
    }

    @Override
    public BigInteger wide(SlotContext context) {
      BigInteger value = operand.big(context);
      if (kind == Kind.WRAP_SIGNED) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(width);
        BigInteger wrapped = value.mod(modulus);
        return wrapped.compareTo(greatest()) > 0 ? wrapped.subtract(modulus) : wrapped;
      }
      return value.max(least()).min(greatest());
    }
  }
}
