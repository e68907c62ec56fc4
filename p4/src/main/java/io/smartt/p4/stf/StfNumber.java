package io.smartt.p4.stf;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.MatchValue;
import java.math.BigInteger;

/** Numbers of a script: decimal, 0x, 0b or 0o, with {@code *} for digits that do not matter. */
record StfNumber(String text, int radix, int bitsPerDigit) {
  static StfNumber of(String text) {
    return switch (text.length() > 2 ? text.substring(0, 2) : "") {
      case "0x", "0X" -> new StfNumber(text.substring(2), 16, 4);
      case "0b", "0B" -> new StfNumber(text.substring(2), 2, 1);
      case "0o", "0O" -> new StfNumber(text.substring(2), 8, 3);
      default -> new StfNumber(text, 10, 0);
    };
  }

  BigInteger value() {
    return new BigInteger(text.replace('*', '0'), radix);
  }

  /** The value cut to a width. */
  Bits bits(int width) {
    return new Bits(value().and(Bits.ones(width).value()), width);
  }

  /** A ternary value: the digits given matter, those before them do not. */
  MatchValue ternary(int width) {
    if (bitsPerDigit == 0) {
      return new MatchValue.Ternary(bits(width), Bits.ones(width));
    }
    BigInteger mask = BigInteger.ZERO;
    BigInteger digit = BigInteger.ONE.shiftLeft(bitsPerDigit).subtract(BigInteger.ONE);
    for (int i = 0; i < text.length(); i++) {
      mask = mask.shiftLeft(bitsPerDigit).or(text.charAt(i) == '*' ? BigInteger.ZERO : digit);
    }
    mask = mask.and(Bits.ones(width).value());
    return mask.signum() == 0
        ? new MatchValue.Any()
        : new MatchValue.Ternary(new Bits(value().and(mask), width), new Bits(mask, width));
  }

  /** A prefix as long as the digits given. */
  MatchValue lpm(int width) {
    int digits = text.length() - (int) text.chars().filter(c -> c == '*').count();
    return lpm(width, bitsPerDigit == 0 ? width : Math.min(width, digits * bitsPerDigit));
  }

  MatchValue lpm(int width, int length) {
    BigInteger ones = Bits.ones(width).value();
    BigInteger prefix = ones.andNot(ones.shiftRight(length));
    return length == 0
        ? new MatchValue.Any()
        : new MatchValue.Lpm(new Bits(value().and(prefix), width), length);
  }
}
