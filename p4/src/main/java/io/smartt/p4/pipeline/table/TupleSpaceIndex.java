package io.smartt.p4.pipeline.table;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Ternary, range and mixed match by tuple-space search: entries with the same mask share a hash map
 * from their masked values, and a look-up asks one map after the other, those that hold the highest
 * rank first, until no map left can do better. Masks that few entries have are not worth a map:
 * their entries are in a list. An lpm table of a wide or compound key is the same with the prefix
 * length for rank. Ranges are looked at only within a map's bucket.
 */
public final class TupleSpaceIndex<V> implements MatchIndex<V> {
  /** The number of entries of one mask from which they get a map. */
  private static final int MANY = 12;

  private final int words;
  private RuleList few;
  private Tuple[] tuples;
  private long nextOrder;
  private boolean ownsFew;

  /** Marks the tuples that this index has made and may change. */
  private final Object owner = new Object();

  /** An empty index over keys of so many longs. */
  public TupleSpaceIndex(int words) {
    this(words, new RuleList(words), new Tuple[0], 0);
    ownsFew = true;
  }

  private TupleSpaceIndex(int words, RuleList few, Tuple[] tuples, long nextOrder) {
    this.words = words;
    this.few = few;
    this.tuples = tuples;
    this.nextOrder = nextOrder;
  }

  @Override
  public @Nullable V find(long[] key) {
    RuleList.RankedRule best = few.find(key);
    for (Tuple tuple : tuples) {
      if (best != null && best.rule().rank() > tuple.bestRank) {
        break;
      }
      RuleList.RankedRule[] bucket = tuple.map.get(key, tuple.mask);
      if (bucket != null) {
        for (RuleList.RankedRule item : bucket) {
          if (best != null && !item.beats(best)) {
            break;
          }
          if (item.rule().isInRanges(key)) {
            best = item;
            break;
          }
        }
      }
    }
    return best == null ? null : cast(best.value());
  }

  @Override
  public @Nullable V find(long key) {
    RuleList.RankedRule best = few.find(key);
    for (Tuple tuple : tuples) {
      if (best != null && best.rule().rank() > tuple.bestRank) {
        break;
      }
      RuleList.RankedRule[] bucket = tuple.map.get(key & tuple.mask[0]);
      if (bucket != null) {
        for (RuleList.RankedRule item : bucket) {
          if (best != null && !item.beats(best)) {
            break;
          }
          if (item.rule().isInRanges(key)) {
            best = item;
            break;
          }
        }
      }
    }
    return best == null ? null : cast(best.value());
  }

  @Override
  public MatchIndex<V> edit() {
    return new TupleSpaceIndex<>(words, few, tuples.clone(), nextOrder);
  }

  @Override
  public void put(Rule rule, V value) {
    int at = tupleOf(rule);
    if (at >= 0) {
      putInTuple(at, rule, value);
      return;
    }
    RuleList.RankedRule old = few.get(rule);
    ownFew();
    if (old != null) {
      few.removeIf(rule::equals);
    }
    few.add(new RuleList.RankedRule(rule, value, old == null ? nextOrder++ : old.order()));
    List<RuleList.RankedRule> alike = few.withMask(rule.mask());
    if (alike.size() >= MANY) {
      few.removeIf(other -> Arrays.equals(other.mask(), rule.mask()));
      at = tuples.length;
      tuples = Arrays.copyOf(tuples, at + 1);
      tuples[at] = new Tuple(owner, rule.mask(), new KeyMap<>(words), new TreeMap<>());
      alike.forEach(tuples[at]::put);
      sort();
    }
  }

  private void ownFew() {
    if (!ownsFew) {
      few = few.copy();
      ownsFew = true;
    }
  }

  private void putInTuple(int at, Rule rule, V value) {
    Tuple tuple = writable(at);
    RuleList.RankedRule old = tuple.get(rule);
    if (old != null) {
      tuple.remove(rule);
    }
    tuple.put(new RuleList.RankedRule(rule, value, old == null ? nextOrder++ : old.order()));
    sort();
  }

  @Override
  public void remove(Rule rule) {
    int at = tupleOf(rule);
    if (at < 0) {
      if (few.get(rule) != null) {
        ownFew();
        few.removeIf(rule::equals);
      }
      return;
    }
    Tuple tuple = writable(at);
    tuple.remove(rule);
    if (tuple.map.size() == 0) {
      Tuple[] others = new Tuple[tuples.length - 1];
      System.arraycopy(tuples, 0, others, 0, at);
      System.arraycopy(tuples, at + 1, others, at, others.length - at);
      tuples = others;
    }
    sort();
  }

  private int tupleOf(Rule rule) {
    for (int i = 0; i < tuples.length; i++) {
      if (Arrays.equals(tuples[i].mask, rule.mask())) {
        return i;
      }
    }
    return -1;
  }

  @SuppressWarnings("ReferenceEquality") // An owner is nothing but its identity.
  private Tuple writable(int at) {
    if (tuples[at].owner != owner) {
      tuples[at] = tuples[at].copy(owner);
    }
    return tuples[at];
  }

  private void sort() {
    // Insertion sort: one tuple at most is out of place.
    for (int i = 1; i < tuples.length; i++) {
      for (int j = i; j > 0 && tuples[j].bestRank > tuples[j - 1].bestRank; j--) {
        Tuple lower = tuples[j - 1];
        tuples[j - 1] = tuples[j];
        tuples[j] = lower;
      }
    }
  }

  @SuppressWarnings("unchecked") // Only values of V are put.
  private @Nullable V cast(Object value) {
    return (V) value;
  }

  /** The entries of one mask. */
  private static final class Tuple {
    final Object owner;
    final long[] mask;
    final KeyMap<RuleList.RankedRule[]> map;

    /** The number of entries of each rank. */
    private final SortedMap<Long, Integer> ranks;

    long bestRank = Long.MIN_VALUE;

    private Tuple(
        Object owner,
        long[] mask,
        KeyMap<RuleList.RankedRule[]> map,
        SortedMap<Long, Integer> ranks) {
      this.owner = owner;
      this.mask = mask;
      this.map = map;
      this.ranks = ranks;
      bestRank = ranks.isEmpty() ? Long.MIN_VALUE : ranks.lastKey();
    }

    Tuple copy(Object newOwner) {
      return new Tuple(newOwner, mask, map.copy(), new TreeMap<>(ranks));
    }

    private RuleList.RankedRule[] bucket(Rule rule) {
      RuleList.RankedRule[] bucket = map.get(rule.value());
      return bucket == null ? new RuleList.RankedRule[0] : bucket;
    }

    RuleList.@Nullable RankedRule get(Rule rule) {
      for (RuleList.RankedRule item : bucket(rule)) {
        if (item.rule().equals(rule)) {
          return item;
        }
      }
      return null;
    }

    void put(RuleList.RankedRule added) {
      List<RuleList.RankedRule> bucket = new ArrayList<>(Arrays.asList(bucket(added.rule())));
      bucket.add(added);
      bucket.sort((a, b) -> a.beats(b) ? -1 : 1);
      map.put(added.rule().value(), bucket.toArray(RuleList.RankedRule[]::new));
      count(added.rule().rank(), 1);
    }

    void remove(Rule rule) {
      RuleList.RankedRule[] old = bucket(rule);
      RuleList.RankedRule[] left =
          Arrays.stream(old)
              .filter(item -> !item.rule().equals(rule))
              .toArray(RuleList.RankedRule[]::new);
      if (left.length == old.length) {
        return;
      }
      if (left.length == 0) {
        map.remove(rule.value());
      } else {
        map.put(rule.value(), left);
      }
      count(rule.rank(), -1);
    }

    private void count(long rank, int change) {
      int now = ranks.getOrDefault(rank, 0) + change;
      if (now > 0) {
        ranks.put(rank, now);
      } else {
        ranks.remove(rank);
      }
      bestRank = ranks.isEmpty() ? Long.MIN_VALUE : ranks.lastKey();
    }
  }
}
