package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.state.ActionBinding;
import io.smartt.p4.pipeline.state.Entry;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.ProfileVersion;
import io.smartt.p4.pipeline.state.TableSchema;
import io.smartt.p4.pipeline.state.TableVersion;
import org.jspecify.annotations.Nullable;

/** A match-action table: builds the key, looks it up, runs the action, says what comes next. */
final class TableNode extends ControlNode {
  private static final int NO_PROFILE = -1;

  private final TableSchema schema;
  private final KeyPart[] key;
  private final Action[] actions;
  private final int profile;
  private final @Nullable HashInput selector;
  private final int selectorHash;
  private final boolean counts;
  private final boolean ages;
  private int meterSlot = -1;
  private long meterMask;
  private @Nullable ControlNode[] afterAction = {};
  private boolean byHit;
  private @Nullable ControlNode afterHit;
  private @Nullable ControlNode afterMiss;

  TableNode(
      TableSchema schema,
      KeyPart[] key,
      Action[] actions,
      int profile,
      @Nullable HashInput selector,
      int selectorHash,
      boolean counts,
      boolean ages) {
    this.schema = schema;
    this.key = key;
    this.actions = actions;
    this.profile = profile;
    this.selector = selector;
    this.selectorHash = selectorHash;
    this.counts = counts;
    this.ages = ages;
  }

  /** Says where the direct meter of a hit entry puts its colour. */
  void meterInto(int slot, long mask) {
    meterSlot = slot;
    meterMask = mask;
  }

  /** Says what comes after each action, by its index in the program. */
  void linkByAction(@Nullable ControlNode[] next, @Nullable ControlNode afterNoAction) {
    afterAction = next;
    afterMiss = afterNoAction;
  }

  /** Says what comes after a hit and after a miss. */
  void linkByHit(@Nullable ControlNode hit, @Nullable ControlNode miss) {
    byHit = true;
    afterHit = hit;
    afterMiss = miss;
  }

  @Override
  @Nullable ControlNode run(InterpreterContext context) {
    for (KeyPart part : key) {
      part.read(context);
    }
    TableVersion table = context.snapshot.table(schema.index());
    Entry entry = table.find(context.key);
    if (context.machine.observation != null) {
      context.machine.observation.lookedUp(schema, context, entry);
    }
    if (entry != null) {
      if (counts) {
        entry.count(context.receivedBytes);
      }
      if (meterSlot >= 0) {
        mark(context, entry);
      }
      if (ages) {
        entry.hit(context.nowPs);
      }
    }
    ActionBinding binding = bindingOf(context, table, entry);
    if (binding != null) {
      actions[binding.action()].run(context, binding.arguments());
    }
    if (byHit) {
      return entry != null ? afterHit : afterMiss;
    }
    return binding != null ? afterAction[binding.action()] : afterMiss;
  }

  private @Nullable ActionBinding bindingOf(
      InterpreterContext context, TableVersion table, @Nullable Entry entry) {
    if (profile == NO_PROFILE) {
      return table.binding(entry, null);
    }
    ProfileVersion members = context.snapshot.profile(profile);
    ActionBinding[] group = table.group(entry, members);
    if (group == null) {
      return table.binding(entry, members);
    }
    return group.length == 0 ? null : group[choose(context, group.length)];
  }

  private void mark(InterpreterContext context, Entry entry) {
    MeterCells meter = entry.meter().orElse(null);
    if (meter != null) {
      context.slots[meterSlot] = meter.mark(0, context.receivedBytes, context.nowPs) & meterMask;
    }
  }

  private int choose(InterpreterContext context, int count) {
    if (selector == null) {
      return 0;
    }
    // BMv2 keeps 32 bits of the hash.
    long hash = selector.hash(context, selectorHash) & 0xffffffffL;
    return (int) (hash % count);
  }
}
