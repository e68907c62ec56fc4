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

  /** A table without a key: it always misses. */
  final class KeylessIndex<V> implements MatchIndex<V> {
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

  /** Exact match: one hash look-up. */
  final class ExactIndex<V> implements MatchIndex<V> {
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

  /** Exact match of one field of few bits: an array with a place for each value. */
  final class DirectIndex<V> implements MatchIndex<V> {
    private final @Nullable Object[] values;

    /**
     * @param values that it has at first, by the field
     */
    public DirectIndex(@Nullable Object[] values) {
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

  /**
   * Longest-prefix match of one field of up to 64 bits. Prefixes of full length are in a hash map
   * that is asked first. The others cut the numbers into intervals, each of which has one longest
   * prefix: sorted starts in chunks, found by binary search in the chunks' first starts and then in
   * one chunk. A copy shares the chunks that it does not change; what a change costs depends on how
   * many intervals its prefix covers.
   */
  public static final class LpmIndex<V> implements MatchIndex<V> {
    private final int width;

    /** Brings unsigned numbers into the order of signed ones. */
    private final long flip;

    private final KeyMap<V> full;
    private final Intervals intervals;

    /** An empty index over a field of {@code width} bits. */
    public LpmIndex(int width) {
      this(width, new KeyMap<>(1), new Intervals(width));
    }

    private LpmIndex(int width, KeyMap<V> full, Intervals intervals) {
      this.width = width;
      this.flip = Intervals.flip(width);
      this.full = full;
      this.intervals = intervals;
    }

    @Override
    public @Nullable V find(long[] key) {
      return find(key[0]);
    }

    @Override
    public @Nullable V find(long key) {
      if (full.size() > 0) {
        V value = full.get(key);
        if (value != null) {
          return value;
        }
      }
      return cast(intervals.find(key ^ flip));
    }

    @Override
    public void publish() {
      intervals.publish();
    }

    @Override
    public MatchIndex<V> edit() {
      return new LpmIndex<>(width, full.copy(), intervals.copy());
    }

    @Override
    public void put(Rule rule, V value) {
      int length = (int) rule.rank();
      if (length == width) {
        full.put(rule.value(), value);
      } else {
        long first = rule.value()[0] ^ flip;
        intervals.cover(first, last(first, length), length, value);
      }
    }

    @Override
    public void remove(Rule rule) {
      int length = (int) rule.rank();
      if (length == width) {
        full.remove(rule.value());
      } else {
        long first = rule.value()[0] ^ flip;
        intervals.uncover(first, last(first, length), length);
      }
    }

    private long last(long first, int length) {
      int free = width - length;
      return free == Long.SIZE ? Long.MAX_VALUE : first + (1L << free) - 1;
    }

    @SuppressWarnings("unchecked") // Only values of V are put.
    private @Nullable V cast(@Nullable Object value) {
      return (V) value;
    }
  }
}
