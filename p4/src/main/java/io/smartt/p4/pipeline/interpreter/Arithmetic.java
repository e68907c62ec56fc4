package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Words;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operators on numbers. */
final class Arithmetic {
  /** No field is this wide: a left shift of more leaves nothing that can be kept. */
  private static final int MAX_SHIFT = 1 << 20;

  private Arithmetic() {}

  /** The node of a binary operator, or empty where it is not one on numbers. */
  static Optional<DataNode> of(String op, DataNode left, DataNode right) {
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
          case "+" ->
              new Ring(l.plus(r), left, right, BigInteger::add) {
                @Override
                long low(InterpreterContext context) {
                  return left.low(context) + right.low(context);
                }
              };
          case "-" ->
              new Ring(l.minus(r), left, right, BigInteger::subtract) {
                @Override
                long low(InterpreterContext context) {
                  return left.low(context) - right.low(context);
                }
              };
          case "*" ->
              new Ring(l.times(r), left, right, BigInteger::multiply) {
                @Override
                long low(InterpreterContext context) {
                  return left.low(context) * right.low(context);
                }
              };
          case "&" ->
              new Ring(l.and(r), left, right, BigInteger::and) {
                @Override
                long low(InterpreterContext context) {
                  return left.low(context) & right.low(context);
                }
              };
          case "|" ->
              new Ring(l.or(r), left, right, BigInteger::or) {
                @Override
                long low(InterpreterContext context) {
                  return left.low(context) | right.low(context);
                }
              };
          case "^" ->
              new Ring(l.or(r), left, right, BigInteger::xor) {
                @Override
                long low(InterpreterContext context) {
                  return left.low(context) ^ right.low(context);
                }
              };
          case "<<" -> new ShiftLeft(left, right);
          case ">>" -> new ShiftRight(left, right);
          case "/" -> new Division(left, right, false);
          case "%" -> new Division(left, right, true);
          case "two_comp_mod" -> new Cast(left, width(right), Cast.Kind.WRAP_SIGNED);
          case "usat_cast" -> new Cast(left, width(right), Cast.Kind.SATURATE_UNSIGNED);
          case "sat_cast" -> new Cast(left, width(right), Cast.Kind.SATURATE_SIGNED);
          default -> null;
        });
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

  /** The bits of a number under a constant mask of up to 64 bits. */
  static final class Masked extends DataNode {
    private final DataNode operand;
    private final long mask;

    private Masked(DataNode operand, long mask, NumberRange range) {
      super(range);
      this.operand = operand;
      this.mask = mask;
    }

    DataNode operand() {
      return operand;
    }

    long mask() {
      return mask;
    }

    @Override
    long low(InterpreterContext context) {
      return operand.low(context) & mask;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return Words.unsigned(low(context));
    }
  }

  private static int width(DataNode node) {
    if (node instanceof DataNodes.Constant constant
        && constant.value().signum() > 0
        && constant.value().bitLength() < Integer.SIZE) {
      return constant.value().intValue();
    }
    throw new IllegalArgumentException("the width of a cast must be a positive constant");
  }

  static DataNode complement(DataNode operand) {
    return new DataNode(operand.range().complement()) {
      @Override
      long low(InterpreterContext context) {
        return ~operand.low(context);
      }

      @Override
      BigInteger wide(InterpreterContext context) {
        return operand.big(context).not();
      }
    };
  }

  private interface Exact {
    BigInteger apply(BigInteger left, BigInteger right);
  }

  /** An operator whose low 64 bits depend on nothing but the low 64 bits of its operands. */
  private abstract static class Ring extends DataNode {
    private final DataNode left;
    private final DataNode right;
    private final Exact exact;

    Ring(NumberRange range, DataNode left, DataNode right, Exact exact) {
      super(range);
      this.left = left;
      this.right = right;
      this.exact = exact;
    }

    @Override
    final BigInteger wide(InterpreterContext context) {
      return exact.apply(left.big(context), right.big(context));
    }
  }

  private static final class ShiftLeft extends DataNode {
    private final DataNode left;
    private final DataNode right;

    ShiftLeft(DataNode left, DataNode right) {
      super(
          right instanceof DataNodes.Constant constant && constant.value().bitLength() < 20
              ? left.range().shiftedLeft(constant.value().intValue())
              : NumberRange.unbounded(left.range().nonNegative()));
      this.left = left;
      this.right = right;
    }

    @Override
    long low(InterpreterContext context) {
      long count = count(right, context);
      return count < Long.SIZE ? left.low(context) << count : 0;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      long count = count(right, context);
      return count < MAX_SHIFT ? left.big(context).shiftLeft((int) count) : BigInteger.ZERO;
    }
  }

  private static final class ShiftRight extends DataNode {
    private final DataNode left;
    private final DataNode right;
    private final boolean inLong;
    private final boolean inUnsigned;

    ShiftRight(DataNode left, DataNode right) {
      super(left.range());
      this.left = left;
      this.right = right;
      this.inLong = left.range().fitsLong();
      this.inUnsigned = left.range().fitsUnsigned();
    }

    @Override
    long low(InterpreterContext context) {
      long count = count(right, context);
      if (inLong) {
        return left.low(context) >> Math.min(count, Long.SIZE - 1);
      }
      if (inUnsigned) {
        return count < Long.SIZE ? left.low(context) >>> count : 0;
      }
      return wide(context).longValue();
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      return left.big(context).shiftRight((int) Math.min(count(right, context), MAX_SHIFT));
    }
  }

  /** How far to shift; a count too large for a long shifts everything out. */
  private static long count(DataNode right, InterpreterContext context) {
    if (right.range().fitsLong()) {
      return Math.max(0, right.low(context));
    }
    BigInteger count = right.big(context);
    return count.bitLength() < Long.SIZE ? Math.max(0, count.longValue()) : Long.MAX_VALUE;
  }

  /** Division and remainder; 0 where the divisor is 0, which P4 leaves open. */
  private static final class Division extends DataNode {
    private final DataNode left;
    private final DataNode right;
    private final boolean remainder;
    private final boolean inLong;

    Division(DataNode left, DataNode right, boolean remainder) {
      super(left.range().plus(right.range()));
      this.left = left;
      this.right = right;
      this.remainder = remainder;
      this.inLong = left.range().fitsLong() && right.range().fitsLong();
    }

    @Override
    long low(InterpreterContext context) {
      if (!inLong) {
        return wide(context).longValue();
      }
      long divisor = right.low(context);
      if (divisor == 0) {
        return 0;
      }
      return remainder ? left.low(context) % divisor : left.low(context) / divisor;
    }

    @Override
    BigInteger wide(InterpreterContext context) {
      BigInteger divisor = right.big(context);
      if (divisor.signum() == 0) {
        return BigInteger.ZERO;
      }
      return remainder ? left.big(context).remainder(divisor) : left.big(context).divide(divisor);
    }
  }
}
