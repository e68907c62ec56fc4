package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;

/** A checksum that is verified after the parser or updated before the deparser. */
final class ChecksumNode {
  private final BoolNode condition;
  private final HashNode hash;
  private final String field;
  private final int validSlot;
  private final int slot;
  private final DataNode target;
  private final FieldStore store;

  ChecksumNode(BoolNode condition, HashNode hash, HeaderLayout header, FieldLayout field) {
    this.condition = condition;
    this.hash = hash;
    this.field = header.name() + "." + field.name();
    this.validSlot = header.base() + HeaderLayout.VALID_OFFSET;
    this.slot = header.slot(field);
    this.target = DataNodes.field(new HeaderNode.Named(header), field);
    this.store = new FieldStore(field);
  }

  /** Name of the field that holds the checksum. */
  String field() {
    return field;
  }

  /** Whether the field holds the checksum, or need not. */
  boolean verify(InterpreterContext context) {
    return context.slots[validSlot] == 0
        || !condition.test(context)
        || hash.compute(context) == target.low(context);
  }

  void update(InterpreterContext context) {
    if (condition.test(context)) {
      store.set(context.slots, slot, hash.compute(context));
    }
  }
}
