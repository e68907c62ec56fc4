package io.smartt.p4.pipeline.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ternary, range and mixed match by tuple-space search: entries with the same mask share a hash map
 * from their masked values, and a look-up asks one map after the other, those that hold the highest
 * rank first, until no map left can do better. An lpm table of a wide or compound key is the same
 * with the prefix length for rank. Ranges are looked at only within a map's bucket.
 */
public final class TupleSpaceIndex<V> implements MatchIndex<V> {
  private final int words;
  private Tuple[] tuples;
  private long nextOrder;

  /** Marks the tuples that this index has made and may change. */
  private final Object owner = new Object();

  /** An empty index over keys of so many longs. */
  public TupleSpaceIndex(int words) {
    this(words, new Tuple[0], 0);
  }

  private TupleSpaceIndex(int words, Tuple[] tuples, long nextOrder) {
    this.words = words;
    this.tuples = tuples;
    this.nextOrder = nextOrder;
  }

  @Override
  public @Nullable V find(long[] key) {
    Item best = null;
    for (Tuple tuple : tuples) {
      if (best != null && best.rule.rank() > tuple.bestRank) {
        break;
      }
      Item[] bucket = tuple.map.get(key, tuple.mask);
      if (bucket != null) {
        for (Item item : bucket) {
          if (best != null && !item.beats(best)) {
            break;
          }
          if (item.inRanges(key)) {
            best = item;
            break;
          }
        }
      }
    }
    return best == null ? null : cast(best.value);
  }

  @Override
  public @Nullable V find(long key) {
    return find(new long[] {key});
  }

  @Override
  public MatchIndex<V> edit() {
    return new TupleSpaceIndex<>(words, tuples.clone(), nextOrder);
  }

  @Override
  public void put(Rule rule, V value) {
    int at = tupleOf(rule);
    if (at < 0) {
      at = tuples.length;
      tuples = Arrays.copyOf(tuples, at + 1);
      tuples[at] = new Tuple(owner, rule.mask(), new KeyMap<>(words));
    }
    Tuple tuple = writable(at);
    Item[] old = tuple.map.get(rule.value());
    List<Item> bucket = new ArrayList<>(old == null ? List.of() : Arrays.asList(old));
    long order = nextOrder++;
    for (Item item : bucket) {
      if (item.rule.equals(rule)) {
        order = item.order;
      }
    }
    bucket.removeIf(item -> item.rule.equals(rule));
    bucket.add(new Item(rule, value, order));
    bucket.sort((a, b) -> a.beats(b) ? -1 : 1);
    tuple.map.put(rule.value(), bucket.toArray(Item[]::new));
    tuple.count(rule.rank(), old == null ? bucket.size() : bucket.size() - old.length);
    sort();
  }

  @Override
  public void remove(Rule rule) {
    int at = tupleOf(rule);
    if (at < 0) {
      return;
    }
    Tuple tuple = writable(at);
    Item[] old = tuple.map.get(rule.value());
    if (old == null) {
      return;
    }
    Item[] left = Arrays.stream(old).filter(item -> !item.rule.equals(rule)).toArray(Item[]::new);
    if (left.length == old.length) {
      return;
    }
    if (left.length == 0) {
      tuple.map.remove(rule.value());
    } else {
      tuple.map.put(rule.value(), left);
    }
    tuple.count(rule.rank(), -1);
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

  private record Item(Rule rule, Object value, long order) {
    boolean beats(Item other) {
      return rule.rank() > other.rule.rank()
          || (rule.rank() == other.rule.rank() && order < other.order);
    }

    boolean inRanges(long[] key) {
      List<Rule.Range> ranges = rule.ranges();
      for (int i = 0; i < ranges.size(); i++) {
        if (!ranges.get(i).contains(key)) {
          return false;
        }
      }
      return true;
    }
  }

  /** All entries of one mask. */
  private static final class Tuple {
    final Object owner;
    final long[] mask;
    final KeyMap<Item[]> map;

    /** How many entries there are of each rank. */
    private final SortedMap<Long, Integer> ranks;

    long bestRank = Long.MIN_VALUE;

    Tuple(Object owner, long[] mask, KeyMap<Item[]> map) {
      this(owner, mask, map, new TreeMap<>());
    }

    private Tuple(Object owner, long[] mask, KeyMap<Item[]> map, SortedMap<Long, Integer> ranks) {
      this.owner = owner;
      this.mask = mask;
      this.map = map;
      this.ranks = ranks;
      bestRank = ranks.isEmpty() ? Long.MIN_VALUE : ranks.lastKey();
    }

    Tuple copy(Object newOwner) {
      return new Tuple(newOwner, mask, map.copy(), new TreeMap<>(ranks));
    }

    void count(long rank, int change) {
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
