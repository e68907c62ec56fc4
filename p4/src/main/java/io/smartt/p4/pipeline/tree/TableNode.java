package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.SourceLine;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.Entry;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.PipelineState.ProfileVersion;
import io.smartt.p4.pipeline.state.PipelineState.TableVersion;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import org.jspecify.annotations.Nullable;

/** A match-action table: builds the key, looks it up, runs the action, says what comes next. */
public final class TableNode extends ControlNode {
  /**
   * The facts of a table.
   *
   * @param schema as the control plane sees it
   * @param selector chooses the member of a group; empty: the first
   * @param counts whether entries count packets
   * @param ages whether entries remember when they were hit
   * @param meterTarget where the direct meter of a hit entry puts its colour
   * @param source where the program has it
   */
  public record Facts(
      TableSchema schema,
      List<KeyPart> key,
      Optional<HashNode> selector,
      boolean counts,
      boolean ages,
      Optional<Sink.Field> meterTarget,
      Optional<SourceLine> source) {
    /** Copies the key. */
    public Facts {
      key = List.copyOf(key);
    }
  }

  private final Facts facts;
  private final List<Action> actions;
  private @Nullable ControlNode[] afterAction = {};
  private boolean byHit;
  private @Nullable ControlNode afterHit;
  private @Nullable ControlNode afterMiss;

  TableNode(Facts facts, List<Action> actions) {
    this.facts = facts;
    this.actions = actions;
  }

  /** The definition of the table. */
  public Facts facts() {
    return facts;
  }

  /** Returns whether what comes next depends on hit or miss; else it depends on the action. */
  public boolean byHit() {
    return byHit;
  }

  /** The next node after a hit. */
  public @Nullable ControlNode afterHit() {
    return afterHit;
  }

  /** Returns what comes after a miss, or where no action was run. */
  public @Nullable ControlNode afterMiss() {
    return afterMiss;
  }

  /** Returns what comes after an action, by its index in the program. */
  public @Nullable ControlNode afterAction(int action) {
    return afterAction[action];
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
  @Nullable ControlNode run(SlotContext context) {
    for (KeyPart part : facts.key) {
      part.read(context);
    }
    TableVersion table = context.snapshot.table(facts.schema.index());
    Entry entry = table.find(context.key);
    Observation observation = context.machine.observation;
    if (observation != null) {
      observation.lookedUp(facts.schema, facts.source, context, entry);
    }
    if (entry != null) {
      if (facts.counts) {
        context.count(entry.counter(), 0);
      }
      if (facts.meterTarget.isPresent()) {
        mark(context, entry, facts.meterTarget.get());
      }
      if (facts.ages) {
        entry.hit(context.nowPs);
      }
    }
    ActionBinding binding = bindingOf(context, table, entry);
    if (binding != null) {
      actions.get(binding.action()).run(context, binding.arguments());
    }
    if (byHit) {
      return entry != null ? afterHit : afterMiss;
    }
    return binding != null ? afterAction[binding.action()] : afterMiss;
  }

  private @Nullable ActionBinding bindingOf(
      SlotContext context, TableVersion table, @Nullable Entry entry) {
    if (facts.schema.profile().isEmpty()) {
      return table.binding(entry, null);
    }
    ProfileVersion members = context.snapshot.profile(facts.schema.profile().getAsInt());
    ActionBinding[] group = table.group(entry, members);
    if (group == null) {
      return table.binding(entry, members);
    }
    return group.length == 0 ? null : group[choose(context, group.length)];
  }

  /** Puts the colour that an entry's meter gives the packet into a field. */
  public static void mark(SlotContext context, Entry entry, Sink.Field target) {
    MeterCells meter = entry.meter().orElse(null);
    if (meter != null) {
      if (context.flows != null && meter.config(0).isPresent()) {
        context.flows = null;
      }
      target.set(context, meter.mark(0, context.receivedBytes, context.nowPs));
    }
  }

  private int choose(SlotContext context, int count) {
    return facts.selector.isEmpty() ? 0 : memberOf(facts.selector.get().compute(context), count);
  }

  /** Returns which of so many members a hash chooses; BMv2 keeps 32 bits of it. */
  public static int memberOf(long hash, int count) {
    return (count & count - 1) == 0
        ? (int) hash & count - 1
        : Integer.remainderUnsigned((int) hash, count);
  }

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
}
