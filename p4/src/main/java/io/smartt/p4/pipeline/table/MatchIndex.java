package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.Nullable;

/**
 * Finds the entry that a key matches. Look-ups are for any number of threads and allocate nothing;
 * {@link #put} and {@link #remove} are only for the thread that took the index by {@link #edit},
 * until it publishes it.
 *
 * @param <V> entries
 */
public interface MatchIndex<V> {
  /** The entry of the highest rank that matches; of equal rank the one put first. */
  @Nullable V find(long[] key);

  /** {@link #find(long[])} for keys of one long. */
  @Nullable V find(long key);

  /** Ends the changes, before other threads look anything up. */
  default void publish() {}

  /** An index with the same entries that can be changed without this one noticing. */
  MatchIndex<V> edit();

  /** Adds an entry, or replaces that of an equal rule. */
  void put(Rule rule, V value);

  /** Removes the entry of an equal rule, if there is one. */
  void remove(Rule rule);
}
