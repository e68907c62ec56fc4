package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.Nullable;

/** Exact match of one field of few bits: an array with a place for each value. */
public final class DirectIndex<V> implements MatchIndex<V> {
  private final @Nullable Object[] values;

  /** An empty index over a field of {@code width} bits. */
  public DirectIndex(int width) {
    this(new Object[1 << width]);
  }

  private DirectIndex(@Nullable Object[] values) {
    this.values = values;
  }

  @Override
  public @Nullable V find(long[] key) {
    return find(key[0]);
  }

  @Override
  @SuppressWarnings("unchecked") // Only values of V are put.
  public @Nullable V find(long key) {
    return (V) values[(int) key];
  }

  @Override
  public MatchIndex<V> edit() {
    return new DirectIndex<>(values.clone());
  }

  @Override
  public void put(Rule rule, V value) {
    values[(int) rule.value()[0]] = value;
  }

  @Override
  public void remove(Rule rule) {
    values[(int) rule.value()[0]] = null;
  }
}
