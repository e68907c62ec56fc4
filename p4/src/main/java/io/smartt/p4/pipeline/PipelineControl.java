package io.smartt.p4.pipeline;

import module java.base;

/**
 * The control side of one {@link Pipeline}: what is in its tables, counters and registers. Names
 * are the full P4 names that the BMv2 JSON and P4Info share. Thread safe; the data path takes no
 * lock and sees each {@link #apply} whole or not at all.
 *
 * <p>Every method throws {@link UnknownNameException} for a name the program does not have.
 */
public interface PipelineControl {
  /**
   * Makes all changes in one step.
   *
   * @throws InvalidChangeException naming table, field and value where a change does not fit the
   *     program; then nothing has changed
   */
  void apply(List<Change> changes);

  /** Names of all tables, those that the compiler made of statements included. */
  Set<String> tables();

  /** The entry of this identity. */
  Optional<TableEntry> find(String table, List<MatchValue> key, int priority);

  /** Returns every entry of a table, those of the program included, in a stable order. */
  List<TableEntry> entries(String table);

  /** Returns the action of a miss; empty where neither program nor control plane said. */
  Optional<EntryTarget> defaultTarget(String table);

  /** Members of an action profile by id. */
  Map<Integer, EntryTarget.ActionCall> members(String profile);

  /** Groups of an action selector by id. */
  Map<Integer, List<WeightedMember>> groups(String profile);

  /** One cell of an indirect counter. */
  PacketByteCount counter(String counter, int index);

  /** Returns what the direct counter attached to a table counted for an entry. */
  PacketByteCount directCounter(TableEntry entry);

  /** Sets what the direct counter attached to a table counted for an entry. */
  void setDirectCounter(TableEntry entry, PacketByteCount value);

  /**
   * Returns when a packet last matched an entry of a table that supports idle timeouts, in
   * picoseconds of the pipeline's time; {@link Long#MIN_VALUE} where none has yet.
   */
  long lastHitPs(TableEntry entry);

  /** One register cell. */
  Bits register(String register, int index);

  /** The rates of one cell of an indirect meter. */
  Optional<MeterConfig> meter(String meter, int index);

  /** The rates of an entry's direct meter. */
  Optional<MeterConfig> directMeter(TableEntry entry);

  /** The members of a parser value set. */
  List<List<MatchValue>> valueSet(String valueSet);
}
