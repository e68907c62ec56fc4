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
    List<MatchValue> key,
    int priority,
    EntryTarget target,
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
}
