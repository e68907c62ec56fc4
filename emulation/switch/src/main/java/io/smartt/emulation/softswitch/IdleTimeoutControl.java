package io.smartt.emulation.softswitch;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.EntryTarget;
import io.smartt.p4.pipeline.MatchValue;
import io.smartt.p4.pipeline.MeterConfig;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.WeightedMember;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A pipeline's control side that reports every change to the idle timers. */
final class IdleTimeoutControl implements PipelineControl {
  private final PipelineControl control;
  private final IdleTimers timers;

  IdleTimeoutControl(PipelineControl control, IdleTimers timers) {
    this.control = control;
    this.timers = timers;
  }

  @Override
  public void apply(List<Change> changes) {
    control.apply(changes);
    timers.changed(changes);
  }

  @Override
  public Set<String> tables() {
    return control.tables();
  }

  @Override
  public Optional<TableEntry> find(String table, List<MatchValue> key, int priority) {
    return control.find(table, key, priority);
  }

  @Override
  public List<TableEntry> entries(String table) {
    return control.entries(table);
  }

  @Override
  public Optional<EntryTarget> defaultTarget(String table) {
    return control.defaultTarget(table);
  }

  @Override
  public Map<Integer, EntryTarget.ActionCall> members(String profile) {
    return control.members(profile);
  }

  @Override
  public Map<Integer, List<WeightedMember>> groups(String profile) {
    return control.groups(profile);
  }

  @Override
  public PacketByteCount counter(String counter, int index) {
    return control.counter(counter, index);
  }

  @Override
  public PacketByteCount directCounter(TableEntry entry) {
    return control.directCounter(entry);
  }

  @Override
  public void setDirectCounter(TableEntry entry, PacketByteCount value) {
    control.setDirectCounter(entry, value);
  }

  @Override
  public long lastHitPs(TableEntry entry) {
    return control.lastHitPs(entry);
  }

  @Override
  public Bits register(String register, int index) {
    return control.register(register, index);
  }

  @Override
  public Optional<MeterConfig> meter(String meter, int index) {
    return control.meter(meter, index);
  }

  @Override
  public Optional<MeterConfig> directMeter(TableEntry entry) {
    return control.directMeter(entry);
  }

  @Override
  public List<List<MatchValue>> valueSet(String valueSet) {
    return control.valueSet(valueSet);
  }
}
