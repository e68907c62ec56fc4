package io.smartt.p4.pipeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.table.MatchIndex.LpmIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** Compares the indexes with a search of every entry, after random changes. */
class MatchIndexPropertiesTest {
  /** An entry a list item, the slow and obvious way. */
  private static final class Naive {
    private record Item(Rule rule, int value) {}

    private final List<Item> items = new ArrayList<>();

    void put(Rule rule, int value) {
      for (int i = 0; i < items.size(); i++) {
        if (items.get(i).rule.equals(rule)) {
          items.set(i, new Item(rule, value));
          return;
        }
      }
      items.add(new Item(rule, value));
    }

    void remove(Rule rule) {
      items.removeIf(item -> item.rule.equals(rule));
    }

    @Nullable Integer find(long[] key) {
      Item best = null;
      for (Item item : items) {
        if (item.rule.matches(key) && (best == null || item.rule.rank() > best.rule.rank())) {
          best = item;
        }
      }
      return best == null ? null : best.value;
    }
  }

  private interface RuleSource {
    Rule next(Random random);
  }

  private interface KeySource {
    long[] next(Random random);
  }

  private static void compare(
      long seed, Supplier<MatchIndex<Integer>> empty, RuleSource rules, KeySource keys) {
    Random random = new Random(seed);
    MatchIndex<Integer> index = empty.get();
    Naive naive = new Naive();
    List<Rule> known = new ArrayList<>();
    for (int step = 0; step < 150; step++) {
      int choice = random.nextInt(10);
      if (choice < 6 || known.isEmpty()) {
        Rule rule = rules.next(random);
        known.add(rule);
        index.put(rule, step);
        naive.put(rule, step);
      } else if (choice < 9) {
        Rule rule = known.get(random.nextInt(known.size()));
        index.remove(rule);
        naive.remove(rule);
      } else {
        index = index.edit();
      }
      for (int probe = 0; probe < 10; probe++) {
        long[] key = keys.next(random);
        assertThat(index.find(key)).isEqualTo(naive.find(key));
      }
    }
  }

  @Property(tries = 60)
  void exact(@ForAll long seed) {
    compare(
        seed,
        () -> new MatchIndex.ExactIndex<>(2),
        random ->
            new Rule(
                new long[] {random.nextInt(4), random.nextInt(4)},
                new long[] {-1, -1},
                List.of(),
                0),
        random -> new long[] {random.nextInt(5), random.nextInt(5)});
  }

  @Property(tries = 60)
  void prefixesOfAnyWidthUpTo32(@ForAll long seed, @ForAll @IntRange(min = 1, max = 32) int width) {
    long all = -1L >>> (64 - width);
    compare(
        seed,
        () -> new LpmIndex<>(width),
        random -> {
          int length = random.nextInt(width + 1);
          long mask = length == 0 ? 0 : (-1L << (width - length)) & all;
          return new Rule(
              new long[] {clustered(random) & mask}, new long[] {mask}, List.of(), length);
        },
        random -> new long[] {clustered(random) & all});
  }

  /** Few distinct bytes, so that prefixes nest and keys hit them. */
  private static long clustered(Random random) {
    long value = 0;
    for (int i = 0; i < 4; i++) {
      value = (value << 8) | new int[] {0, 1, 0x80, 0xff}[random.nextInt(4)];
    }
    return value;
  }

  @Property(tries = 60)
  void ternaryWithRanges(@ForAll long seed) {
    compare(
        seed,
        () -> new TupleSpaceIndex<>(2),
        random -> {
          long mask = random.nextInt(16);
          List<Rule.Range> ranges = new ArrayList<>();
          if (random.nextBoolean()) {
            long low = random.nextInt(10);
            ranges.add(new Rule.Range(1, new long[] {low}, new long[] {low + random.nextInt(6)}));
          }
          return new Rule(
              new long[] {random.nextInt(16) & mask, 0},
              new long[] {mask, 0},
              ranges,
              random.nextInt(5));
        },
        random -> new long[] {random.nextInt(16), random.nextInt(16)});
  }
}
