package io.smartt.p4.pipeline;

import module java.base;

/**
 * One change to a pipeline's control state. {@code Put} inserts or replaces: whether the thing may
 * exist is the business of the protocol on top.
 */
public sealed interface Change {
  /** Adds an entry or replaces the one of the same key and priority. */
  record PutEntry(TableEntry entry) implements Change {}

  /** Removes the entry of this table, key and priority. */
  record RemoveEntry(String table, List<MatchValue> key, int priority) implements Change {}

  /** Sets what a miss runs. */
  record SetDefault(String table, EntryTarget target) implements Change {}

  /** Back to the default action that the program declares. */
  record ResetDefault(String table) implements Change {}

  /** Adds or replaces a member of an action profile. */
  record PutMember(String profile, int id, EntryTarget.ActionCall action) implements Change {}

  /** Removes a member. */
  record RemoveMember(String profile, int id) implements Change {}

  /** Adds or replaces a group; a member of weight w is listed once with that weight. */
  record PutGroup(String profile, int id, List<WeightedMember> members) implements Change {}

  /** Removes a group. */
  record RemoveGroup(String profile, int id) implements Change {}

  /** Sets one register cell. */
  record WriteRegister(String register, int index, Bits value) implements Change {}

  /** Sets one cell of an indirect counter. */
  record WriteCounter(String counter, int index, PacketByteCount value) implements Change {}

  /** Sets the rates of one cell of an indirect meter; empty: every packet is green. */
  record ConfigureMeter(String meter, int index, Optional<MeterConfig> config) implements Change {}

  /**
   * Sets the rates of an entry's direct meter; empty: every packet is green. An entry that is put
   * anew starts without rates.
   */
  record ConfigureDirectMeter(
      String table, List<MatchValue> key, int priority, Optional<MeterConfig> config)
      implements Change {}

  /** Replaces the members of a parser value set. */
  record SetValueSet(String valueSet, List<List<MatchValue>> members) implements Change {}
}
