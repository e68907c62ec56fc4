package io.smartt.p4.pipeline.state;

import io.smartt.p4.pipeline.EntryTarget;
import org.jspecify.annotations.Nullable;

/** The target of an entry, resolved for the data path. */
final class Target {
  /** A member of the table's action profile, by slot. */
  static final int MEMBER = 1;

  /** A group of the table's action profile, by slot. */
  static final int GROUP = 2;

  private static final int ACTION = 0;

  final EntryTarget source;
  final int kind;
  final @Nullable ActionBinding binding;
  final int slot;

  private Target(EntryTarget source, int kind, @Nullable ActionBinding binding, int slot) {
    this.source = source;
    this.kind = kind;
    this.binding = binding;
    this.slot = slot;
  }

  static Target of(EntryTarget source, ActionBinding binding) {
    return new Target(source, ACTION, binding, -1);
  }

  static Target of(EntryTarget source, int kind, int slot) {
    return new Target(source, kind, null, slot);
  }
}
