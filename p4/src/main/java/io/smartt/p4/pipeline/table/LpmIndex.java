package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.Nullable;

/**
 * Longest-prefix match of one field of up to 64 bits. Prefixes of full length are in a hash map
 * that is asked first. The others cut the numbers into intervals, each of which has one longest
 * prefix: sorted starts in chunks, found by binary search in the chunks' first starts and then in
 * one chunk. A copy shares the chunks that it does not change; what a change costs depends on how
 * many intervals its prefix covers.
 */
public final class LpmIndex<V> implements MatchIndex<V> {
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
