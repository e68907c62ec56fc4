package io.smartt.emulation.stf;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.TableEntry;

/**
 * The switch that a script is run on. What it cannot do as asked it refuses with {@link
 * StfRefusedException}.
 */
public interface StfDevice {
  /** One copy that a multicast group or a clone session makes. */
  record Replica(int port, int instance) {}

  void add(TableEntry entry);

  /** Removes an entry that was added. */
  void remove(TableEntry entry);

  /** Sets what a miss runs. */
  void setDefault(String table, TableEntry.EntryTarget.ActionCall action);

  /** Returns what one cell of an indirect counter counted. */
  PacketByteCount counter(String counter, int cell);

  /** Returns what the direct counter of an entry counted. */
  PacketByteCount directCounter(TableEntry entry);

  /** Sets one cell of an indirect counter. */
  void writeCounter(String counter, int cell, PacketByteCount value);

  /** Sets one cell of a register. */
  void writeRegister(String register, int cell, Bits value);

  /** Sets the rates of one cell of an indirect meter. */
  void configureMeter(String meter, int cell, MeterConfig rates);

  /** Adds a multicast group or changes it. */
  void putGroup(int id, List<Replica> replicas);

  /** Adds a clone session or changes it. */
  void putSession(int id, List<Replica> replicas);

  /** Removes a clone session. */
  void removeSession(int id);

  /** Takes a packet in and carries on until nothing is left in the switch. */
  void receive(int port, byte[] packet);

  /** Returns what was sent so far on each port on which something was, in order. */
  SortedMap<Integer, List<byte[]>> sent();

  /** A device does not do what a script asks of it; the message says what and why. */
  final class StfRefusedException extends RuntimeException {
    /** An exception with the device's reason. */
    public StfRefusedException(String reason) {
      super(reason);
    }

    /** An exception with the device's reason. */
    public StfRefusedException(String reason, Throwable cause) {
      super(reason, cause);
    }
  }
}
