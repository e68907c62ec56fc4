package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;

/**
 * A checksum that is verified after the parser or updated before the deparser.
 *
 * @param condition when it applies
 * @param field that holds it
 */
public record ChecksumNode(
    BoolNode condition, HashNode hash, HeaderLayout header, FieldLayout field) {
  /** Returns whether the field holds the checksum, or need not. */
  public boolean verify(SlotContext context) {
    return !isDue(context) || hash.compute(context) == target().low(context);
  }

  /** Returns whether the header is there and the condition holds. */
  public boolean isDue(SlotContext context) {
    return context.slots[header.base() + HeaderLayout.VALID_OFFSET] != 0 && condition.test(context);
  }

  /** The field as a number. */
  public DataNode target() {
    return DataNodes.field(new HeaderNode.Named(header), field);
  }

  /** Puts the checksum into the field. */
  public void update(SlotContext context) {
    if (condition.test(context)) {
      new FieldStore(field).set(context.slots, header.slot(field), hash.compute(context));
    }
  }
}
