package io.smartt.p4.pipeline;

import module java.base;

import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

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

  /** Returns every entry of a table, those of the program included, in a stable order. */
  List<TableEntry> entries(String table);

  /** Returns the action of a miss; empty where neither program nor control plane said. */
  Optional<EntryTarget> defaultTarget(String table);

  /** Members of an action profile by id. */
  Map<Integer, EntryTarget.ActionCall> members(String profile);

  /** One cell of an indirect counter. */
  PacketByteCount counter(String counter, int index);

  /** Returns what the direct counter attached to a table counted for an entry. */
  PacketByteCount directCounter(TableEntry entry);

  /**
   * Returns when a packet last matched an entry of a table that supports idle timeouts, in
   * picoseconds of the pipeline's time; {@link Long#MIN_VALUE} where none has yet.
   */
  long lastHitPs(TableEntry entry);

  /** One register cell. */
  Bits register(String register, int index);

  /** The rates of one cell of an indirect meter. */
  Optional<MeterConfig> meter(String meter, int index);

  /** The members of a parser value set. */
  List<List<MatchValue>> valueSet(String valueSet);

  /** A member of an action-selector group and how often it is chosen against the others. */
  record WeightedMember(int memberId, int weight) {}

  /**
   * Rates of a three-colour marker. Units are bytes or packets, as the meter counts.
   *
   * @param committedRate units a second
   * @param committedBurst units
   * @param peakRate units a second, at least the committed rate; of a single-rate marker not looked
   *     at
   * @param peakBurst units; of a single-rate marker not looked at
   * @param excessBurst units; greater than 0 makes a single-rate marker (RFC 2697), 0 a two-rate
   *     one (RFC 2698)
   */
  record MeterConfig(
      long committedRate, long committedBurst, long peakRate, long peakBurst, long excessBurst) {
    /** A two-rate marker. */
    public static MeterConfig twoRate(
        long committedRate, long committedBurst, long peakRate, long peakBurst) {
      return new MeterConfig(committedRate, committedBurst, peakRate, peakBurst, 0);
    }
  }

  /**
   * One change to a pipeline's control state. {@code Put} inserts or replaces: whether the thing
   * may exist is the business of the protocol on top.
   */
  sealed interface Change {
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
    record ConfigureMeter(String meter, int index, Optional<MeterConfig> config)
        implements Change {}

    /**
     * Sets the rates of an entry's direct meter; empty: every packet is green. An entry that is put
     * anew starts without rates.
     */
    record ConfigureDirectMeter(
        String table, List<MatchValue> key, int priority, Optional<MeterConfig> config)
        implements Change {}

    /**
     * Sets what the direct counter attached to a table counted for an entry. An entry that is put
     * anew starts at zero, one that replaces another goes on.
     */
    record WriteDirectCounter(
        String table, List<MatchValue> key, int priority, PacketByteCount value)
        implements Change {}

    /** Replaces the members of a parser value set. */
    record SetValueSet(String valueSet, List<List<MatchValue>> members) implements Change {}
  }

  /**
   * A change that does not fit the loaded program; the message names what was asked and what is
   * accepted.
   */
  final class InvalidChangeException extends RuntimeException {
    /** An exception with the message for the user. */
    public InvalidChangeException(String message) {
      super(message);
    }
  }

  /** A name that the loaded program does not have. */
  final class UnknownNameException extends RuntimeException {
    /** An exception with the message for the user. */
    public UnknownNameException(String message) {
      super(message);
    }
  }
}
