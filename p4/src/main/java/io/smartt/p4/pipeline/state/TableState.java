package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;
import io.smartt.p4.pipeline.state.Entry.Target;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.table.MatchIndex;
import io.smartt.p4.pipeline.table.Rule;
import org.jspecify.annotations.Nullable;

/** A table as the control plane changes it; {@link #version} is what the data path then sees. */
final class TableState {
  private final TableSchema schema;
  private final Optional<ProfileState> profile;
  private final @Nullable Target initialDefault;
  private final Map<Rule, Entry> entries = new LinkedHashMap<>();
  private MatchIndex<Entry> index;
  private boolean editing = true;
  private @Nullable Target defaultTarget;

  TableState(TableSchema schema, Optional<ProfileState> profile, @Nullable Target initialDefault) {
    this.schema = schema;
    this.profile = profile;
    this.initialDefault = initialDefault;
    this.defaultTarget = initialDefault;
    this.index = schema.emptyIndex();
  }

  TableSchema schema() {
    return schema;
  }

  List<TableEntry> entries() {
    return entries.values().stream().map(entry -> entry.source).toList();
  }

  @Nullable Entry get(Rule rule) {
    return entries.get(rule);
  }

  Optional<EntryTarget> defaultTarget() {
    return Optional.ofNullable(defaultTarget).map(target -> target.source);
  }

  void put(TableEntry source, Rule rule, @Nullable ActionBinding binding, long nowPs) {
    Target target = target(source.target(), binding);
    retain(target);
    Entry old = entries.get(rule);
    // A replaced entry keeps counting: P4Runtime leaves counters that a MODIFY does not mention.
    CounterCells counter = old == null ? new CounterCells(1) : old.counter;
    Entry entry = new Entry(source, rule, target, counter, newMeter(), nowPs);
    entries.put(rule, entry);
    editable().put(rule, entry);
    release(old == null ? null : old.target);
  }

  private Optional<MeterCells> newMeter() {
    return schema.directMeter().map(meter -> new MeterCells(1, meter.bytes()));
  }

  void remove(Rule rule) {
    Entry old = entries.remove(rule);
    if (old != null) {
      editable().remove(rule);
      release(old.target);
    }
  }

  void configureMeter(Rule rule, Optional<MeterConfig> config) {
    Entry entry = entries.get(rule);
    if (entry != null) {
      entry.meter().ifPresent(meter -> meter.configure(0, config));
    }
  }

  void setCounter(Rule rule, PacketByteCount value) {
    Entry entry = entries.get(rule);
    if (entry != null) {
      entry.counter.set(0, value);
    }
  }

  void setDefault(EntryTarget source, @Nullable ActionBinding binding) {
    Target target = target(source, binding);
    retain(target);
    release(defaultTarget);
    defaultTarget = target;
  }

  void resetDefault() {
    release(defaultTarget);
    defaultTarget = initialDefault;
  }

  private Target target(EntryTarget source, @Nullable ActionBinding binding) {
    if (binding != null) {
      return Target.of(source, binding);
    }
    int kind = source instanceof EntryTarget.Member ? Target.MEMBER : Target.GROUP;
    return Target.of(source, kind, profile.orElseThrow().slot(source));
  }

  private void retain(Target target) {
    profile.ifPresent(state -> state.retain(target.source));
  }

  private void release(@Nullable Target target) {
    if (target != null) {
      profile.ifPresent(state -> state.release(target.source));
    }
  }

  private MatchIndex<Entry> editable() {
    if (!editing) {
      index = index.edit();
      editing = true;
    }
    return index;
  }

  /** Returns what the data path is to see; the next change starts from a copy. */
  PipelineState.TableVersion version() {
    if (editing) {
      index.publish();
      editing = false;
    }
    return new PipelineState.TableVersion(index, defaultTarget);
  }
}
