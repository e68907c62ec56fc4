package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.Words;

/** The members that a parser value set holds between two changes. */
public final class ValueSetVersion {
  private final List<List<MatchValue>> members;
  private final long[][][] values;
  private final long[][][] masks;

  ValueSetVersion(ProgramSchema.ValueSetSchema schema, List<List<MatchValue>> members) {
    this.members = members.stream().map(List::copyOf).toList();
    this.values = new long[schema.keyShapes().size()][members.size()][];
    this.masks = new long[schema.keyShapes().size()][members.size()][];
    for (int i = 0; i < members.size(); i++) {
      Masked member = flatten(schema, members.get(i));
      for (int shape = 0; shape < values.length; shape++) {
        values[shape][i] = split(member.value, schema.width(), schema.keyShapes().get(shape));
        masks[shape][i] = split(member.mask, schema.width(), schema.keyShapes().get(shape));
      }
    }
  }

  List<List<MatchValue>> members() {
    return members;
  }

  /**
   * Returns whether a key under a mask is in the set.
   *
   * @param shape of the key, an index of the schema's shapes
   */
  public boolean contains(int shape, long[] key, long[] keyMask) {
    long[][] shapeValues = values[shape];
    long[][] shapeMasks = masks[shape];
    for (int i = 0; i < shapeValues.length; i++) {
      if (matches(key, keyMask, shapeValues[i], shapeMasks[i])) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(long[] key, long[] keyMask, long[] value, long[] mask) {
    for (int word = 0; word < value.length; word++) {
      if (((key[word] ^ value[word]) & mask[word] & keyMask[word]) != 0) {
        return false;
      }
    }
    return true;
  }

  private record Masked(BigInteger value, BigInteger mask, int width) {}

  private static Masked flatten(ProgramSchema.ValueSetSchema schema, List<MatchValue> member) {
    BigInteger value = BigInteger.ZERO;
    BigInteger mask = BigInteger.ZERO;
    int width = 0;
    for (MatchValue match : member) {
      Masked part = masked(schema, match, schema.width() - width);
      value = value.shiftLeft(part.width).or(part.value);
      mask = mask.shiftLeft(part.width).or(part.mask);
      width += part.width;
    }
    if (width != schema.width()) {
      throw new InvalidChangeException(
          "a member of value set %s has %s bits, found %s"
              .formatted(schema.name(), schema.width(), width));
    }
    return new Masked(value, mask, width);
  }

  private static Masked masked(ProgramSchema.ValueSetSchema schema, MatchValue match, int left) {
    return switch (match) {
      case MatchValue.Exact(Bits bits) -> exact(bits);
      case MatchValue.Optional(Bits bits) -> exact(bits);
      case MatchValue.Lpm(Bits bits, int length) -> {
        BigInteger ones = Bits.ones(length).value().shiftLeft(bits.width() - length);
        yield new Masked(bits.value(), ones, bits.width());
      }
      case MatchValue.Ternary(Bits bits, Bits mask) ->
          new Masked(bits.value(), mask.value(), bits.width());
      case MatchValue.Range(Bits low, Bits high) when low.equals(high) -> exact(low);
      case MatchValue.Range range ->
          throw new InvalidChangeException(
              "value set " + schema.name() + " takes no range of more than one value: " + range);
      // Of unknown width: all that is left.
      case MatchValue.Any() -> new Masked(BigInteger.ZERO, BigInteger.ZERO, left);
    };
  }

  private static Masked exact(Bits bits) {
    return new Masked(bits.value(), Bits.ones(bits.width()).value(), bits.width());
  }

  private static long[] split(BigInteger bits, int width, List<Integer> fieldWidths) {
    List<Long> words = new ArrayList<>();
    int left = width;
    for (int fieldWidth : fieldWidths) {
      left -= fieldWidth;
      BigInteger field = left >= 0 ? bits.shiftRight(left) : bits.shiftLeft(-left);
      for (long word : Words.of(field, fieldWidth)) {
        words.add(word);
      }
    }
    return words.stream().mapToLong(Long::longValue).toArray();
  }
}
