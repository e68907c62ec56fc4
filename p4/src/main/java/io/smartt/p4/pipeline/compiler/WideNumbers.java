package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.tree.Arithmetic;
import io.smartt.p4.pipeline.tree.DataNode;
import io.smartt.p4.pipeline.tree.DataNodes;
import io.smartt.p4.pipeline.tree.HeaderNode;

/**
 * Code of numbers of more than 64 bits without allocation: a local variable for each 64 bits of the
 * two's complement, least significant first. Products, quotients and casts are left to the nodes.
 */
final class WideNumbers {
  /** More would make long code. */
  private static final int MAX_WORDS = 8;

  private final Code code;
  private final CodeBuilder raw;
  private final Numbers numbers;

  WideNumbers(Code code, Numbers numbers) {
    this.code = code;
    this.raw = code.raw();
    this.numbers = numbers;
  }

  /** The number of words that hold every value, sign included. */
  int count(DataNode node) {
    return node.range().bits() / Long.SIZE + 1;
  }

  static boolean isNarrow(DataNode node) {
    return node.range().fitsLong() || node.range().fitsUnsigned();
  }

  /** Returns whether there is code for the low {@code count} words of a number. */
  boolean can(DataNode node, int count) {
    if (count > MAX_WORDS) {
      return false;
    }
    if (isNarrow(node)) {
      return true;
    }
    return switch (node) {
      case DataNodes.Constant _ -> true;
      case DataNodes.Field _ -> true;
      case DataNodes.Argument _ -> true;
      case Arithmetic.Binary binary ->
          binary.operator() != Arithmetic.Operator.MULTIPLY
              && can(binary.left(), count)
              && can(binary.right(), count);
      case Arithmetic.Complement complement -> can(complement.operand(), count);
      case Arithmetic.ShiftLeft shift -> isDistance(shift.right()) && can(shift.left(), count);
      case Arithmetic.ShiftRight shift ->
          isDistance(shift.right())
              && can(shift.left(), count + (distance(shift.right()) + Long.SIZE - 1) / Long.SIZE);
      default -> false;
    };
  }

  private static boolean isDistance(DataNode node) {
    return node instanceof DataNodes.Constant constant
        && constant.value().signum() >= 0
        && constant.value().bitLength() < 16;
  }

  private static int distance(DataNode node) {
    return ((DataNodes.Constant) node).value().intValue();
  }

  /** Computes the low {@code count} words into fresh local variables. */
  int[] words(DataNode node, int count) {
    if (isNarrow(node)) {
      return narrow(node, count);
    }
    return switch (node) {
      case DataNodes.Constant(BigInteger value, _) -> constant(value, count);
      case DataNodes.Field field -> field(field, count);
      case DataNodes.Argument argument -> argument(argument, count);
      case Arithmetic.Binary binary ->
          binary(binary.operator(), words(binary.left(), count), words(binary.right(), count));
      case Arithmetic.Complement complement ->
          binary(
              Arithmetic.Operator.XOR,
              words(complement.operand(), count),
              constant(BigInteger.ONE.negate(), count));
      case Arithmetic.ShiftLeft shift ->
          shiftLeft(words(shift.left(), count), distance(shift.right()));
      case Arithmetic.ShiftRight shift -> {
        int distance = distance(shift.right());
        int extra = (distance + Long.SIZE - 1) / Long.SIZE;
        yield shiftRight(words(shift.left(), count + extra), distance, count);
      }
      default -> throw new IllegalStateException("no code for " + node);
    };
  }

  private int[] fresh(int count) {
    int[] locals = new int[count];
    for (int i = 0; i < count; i++) {
      locals[i] = code.newLong();
    }
    return locals;
  }

  private int[] constant(BigInteger value, int count) {
    int[] result = fresh(count);
    for (int i = 0; i < count; i++) {
      code.push(value.shiftRight(i * Long.SIZE).longValue());
      raw.lstore(result[i]);
    }
    return result;
  }

  private int[] narrow(DataNode node, int count) {
    int[] result = fresh(count);
    numbers.low(node);
    raw.lstore(result[0]);
    fill(result, 1, node.range().nonNegative());
    return result;
  }

  /** Fills the words from {@code from} with zeros or with the sign of the one before. */
  private void fill(int[] words, int from, boolean nonNegative) {
    for (int i = from; i < words.length; i++) {
      if (nonNegative) {
        code.push(0L);
      } else {
        raw.lload(words[from - 1]);
        code.push(Long.SIZE - 1);
        raw.lshr();
      }
      raw.lstore(words[i]);
    }
  }

  private int[] field(DataNodes.Field node, int count) {
    FieldLayout field = node.field();
    int[] result = fresh(count);
    int base = -1;
    if (!(node.header() instanceof HeaderNode.Named<?>)) {
      base = code.newInt();
      numbers.base(node.header());
      raw.istore(base);
    }
    int words = Math.min(count, field.words());
    for (int i = 0; i < words; i++) {
      int offset = node.lastWord() - i;
      if (base < 0) {
        code.loadSlot(node.header().shape().base() + offset);
      } else {
        code.slots();
        raw.iload(base);
        code.push(offset);
        raw.iadd().laload();
      }
      if (field.signed() && i == field.words() - 1) {
        numbers.signExtend(field.width() - i * Long.SIZE);
      }
      raw.lstore(result[i]);
    }
    fill(result, words, !field.signed());
    return result;
  }

  private int[] argument(DataNodes.Argument argument, int count) {
    int[] result = fresh(count);
    int words = Math.min(count, Words.count(argument.width()));
    for (int i = 0; i < words; i++) {
      numbers.argument(argument.lastWord() - i);
      raw.lstore(result[i]);
    }
    fill(result, words, true);
    return result;
  }

  private int[] binary(Arithmetic.Operator operator, int[] left, int[] right) {
    return switch (operator) {
      case ADD -> sum(left, right, "carry");
      case SUBTRACT -> sum(left, right, "borrow");
      default -> {
        int[] result = fresh(left.length);
        for (int i = 0; i < result.length; i++) {
          raw.lload(left[i]).lload(right[i]);
          switch (operator) {
            case AND -> raw.land();
            case OR -> raw.lor();
            default -> raw.lxor();
          }
          raw.lstore(result[i]);
        }
        yield result;
      }
    };
  }

  /** A sum with the carry, or a difference with the borrow, from word to word. */
  private int[] sum(int[] left, int[] right, String overflow) {
    boolean add = overflow.equals("carry");
    int[] result = fresh(left.length);
    int carry = code.newLong();
    code.push(0L);
    raw.lstore(carry);
    for (int i = 0; i < result.length; i++) {
      combine(left[i], right[i], add);
      raw.lstore(result[i]);
      overflow(left[i], right[i], overflow);
      overflow(result[i], carry, overflow);
      combine(result[i], carry, add);
      raw.lstore(result[i]);
      raw.ladd().lstore(carry);
    }
    return result;
  }

  private void combine(int left, int right, boolean add) {
    raw.lload(left).lload(right);
    if (add) {
      raw.ladd();
    } else {
      raw.lsub();
    }
  }

  private void overflow(int left, int right, String helper) {
    raw.lload(left).lload(right);
    code.callStatic(CompiledPipeline.class, helper, long.class, long.class, long.class);
  }

  private int[] shiftLeft(int[] words, int distance) {
    int[] result = fresh(words.length);
    int whole = distance / Long.SIZE;
    int bits = distance % Long.SIZE;
    for (int i = 0; i < result.length; i++) {
      if (i < whole) {
        code.push(0L);
      } else {
        raw.lload(words[i - whole]);
        code.push(bits);
        raw.lshl();
        if (bits > 0 && i > whole) {
          raw.lload(words[i - whole - 1]);
          code.push(Long.SIZE - bits);
          raw.lushr().lor();
        }
      }
      raw.lstore(result[i]);
    }
    return result;
  }

  private int[] shiftRight(int[] words, int distance, int count) {
    int[] result = fresh(count);
    int whole = distance / Long.SIZE;
    int bits = distance % Long.SIZE;
    for (int i = 0; i < count; i++) {
      raw.lload(words[i + whole]);
      if (bits > 0) {
        code.push(bits);
        raw.lushr().lload(words[i + whole + 1]);
        code.push(Long.SIZE - bits);
        raw.lshl().lor();
      }
      raw.lstore(result[i]);
    }
    return result;
  }

  /** Pushes the bits that any word has. */
  void join(int[] words) {
    raw.lload(words[0]);
    for (int i = 1; i < words.length; i++) {
      raw.lload(words[i]).lor();
    }
  }

  /** Pushes a number that is 0 only where all words are the same. */
  void difference(int[] left, int[] right) {
    for (int i = 0; i < left.length; i++) {
      raw.lload(left[i]).lload(right[i]).lxor();
      if (i > 0) {
        raw.lor();
      }
    }
  }
}
