package io.smartt.emulation.stf;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;

/** A pipeline with the least switch around it. */
final class PipelineDevice implements StfDevice {
  private final PipelineControl control;
  private final StfSwitch around;

  PipelineDevice(Pipeline pipeline) {
    this.control = pipeline.control();
    this.around = new StfSwitch(pipeline);
  }

  @Override
  public void add(TableEntry entry) {
    apply(new Change.PutEntry(entry));
  }

  @Override
  public void remove(TableEntry entry) {
    apply(new Change.RemoveEntry(entry.table(), entry.key(), entry.priority()));
  }

  @Override
  public void setDefault(String table, TableEntry.EntryTarget.ActionCall action) {
    apply(new Change.SetDefault(table, action));
  }

  @Override
  public PacketByteCount counter(String counter, int cell) {
    return control.counter(counter, cell);
  }

  @Override
  public PacketByteCount directCounter(TableEntry entry) {
    return control.directCounter(entry);
  }

  @Override
  public void writeCounter(String counter, int cell, PacketByteCount value) {
    apply(new Change.WriteCounter(counter, cell, value));
  }

  @Override
  public void writeRegister(String register, int cell, Bits value) {
    apply(new Change.WriteRegister(register, cell, value));
  }

  @Override
  public void configureMeter(String meter, int cell, PipelineControl.MeterConfig rates) {
    apply(new Change.ConfigureMeter(meter, cell, Optional.of(rates)));
  }

  @Override
  public void putGroup(int id, List<Replica> replicas) {
    around.groups().put(id, List.copyOf(replicas));
  }

  @Override
  public void putSession(int id, List<Replica> replicas) {
    around.sessions().put(id, List.copyOf(replicas));
  }

  @Override
  public void removeSession(int id) {
    around.sessions().remove(id);
  }

  @Override
  public void receive(int port, byte[] packet) {
    around.receive(port, packet);
  }

  @Override
  public SortedMap<Integer, List<byte[]>> sent() {
    return around.sent();
  }

  private void apply(Change change) {
    try {
      control.apply(List.of(change));
    } catch (PipelineControl.InvalidChangeException | PipelineControl.UnknownNameException e) {
      throw new StfDevice.StfRefusedException(String.valueOf(e.getMessage()), e);
    }
  }
}
