package io.smartt.p4.pipeline;

import java.util.List;

/**
 * One entry of a table. Its identity is table, key and priority.
 *
 * @param table full P4 name
 * @param key one value a match field, in declaration order
 * @param priority higher wins; 0 where the table has no ternary, range or optional field
 * @param target what a hit runs
 * @param isConst written by the program and not to be changed
 * @param idleTimeoutNs 0: never ages
 * @param metadata opaque to the switch, given back on read
 */
public record TableEntry(
    String table,
    List<TableEntry.MatchValue> key,
    int priority,
    TableEntry.EntryTarget target,
    boolean isConst,
    long idleTimeoutNs,
    String metadata) {
  /** Copies the key. */
  public TableEntry {
    key = List.copyOf(key);
  }

  /** An entry of the control plane without idle timeout or metadata. */
  public static TableEntry of(
      String table, List<MatchValue> key, int priority, EntryTarget target) {
    return new TableEntry(table, key, priority, target, false, 0, "");
  }

  /** One field of a table entry's key. A don't-care of any kind is {@link Any}, never spelt out. */
  public sealed interface MatchValue {
    /** Equal. */
    record Exact(Bits value) implements MatchValue {}

    /** The first {@code prefixLength} bits equal; the rest of {@code value} is zero. */
    record Lpm(Bits value, int prefixLength) implements MatchValue {}

    /** {@code field & mask == value}. */
    record Ternary(Bits value, Bits mask) implements MatchValue {}

    /** {@code low <= field <= high}. */
    record Range(Bits low, Bits high) implements MatchValue {}

    /** An {@code optional} field that is given. */
    record Optional(Bits value) implements MatchValue {}

    /** Don't care. */
    record Any() implements MatchValue {}
  }

  /** The target of an entry: an action, or an action through the table's action profile. */
  public sealed interface EntryTarget {
    /**
     * An action with its arguments in declaration order.
     *
     * @param action full P4 name
     */
    record ActionCall(String action, List<Bits> arguments) implements EntryTarget {
      /** Copies the arguments. */
      public ActionCall {
        arguments = List.copyOf(arguments);
      }
    }

    /** A member of the table's action profile. */
    record Member(int id) implements EntryTarget {}

    /** A group of the table's action selector. */
    record Group(int id) implements EntryTarget {}
  }
}
