package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.HeaderType;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Works on headers of one shape wherever they are in the slots: validity, copying, reading from and
 * writing to a packet.
 */
final class Headers {
  private final int slots;
  private final int fixedBytes;
  private final int[] siblings;
  private final int[] offsets;
  private final int[] widths;
  private final boolean[] signed;

  /** Index of the varbit field, or the number of fields. */
  private final int variable;

  private final int lengthOffset;
  private final int maxVariableBits;

  Headers(HeaderLayout shape) {
    slots = shape.slots();
    fixedBytes = shape.type().fixedBits() / 8;
    siblings = shape.siblingOffsets();
    List<FieldLayout> fields =
        shape.fields().stream().filter(f -> !f.name().equals(HeaderType.VALID)).toList();
    offsets = fields.stream().mapToInt(FieldLayout::offset).toArray();
    widths = fields.stream().mapToInt(FieldLayout::width).toArray();
    signed = new boolean[widths.length];
    int found = widths.length;
    for (int i = 0; i < signed.length; i++) {
      signed[i] = fields.get(i).signed() && !fields.get(i).isWide();
      found = fields.get(i).isVariable() ? i : found;
    }
    variable = found;
    boolean isVariable = variable < widths.length;
    lengthOffset = isVariable ? fields.get(variable).lengthOffset() : -1;
    maxVariableBits = isVariable ? widths[variable] : 0;
  }

  /** Bytes on the wire without those of the varbit field. */
  int fixedBytes() {
    return fixedBytes;
  }

  /** The most bits that the varbit field can have. */
  int maxVariableBits() {
    return maxVariableBits;
  }

  /** Bytes on the wire of a header as it is. */
  int bytes(long[] values, int base) {
    return lengthOffset < 0 ? fixedBytes : fixedBytes + (int) values[base + lengthOffset] / 8;
  }

  void setValid(long[] values, int base) {
    values[base + HeaderLayout.VALID_OFFSET] = 1;
    for (int sibling : siblings) {
      values[base + sibling + HeaderLayout.VALID_OFFSET] = 0;
    }
  }

  void setInvalid(long[] values, int base) {
    values[base + HeaderLayout.VALID_OFFSET] = 0;
  }

  boolean isValid(long[] values, int base) {
    return values[base + HeaderLayout.VALID_OFFSET] != 0;
  }

  /** Zeroes all fields. */
  void clear(long[] values, int base) {
    Arrays.fill(values, base + HeaderLayout.VALID_OFFSET + 1, base + slots, 0);
  }

  /** Makes one header as another is; the fields of an invalid one are left alone. */
  void copy(long[] values, int from, int to) {
    if (!isValid(values, from)) {
      setInvalid(values, to);
      return;
    }
    if (from != to) {
      setValid(values, to);
      System.arraycopy(
          values,
          from + HeaderLayout.VALID_OFFSET + 1,
          values,
          to + HeaderLayout.VALID_OFFSET + 1,
          slots - HeaderLayout.VALID_OFFSET - 1);
    }
  }

  /** Reads the header from bytes; the caller has made sure that they are there. */
  void extract(byte[] data, int offset, long[] values, int base, int variableBits) {
    int at = offset * 8;
    for (int i = 0; i < offsets.length; i++) {
      int width = widths[i];
      int slot = base + offsets[i];
      if (i == variable) {
        extractVariable(data, at, values, base, variableBits);
        at += variableBits;
        continue;
      }
      if (width > Long.SIZE) {
        BitReader.read(data, at, width, values, slot);
      } else {
        long value = BitReader.read(data, at, width);
        values[slot] = signed[i] ? signExtend(value, width) : value;
      }
      at += width;
    }
    setValid(values, base);
  }

  private void extractVariable(byte[] data, int at, long[] values, int base, int variableBits) {
    int first = base + offsets[variable];
    int words = Words.count(maxVariableBits);
    int used = Words.count(variableBits);
    Arrays.fill(values, first, first + words - used, 0);
    if (variableBits > 0) {
      BitReader.read(data, at, variableBits, values, first + words - used);
    }
    values[base + lengthOffset] = variableBits;
  }

  /** Appends the header's bits. */
  void emit(long[] values, int base, BitBuffer to) {
    for (int i = 0; i < offsets.length; i++) {
      emitField(values, base, i, to);
    }
  }

  /** Appends the bits of one field. */
  void emitField(long[] values, int base, int field, BitBuffer to) {
    int width = widths[field];
    int slot = base + offsets[field];
    if (field == variable) {
      to.append(values, slot, Words.count(maxVariableBits), (int) values[base + lengthOffset]);
    } else if (width > Long.SIZE) {
      to.append(values, slot, Words.count(width), width);
    } else {
      to.append(values[slot], width);
    }
  }

  static long signExtend(long value, int width) {
    int unused = Long.SIZE - width;
    return value << unused >> unused;
  }
}
