package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;

/** Copies one field into the key; a field of a header that is not valid counts as zero. */
final class KeyPart {
  private final int slot;
  private final int validSlot;
  private final int firstWord;
  private final long[] mask;

  /**
   * A field of the key.
   *
   * @param firstWord of the field in the key
   * @param mask that the program applies to the field, laid out in words
   */
  KeyPart(HeaderLayout header, FieldLayout field, int firstWord, long[] mask) {
    this.slot = header.slot(field);
    this.validSlot = header.base() + HeaderLayout.VALID_OFFSET;
    this.firstWord = firstWord;
    this.mask = mask.clone();
  }

  /** The mask that lets a whole field through. */
  static long[] wholeField(FieldLayout field) {
    return Words.of(
        java.math.BigInteger.ONE.shiftLeft(field.width()).subtract(java.math.BigInteger.ONE),
        field.width());
  }

  void read(InterpreterContext context) {
    long[] slots = context.slots;
    long valid = -slots[validSlot];
    for (int i = 0; i < mask.length; i++) {
      context.key[firstWord + i] = slots[slot + i] & mask[i] & valid;
    }
  }
}
