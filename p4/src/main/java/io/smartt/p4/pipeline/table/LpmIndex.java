package io.smartt.p4.pipeline.table;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Longest-prefix match of one field of up to 64 bits. Prefixes of full length are in a hash map
 * that is asked first. The others cut the numbers into intervals, each of which has one longest
 * prefix: sorted starts in chunks, found by binary search in the chunks' first starts and then in
 * one chunk. A copy shares the chunks that it does not change; what a change costs depends on how
 * many intervals its prefix covers.
 *
 * <p>Where there are few prefixes, as in a switch of a fabric, both are laid out as one when the
 * changes end: sorted starts and their values, a handful of cache lines. A network has thousands of
 * switches, and what a look-up costs there is how many lines it touches.
 */
public final class LpmIndex<V> implements MatchIndex<V> {
  /** So many intervals and full prefixes are laid out as one. */
  private static final int FEW = 64;

  private final int width;

  /** Brings unsigned numbers into the order of signed ones. */
  private final long flip;

  private final KeyMap<V> full;
  private final Intervals intervals;

  /** Starts of intervals, those of full prefixes too; null while changed or where not few. */
  private long @Nullable [] starts;

  private @Nullable Object[] values = new Object[0];

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
    long[] few = starts;
    if (few != null) {
      return cast(values[Intervals.lastUpTo(few, 0, few.length, key ^ flip)]);
    }
    return search(key);
  }

  private @Nullable V search(long key) {
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
    if (full.size() + intervals.count() <= FEW) {
      layOut();
    }
  }

  private void layOut() {
    long least = width == Long.SIZE ? Long.MIN_VALUE : 0;
    long greatest = width == Long.SIZE ? Long.MAX_VALUE : (1L << width) - 1;
    long[] points =
        LongStream.concat(
                intervals.starts(),
                Arrays.stream(full.firstWords())
                    .map(key -> key ^ flip)
                    .flatMap(point ->
                        point == greatest ? LongStream.of(point) : LongStream.of(point, point + 1)))
            .sorted()
            .distinct()
            .toArray();
    long[] newStarts = new long[points.length];
    @Nullable Object[] newValues = new Object[points.length];
    int size = 0;
    for (long point : points) {
      // The first interval starts below all numbers of less than 64 bits.
      Object value = search(Math.max(point, least) ^ flip);
      if (size == 0 || value != newValues[size - 1]) {
        newStarts[size] = point;
        newValues[size++] = value;
      }
    }
    values = Arrays.copyOf(newValues, size);
    starts = Arrays.copyOf(newStarts, size);
  }

  @Override
  public MatchIndex<V> edit() {
    return new LpmIndex<>(width, full.copy(), intervals.copy());
  }

  @Override
  public void put(Rule rule, V value) {
    starts = null;
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
    starts = null;
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
