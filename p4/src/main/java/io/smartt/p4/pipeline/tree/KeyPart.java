package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.List;

/**
 * Copies one field into a table's key; a field of a header that is not valid counts as zero.
 *
 * @param firstWord of the field in the key
 * @param mask that the program applies to the field, one for each long
 */
public record KeyPart(HeaderLayout header, FieldLayout field, int firstWord, List<Long> mask) {
  /** Copies the mask. */
  public KeyPart {
    mask = List.copyOf(mask);
  }

  void read(SlotContext context) {
    long[] slots = context.slots;
    long valid = -slots[header.base() + HeaderLayout.VALID_OFFSET];
    for (int i = 0; i < mask.size(); i++) {
      context.key[firstWord + i] = slots[header.slot(field) + i] & mask.get(i) & valid;
    }
  }
}
