package io.smartt.p4.pipeline.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The longest prefix of each number, as intervals between signed longs. An interval belongs to the
 * prefix of its length that its start is in, so two of one length in one prefix are the same.
 */
final class Intervals {
  /** The length of no prefix. */
  private static final int NONE = -1;

  private static final int CHUNK = 64;
  private static final int FEW = CHUNK / 8;
  private static final int MAX_JUMP_BITS = 14;

  private final int width;

  /** Brings unsigned numbers into the order of signed ones, and back. */
  private final long flip;

  /** Marks the chunks that this copy has made and may change. */
  private final Object owner = new Object();

  private long[] firsts;
  private Chunk[] chunks;
  private boolean ownsArrays;

  /**
   * The chunk that the first number with given leading bits is in, one for each value of those bits
   * and one more; null until {@link #publish}.
   */
  private int @Nullable [] jump;

  private int jumpShift;

  /** The prefixes by start and length, those too that longer ones hide. */
  private final KeyMap<Object> prefixes;

  /** No prefixes of numbers of so many bits. */
  Intervals(int width) {
    this.width = width;
    this.flip = flip(width);
    this.prefixes = new KeyMap<>(2);
    this.firsts = new long[] {Long.MIN_VALUE};
    this.chunks = new Chunk[] {new Chunk(owner, CHUNK)};
    this.ownsArrays = true;
    chunks[0].insert(0, Long.MIN_VALUE, NONE, null);
  }

  private Intervals(Intervals other) {
    width = other.width;
    flip = other.flip;
    prefixes = other.prefixes.copy();
    firsts = other.firsts;
    chunks = other.chunks;
    jump = other.jump;
    jumpShift = other.jumpShift;
  }

  /** Returns what numbers of a width are xored with before they come here. */
  static long flip(int width) {
    return width == Long.SIZE ? Long.MIN_VALUE : 0;
  }

  Intervals copy() {
    return new Intervals(this);
  }

  /** The value of the longest prefix of a number. */
  @Nullable Object find(long number) {
    Chunk chunk = chunks[chunkOf(number)];
    return chunk.values[lastUpTo(chunk.starts, 0, chunk.size, number)];
  }

  private int chunkOf(long number) {
    if (jump == null) {
      return lastUpTo(firsts, 0, firsts.length, number);
    }
    int at = (int) ((number ^ flip) >>> jumpShift);
    int from = jump[at];
    return lastUpTo(firsts, from, jump[at + 1] + 1 - from, number);
  }

  /** Makes look-ups quick again after changes. */
  void publish() {
    int bits = Math.min(MAX_JUMP_BITS, Math.min(width, ceilLog2(chunks.length) + 1));
    if (jump != null || chunks.length == 1) {
      return;
    }
    int[] built = new int[(1 << bits) + 1];
    jumpShift = width - bits;
    int chunk = 0;
    for (int i = 0; i < 1 << bits; i++) {
      long first = ((long) i << jumpShift) ^ flip;
      while (chunk + 1 < firsts.length && firsts[chunk + 1] <= first) {
        chunk++;
      }
      built[i] = chunk;
    }
    built[1 << bits] = chunks.length - 1;
    jump = built;
  }

  private static int ceilLog2(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number - 1);
  }

  /** The index of the last of sorted numbers that is not above one; the first never is. */
  private static int lastUpTo(long[] sorted, int from, int size, long number) {
    int base = from;
    for (int left = size; left > 1; ) {
      int half = left >>> 1;
      base = sorted[base + half] <= number ? base + half : base;
      left -= half;
    }
    return base;
  }

  /** Adds a prefix of numbers from {@code first} to {@code last}, or replaces its value. */
  void cover(long first, long last, int length, Object value) {
    prefixes.put(new long[] {first, length}, value);
    cutBefore(first);
    if (last != greatest()) {
      cutBefore(last + 1);
    }
    for (int c = chunkOf(first); c < chunks.length && firsts[c] <= last; c++) {
      Chunk chunk = writable(c);
      for (int i = 0; i < chunk.size; i++) {
        if (chunk.starts[i] >= first && chunk.starts[i] <= last && chunk.lengths[i] <= length) {
          chunk.lengths[i] = (byte) length;
          chunk.values[i] = value;
        }
      }
      chunk.join(width);
    }
  }

  private long greatest() {
    return width == Long.SIZE ? Long.MAX_VALUE : (1L << width) - 1;
  }

  /** Removes a prefix. */
  void uncover(long first, long last, int length) {
    long[] key = {first, length};
    if (prefixes.get(key) == null) {
      return;
    }
    prefixes.remove(key);
    int outer = length - 1;
    Object outerValue = null;
    while (outer > NONE && outerValue == null) {
      key[0] = startOf(first, outer);
      key[1] = outer;
      outerValue = prefixes.get(key);
      outer -= outerValue == null ? 1 : 0;
    }
    int begin = chunkOf(first);
    for (int c = begin; c < chunks.length && firsts[c] <= last; c++) {
      Chunk chunk = writable(c);
      for (int i = 0; i < chunk.size; i++) {
        if (chunk.starts[i] >= first && chunk.starts[i] <= last && chunk.lengths[i] == length) {
          chunk.lengths[i] = (byte) outer;
          chunk.values[i] = outerValue;
        }
      }
      chunk.join(width);
    }
    mergeIntoNext(begin);
  }

  /** The first number of the prefix of this length that a number is in. */
  private long startOf(long number, int length) {
    int free = width - length;
    if (free == Long.SIZE) {
      return Long.MIN_VALUE;
    }
    return number >> free << free;
  }

  @SuppressWarnings("ReferenceEquality") // An owner is nothing but its identity.
  private Chunk writable(int c) {
    if (chunks[c].owner != owner) {
      ownArrays();
      chunks[c] = new Chunk(owner, chunks[c]);
    }
    return chunks[c];
  }

  private void ownArrays() {
    if (!ownsArrays) {
      firsts = firsts.clone();
      chunks = chunks.clone();
      ownsArrays = true;
    }
  }

  /** Lets an interval start at a number. */
  private void cutBefore(long number) {
    int c = chunkOf(number);
    int at = lastUpTo(chunks[c].starts, 0, chunks[c].size, number);
    if (chunks[c].starts[at] == number) {
      return;
    }
    Chunk chunk = writable(c);
    if (chunk.size == CHUNK) {
      halve(c);
      cutBefore(number);
    } else {
      chunk.insert(at + 1, number, chunk.lengths[at], chunk.values[at]);
    }
  }

  private void halve(int c) {
    Chunk full = chunks[c];
    Chunk upper = new Chunk(owner, CHUNK);
    full.moveTo(CHUNK / 2, upper);
    long[] moreFirsts = Arrays.copyOf(firsts, firsts.length + 1);
    Chunk[] moreChunks = Arrays.copyOf(chunks, chunks.length + 1);
    System.arraycopy(firsts, c + 1, moreFirsts, c + 2, firsts.length - c - 1);
    System.arraycopy(chunks, c + 1, moreChunks, c + 2, chunks.length - c - 1);
    moreFirsts[c + 1] = upper.starts[0];
    moreChunks[c + 1] = upper;
    replaceArrays(moreFirsts, moreChunks);
  }

  /** Spares a chunk that has got small. */
  private void mergeIntoNext(int c) {
    if (c + 1 >= chunks.length
        || chunks[c].size > FEW
        || chunks[c].size + chunks[c + 1].size > CHUNK / 2) {
      return;
    }
    Chunk merged = writable(c);
    chunks[c + 1].appendTo(merged);
    merged.join(width);
    long[] fewerFirsts = Arrays.copyOf(firsts, firsts.length - 1);
    Chunk[] fewerChunks = Arrays.copyOf(chunks, chunks.length - 1);
    System.arraycopy(firsts, c + 2, fewerFirsts, c + 1, firsts.length - c - 2);
    System.arraycopy(chunks, c + 2, fewerChunks, c + 1, chunks.length - c - 2);
    replaceArrays(fewerFirsts, fewerChunks);
  }

  private void replaceArrays(long[] newFirsts, Chunk[] newChunks) {
    firsts = newFirsts;
    chunks = newChunks;
    ownsArrays = true;
    jump = null;
  }

  /** Intervals that follow each other. */
  private static final class Chunk {
    final Object owner;
    final long[] starts;
    final byte[] lengths;
    final @Nullable Object[] values;
    int size;

    Chunk(Object owner, int capacity) {
      this.owner = owner;
      starts = new long[capacity];
      lengths = new byte[capacity];
      values = new Object[capacity];
    }

    Chunk(Object owner, Chunk other) {
      this.owner = owner;
      starts = other.starts.clone();
      lengths = other.lengths.clone();
      values = other.values.clone();
      size = other.size;
    }

    void insert(int at, long start, int length, @Nullable Object value) {
      System.arraycopy(starts, at, starts, at + 1, size - at);
      System.arraycopy(lengths, at, lengths, at + 1, size - at);
      System.arraycopy(values, at, values, at + 1, size - at);
      starts[at] = start;
      lengths[at] = (byte) length;
      values[at] = value;
      size++;
    }

    void moveTo(int from, Chunk empty) {
      empty.take(this, from, 0);
      Arrays.fill(values, from, size, null);
      size = from;
    }

    void appendTo(Chunk other) {
      other.take(this, 0, other.size);
    }

    private void take(Chunk other, int from, int at) {
      int count = other.size - from;
      System.arraycopy(other.starts, from, starts, at, count);
      System.arraycopy(other.lengths, from, lengths, at, count);
      System.arraycopy(other.values, from, values, at, count);
      size = at + count;
    }

    /** Joins neighbours that belong to one prefix, or to none. */
    void join(int width) {
      int kept = 1;
      for (int i = 1; i < size; i++) {
        int length = lengths[i];
        if (length == lengths[kept - 1]
            && (length <= 0 || (starts[i] ^ starts[kept - 1]) >>> (width - length) == 0)) {
          continue;
        }
        starts[kept] = starts[i];
        lengths[kept] = lengths[i];
        values[kept++] = values[i];
      }
      Arrays.fill(values, kept, size, null);
      size = kept;
    }
  }
}
