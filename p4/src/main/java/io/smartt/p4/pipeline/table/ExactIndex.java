package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.Nullable;

/** Exact match: one hash look-up. */
public final class ExactIndex<V> implements MatchIndex<V> {
  private final KeyMap<V> map;

  /** An empty index over keys of so many longs. */
  public ExactIndex(int words) {
    this(new KeyMap<>(words));
  }

  private ExactIndex(KeyMap<V> map) {
    this.map = map;
  }

  @Override
  public @Nullable V find(long[] key) {
    return map.get(key);
  }

  @Override
  public @Nullable V find(long key) {
    return map.get(key);
  }

  @Override
  public MatchIndex<V> edit() {
    return new ExactIndex<>(map.copy());
  }

  @Override
  public void put(Rule rule, V value) {
    map.put(rule.value(), value);
  }

  @Override
  public void remove(Rule rule) {
    map.remove(rule.value());
  }
}
