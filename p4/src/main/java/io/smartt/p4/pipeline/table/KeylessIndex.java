package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.Nullable;

/** A table without a key: it always misses. */
public final class KeylessIndex<V> implements MatchIndex<V> {
  @Override
  public @Nullable V find(long[] key) {
    return null;
  }

  @Override
  public @Nullable V find(long key) {
    return null;
  }

  @Override
  public MatchIndex<V> edit() {
    return this;
  }

  @Override
  public void put(Rule rule, V value) {
    throw new UnsupportedOperationException("a table without a key has no entries");
  }

  @Override
  public void remove(Rule rule) {
    // There is nothing to remove.
  }
}
