package io.smartt.p4.pipeline.layout;

import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.pipeline.Words;

/**
 * The slots of a field. A field of up to 64 bits is one slot, sign-extended where it is signed;
 * wider ones take a slot for each 64 bits, most significant first, unused leading bits zero. A
 * varbit field is as wide as it can get, its value right-aligned, its length in bits in a slot of
 * its own.
 *
 * @param offset of the first slot from the header's first slot
 * @param width in bits; the greatest for varbit
 * @param lengthOffset of the slot with the length of a varbit field from the header's first slot,
 *     or -1
 */
public record FieldLayout(
    String name, int offset, int width, boolean signed, boolean saturating, int lengthOffset) {
  static FieldLayout of(HeaderType.Field field, int offset, int maxVariableBits) {
    int width = field.isVariable() ? maxVariableBits : field.width();
    return new FieldLayout(
        field.name(),
        offset,
        width,
        field.signed(),
        field.saturating(),
        field.isVariable() ? offset + Words.count(width) : -1);
  }

  /** The hidden field that tells whether a header is valid. */
  static FieldLayout validity() {
    return new FieldLayout(HeaderType.VALID, HeaderLayout.VALID_OFFSET, 1, false, false, -1);
  }

  /** Slots of the value. */
  public int words() {
    return Words.count(width);
  }

  /** Slots of the value and, for varbit, of its length. */
  public int slots() {
    return words() + (isVariable() ? 1 : 0);
  }

  /** Returns whether the length is known only once the header is extracted. */
  public boolean isVariable() {
    return lengthOffset >= 0;
  }

  /** Returns whether the value is more than one slot. */
  public boolean isWide() {
    return width > Long.SIZE;
  }
}
