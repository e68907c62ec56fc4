package io.smartt.p4.pipeline.table;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Ranked rules one after the other, best first. A look-up compares one word of the key with all
 * rules of a block in a loop without branches, which is little work a rule, and looks closer only
 * where one of them may match.
 */
final class RuleList {
  private static final int BLOCK = 256;

  private final int words;

  /** The word of the key that the arrays are about. */
  private int word;

  private long[] values;
  private long[] masks;
  private RankedRule[] rules;
  private int size;

  RuleList(int words) {
    this.words = words;
    this.values = new long[0];
    this.masks = new long[0];
    this.rules = new RankedRule[0];
  }

  private RuleList(RuleList other) {
    words = other.words;
    size = other.size;
    rules = Arrays.copyOf(other.rules, size);
    values = new long[size];
    masks = new long[size];
    word = mostTelling();
    for (int i = 0; i < size; i++) {
      values[i] = rules[i].rule().value()[word];
      masks[i] = rules[i].rule().mask()[word];
    }
  }

  /** A copy that can be changed on its own. */
  RuleList copy() {
    return new RuleList(this);
  }

  /** The word of which the rules look at most bits. */
  private int mostTelling() {
    int best = 0;
    long most = -1;
    for (int candidate = 0; candidate < words; candidate++) {
      long bits = 0;
      for (int i = 0; i < size; i++) {
        bits += Long.bitCount(rules[i].rule().mask()[candidate]);
      }
      if (bits > most) {
        most = bits;
        best = candidate;
      }
    }
    return best;
  }

  /** The best rule that a key matches. */
  @Nullable RankedRule find(long[] key) {
    long probe = key[word];
    for (int from = 0; from < size; from += BLOCK) {
      int to = Math.min(size, from + BLOCK);
      if (mayMatch(values, masks, from, to, probe)) {
        for (int i = from; i < to; i++) {
          if ((probe & masks[i]) == values[i] && rules[i].rule().matches(key)) {
            return rules[i];
          }
        }
      }
    }
    return null;
  }

  /** {@link #find(long[])} for keys of one long. */
  @Nullable RankedRule find(long key) {
    for (int from = 0; from < size; from += BLOCK) {
      int to = Math.min(size, from + BLOCK);
      if (mayMatch(values, masks, from, to, key)) {
        for (int i = from; i < to; i++) {
          if ((key & masks[i]) == values[i] && rules[i].rule().isInRanges(key)) {
            return rules[i];
          }
        }
      }
    }
    return null;
  }

  /** Returns whether a key under any of the masks is the value; compiled to vector instructions. */
  private static boolean mayMatch(long[] values, long[] masks, int from, int to, long key) {
    long any = 0;
    for (int i = from; i < to; i++) {
      long difference = (key & masks[i]) ^ values[i];
      // Negative where the difference is 0.
      any |= (difference - 1) & ~difference;
    }
    return any < 0;
  }

  void add(RankedRule rule) {
    int at = 0;
    while (at < size && rules[at].beats(rule)) {
      at++;
    }
    if (size == rules.length) {
      int capacity = Math.max(8, size * 2);
      values = Arrays.copyOf(values, capacity);
      masks = Arrays.copyOf(masks, capacity);
      rules = Arrays.copyOf(rules, capacity);
    }
    System.arraycopy(values, at, values, at + 1, size - at);
    System.arraycopy(masks, at, masks, at + 1, size - at);
    System.arraycopy(rules, at, rules, at + 1, size - at);
    values[at] = rule.rule().value()[word];
    masks[at] = rule.rule().mask()[word];
    rules[at] = rule;
    size++;
  }

  /** The rule that is equal to one. */
  @Nullable RankedRule get(Rule rule) {
    for (int i = 0; i < size; i++) {
      if (rules[i].rule().equals(rule)) {
        return rules[i];
      }
    }
    return null;
  }

  /** Removes the rules with a mask, or the one that is equal to a rule. */
  void removeIf(Predicate<Rule> unwanted) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (!unwanted.test(rules[i].rule())) {
        values[kept] = values[i];
        masks[kept] = masks[i];
        rules[kept++] = rules[i];
      }
    }
    size = kept;
  }

  List<RankedRule> withMask(long[] mask) {
    return Arrays.stream(rules, 0, size)
        .filter(rule -> Arrays.equals(rule.rule().mask(), mask))
        .toList();
  }

  /**
   * A rule with its value.
   *
   * @param order when it was first put: of equal rank the earlier wins
   */
  record RankedRule(Rule rule, Object value, long order) {
    boolean beats(RankedRule other) {
      return rule.rank() > other.rule.rank()
          || (rule.rank() == other.rule.rank() && order < other.order);
    }
  }
}
