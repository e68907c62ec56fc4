package io.smartt.p4.pipeline.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Numbers computed in longs, or not, are those that unbounded integers give. */
class ArithmeticTest {
  private static final String[] OPERATORS = {
    "+",
    "-",
    "*",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "/",
    "%",
    "two_comp_mod",
    "usat_cast",
    "sat_cast",
    "~",
    "?"
  };

  /** The context that operands read nothing from. */
  private static final SlotContext NOWHERE = TestContexts.empty();

  /** A number whose value the builder cannot see, of a width it can. */
  private static DataNode operand(BigInteger value, NumberRange range) {
    return new Operand(value, range);
  }

  private record Operand(BigInteger value, NumberRange range) implements DataNode {
    @Override
    public long low(SlotContext context) {
      return value.longValue();
    }

    @Override
    public BigInteger wide(SlotContext context) {
      return value;
    }
  }

  private static DataNode unsigned(long value, int width) {
    return operand(Words.unsigned(value), NumberRange.unsigned(width));
  }

  private static DataNode constant(long value) {
    return DataNodes.constant(BigInteger.valueOf(value));
  }

  private static BigInteger compute(String op, DataNode left, DataNode right) {
    return Arithmetic.of(op, left, right).orElseThrow().big(NOWHERE);
  }

  @Test
  void additionDoesNotWrapBeforeItIsMasked() {
    DataNode sum = Arithmetic.of("+", unsigned(0xffff, 16), unsigned(1, 16)).orElseThrow();

    assertThat(sum.low(NOWHERE)).isEqualTo(0x10000);
    assertThat(compute("&", sum, constant(0xffff))).isZero();
    assertThat(compute(">>", sum, constant(16))).isOne();
  }

  @Test
  void additionOf64BitsKeepsItsCarry() {
    DataNode sum = Arithmetic.of("+", unsigned(-1, 64), unsigned(1, 64)).orElseThrow();

    assertThat(sum.big(NOWHERE)).isEqualTo(BigInteger.ONE.shiftLeft(64));
    assertThat(compute(">>", sum, constant(64))).isOne();
  }

  @Test
  void castToSignedWraps() {
    assertThat(compute("two_comp_mod", unsigned(257, 16), constant(8))).isEqualTo(1);
    assertThat(compute("two_comp_mod", constant(-129), constant(8))).isEqualTo(127);
    assertThat(compute("two_comp_mod", unsigned(0x80, 8), constant(8))).isEqualTo(-128);
  }

  @Test
  void saturatingCastsClamp() {
    assertThat(compute("usat_cast", constant(256), constant(8))).isEqualTo(255);
    assertThat(compute("usat_cast", constant(-1), constant(8))).isZero();
    assertThat(compute("sat_cast", constant(200), constant(8))).isEqualTo(127);
    assertThat(compute("sat_cast", constant(-200), constant(8))).isEqualTo(-128);
  }

  @Test
  void shiftsOfAnyDistanceEnd() {
    DataNode far = unsigned(-1, 64);

    assertThat(Arithmetic.of("<<", unsigned(1, 8), far).orElseThrow().low(NOWHERE)).isZero();
    assertThat(compute(">>", unsigned(255, 8), far)).isZero();
    assertThat(compute(">>", constant(-5), far)).isEqualTo(-1);
  }

  @Test
  void divisionByZeroIsZero() {
    assertThat(compute("/", unsigned(5, 8), unsigned(0, 8))).isZero();
    assertThat(compute("%", unsigned(5, 8), unsigned(0, 8))).isZero();
  }

  @Test
  void aMaskThatChangesNothingIsLeftOut() {
    DataNode operand = unsigned(200, 8);

    assertThat(Arithmetic.of("&", operand, constant(0xff))).containsSame(operand);
    assertThat(Arithmetic.of("&", operand, constant(0x7f)).orElseThrow()).isNotSameAs(operand);
  }

  @Test
  void aCastNeedsAConstantWidth() {
    assertThatThrownBy(() -> Arithmetic.of("usat_cast", constant(1), unsigned(8, 8)))
        .hasMessageContaining("positive constant");
  }

  @Test
  void anUnknownOperatorIsNone() {
    assertThat(Arithmetic.of("and", constant(1), constant(1))).isEmpty();
  }

  @Test
  void comparisonsOf64BitsAreUnsigned() {
    BoolNode less =
        Comparisons.of("<", unsigned(1, 64), unsigned(0x8000000000000000L, 64)).orElseThrow();
    BoolNode signedLess = Comparisons.of("<", constant(-1), unsigned(-1, 64)).orElseThrow();

    assertThat(less.test(NOWHERE)).isTrue();
    assertThat(signedLess.test(NOWHERE)).isTrue();
  }

  /** A random tree and its value as mathematics has it. */
  private record Sample(DataNode node, BigInteger value) {}

  private static Sample sample(Random random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return leaf(random);
    }
    String op = OPERATORS[random.nextInt(OPERATORS.length)];
    Sample left = sample(random, depth - 1);
    if (op.equals("~")) {
      return new Sample(Arithmetic.complement(left.node), left.value.not());
    }
    Sample right =
        switch (op) {
          case "<<", ">>" -> small(random, 80);
          case "two_comp_mod", "usat_cast", "sat_cast" -> constantBelow(random, 130);
          case "/", "%" -> small(random, 1000);
          default -> sample(random, depth - 1);
        };
    if (op.equals("/") || op.equals("%")) {
      // P4 divides only what is not negative.
      left = new Sample(operand(left.value.abs(), absolute(left.node.range())), left.value.abs());
    }
    if (op.equals("?")) {
      boolean first = random.nextBoolean();
      return new Sample(
          DataNodes.Choice.of(_ -> first, left.node, right.node), first ? left.value : right.value);
    }
    Optional<DataNode> node = Arithmetic.of(op, left.node, right.node);
    return new Sample(node.orElseThrow(), exact(op, left.value, right.value));
  }

  private static NumberRange absolute(NumberRange range) {
    return NumberRange.unsigned(range.bits() + 1);
  }

  private static Sample leaf(Random random) {
    int width = 1 + random.nextInt(random.nextInt(4) == 0 ? 130 : 66);
    BigInteger value = new BigInteger(width, random);
    return switch (random.nextInt(3)) {
      case 0 -> new Sample(DataNodes.constant(value), value);
      case 1 -> new Sample(operand(value, NumberRange.unsigned(width)), value);
      default -> {
        BigInteger signed = value.subtract(BigInteger.ONE.shiftLeft(width - 1));
        yield new Sample(operand(signed, NumberRange.signed(width)), signed);
      }
    };
  }

  private static Sample small(Random random, int below) {
    BigInteger value = BigInteger.valueOf(random.nextInt(below));
    return random.nextBoolean()
        ? new Sample(DataNodes.constant(value), value)
        : new Sample(operand(value, NumberRange.unsigned(10)), value);
  }

  private static Sample constantBelow(Random random, int below) {
    BigInteger value = BigInteger.valueOf(1 + random.nextInt(below));
    return new Sample(DataNodes.constant(value), value);
  }

  private static BigInteger exact(String op, BigInteger left, BigInteger right) {
    return switch (op) {
      case "+" -> left.add(right);
      case "-" -> left.subtract(right);
      case "*" -> left.multiply(right);
      case "&" -> left.and(right);
      case "|" -> left.or(right);
      case "^" -> left.xor(right);
      case "<<" -> left.shiftLeft(right.intValue());
      case ">>" -> left.shiftRight(right.intValue());
      case "/" -> right.signum() == 0 ? BigInteger.ZERO : left.divide(right);
      case "%" -> right.signum() == 0 ? BigInteger.ZERO : left.mod(right);
      case "usat_cast" ->
          left.max(BigInteger.ZERO)
              .min(BigInteger.ONE.shiftLeft(right.intValue()).subtract(BigInteger.ONE));
      case "sat_cast" -> {
        BigInteger half = BigInteger.ONE.shiftLeft(right.intValue() - 1);
        yield left.max(half.negate()).min(half.subtract(BigInteger.ONE));
      }
      case "two_comp_mod" -> {
        BigInteger half = BigInteger.ONE.shiftLeft(right.intValue() - 1);
        yield left.add(half).mod(half.shiftLeft(1)).subtract(half);
      }
      default -> throw new IllegalArgumentException(op);
    };
  }

  @Property(tries = 3000)
  void anyExpressionIsExact(@ForAll long seed) {
    Sample sample = sample(new Random(seed), 5);

    assertThat(sample.node.big(NOWHERE)).isEqualTo(sample.value);
    assertThat(sample.node.low(NOWHERE)).isEqualTo(sample.value.longValue());
  }

  @Property(tries = 2000)
  void anyComparisonIsExact(@ForAll long seed) {
    Random random = new Random(seed);
    Sample left = sample(random, 3);
    Sample right = random.nextInt(4) == 0 ? left : sample(random, 3);
    int order = left.value.compareTo(right.value);

    assertThat(test("==", left, right)).isEqualTo(order == 0);
    assertThat(test("!=", left, right)).isEqualTo(order != 0);
    assertThat(test("<", left, right)).isEqualTo(order < 0);
    assertThat(test("<=", left, right)).isEqualTo(order <= 0);
    assertThat(test(">", left, right)).isEqualTo(order > 0);
    assertThat(test(">=", left, right)).isEqualTo(order >= 0);
    assertThat(new Comparisons.NonZero(left.node).test(NOWHERE))
        .isEqualTo(left.value.signum() != 0);
  }

  private static boolean test(String op, Sample left, Sample right) {
    return Comparisons.of(op, left.node, right.node).orElseThrow().test(NOWHERE);
  }
}
