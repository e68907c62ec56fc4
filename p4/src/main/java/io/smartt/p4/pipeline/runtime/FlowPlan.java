package io.smartt.p4.pipeline.runtime;

import module java.base;

/**
 * The slots on which it alone depends what ingress does to a packet, and those of its changes
 * that matter. Their values are packed: a word of the key holds as many fields as fit.
 */
public final class FlowPlan {
  /** Odd, its bits as if drawn: 2 to the power of 64, divided by the golden ratio. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int rows;
  private final int[] changing;
  private final int[] slots;
  private final int[] shifts;
  private final long[] masks;

  /** The number of the part after the last of each word. */
  private final int[] ends;

  /**
   * A value that is part of the key.
   *
   * @param width in bits
   */
  public record KeySlot(int slot, int width) {}

  /**
   * A plan.
   *
   * @param rows flows to be remembered, a power of two
   * @param changing slots that ingress may change and something reads afterwards
   * @param key those of them that packets come with different values in
   */
  public FlowPlan(int rows, int[] changing, List<KeySlot> key) {
    this.rows = rows;
    this.changing = changing.clone();
    List<List<KeySlot>> words = new ArrayList<>();
    List<Integer> used = new ArrayList<>();
    for (KeySlot part :
        key.stream().sorted(Comparator.comparingInt(KeySlot::width).reversed()).toList()) {
      int word = 0;
      while (word < words.size() && used.get(word) + part.width > Long.SIZE) {
        word++;
      }
      if (word == words.size()) {
        words.add(new ArrayList<>());
        used.add(0);
      }
      words.get(word).add(part);
      used.set(word, used.get(word) + part.width);
    }
    slots = new int[key.size()];
    shifts = new int[key.size()];
    masks = new long[key.size()];
    ends = new int[words.size()];
    int at = 0;
    for (int word = 0; word < ends.length; word++) {
      int shift = 0;
      for (KeySlot part : words.get(word)) {
        slots[at] = part.slot;
        shifts[at] = shift;
        masks[at++] = -1L >>> (Long.SIZE - part.width);
        shift += part.width;
      }
      ends[word] = at;
    }
  }

  int rows() {
    return rows;
  }

  int keyWords() {
    return ends.length;
  }

  int changing() {
    return changing.length;
  }

  int changing(int index) {
    return changing[index];
  }

  /** Packs the key; returns a hash of it, whose halves are of use apart. */
  long key(long[] from, long[] key) {
    long hash = 0;
    int at = 0;
    for (int word = 0; word < ends.length; word++) {
      long packed = 0;
      for (int end = ends[word]; at < end; at++) {
        packed |= (from[slots[at]] & masks[at]) << shifts[at];
      }
      key[word] = packed;
      hash = (hash ^ packed) * MULTIPLIER;
      hash ^= hash >>> Integer.SIZE;
    }
    hash *= MULTIPLIER;
    return hash ^ (hash >>> Integer.SIZE);
  }
}
