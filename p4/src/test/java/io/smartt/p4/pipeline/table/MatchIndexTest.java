package io.smartt.p4.pipeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.table.MatchIndex.LpmIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the indexes one by one. */
class MatchIndexTest {
  private static Rule prefix(int width, long value, int length) {
    long ones = length == 0 ? 0 : (-1L << (width - length)) & (-1L >>> (64 - width));
    return new Rule(new long[] {value & ones}, new long[] {ones}, List.of(), length);
  }

  private static Rule ternary(long value, long mask, int priority) {
    return new Rule(new long[] {value}, new long[] {mask}, List.of(), priority);
  }

  @Test
  void exactFindsEqualKeysOnly() {
    MatchIndex<String> index = new MatchIndex.ExactIndex<>(2);
    index.put(new Rule(new long[] {1, 2}, new long[] {-1, -1}, List.of(), 0), "a");

    assertThat(index.find(new long[] {1, 2})).isEqualTo("a");
    assertThat(index.find(new long[] {2, 1})).isNull();
  }

  @Test
  void longestPrefixWins() {
    MatchIndex<String> index = new LpmIndex<>(32);
    index.put(prefix(32, 0x0a000000L, 8), "8");
    index.put(prefix(32, 0x0a010000L, 16), "16");
    index.put(prefix(32, 0x0a010100L, 23), "23");
    index.put(prefix(32, 0, 0), "0");

    assertThat(index.find(new long[] {0x0a0100ffL})).isEqualTo("23");
    assertThat(index.find(new long[] {0x0a0200ffL})).isEqualTo("8");
    assertThat(index.find(new long[] {0x0a010300L})).isEqualTo("16");
    assertThat(index.find(new long[] {0xffffffffL})).isEqualTo("0");
  }

  @Test
  void removingAPrefixUncoversTheNextLonger() {
    MatchIndex<String> index = new LpmIndex<>(32);
    index.put(prefix(32, 0x0a000000L, 9), "9");
    index.put(prefix(32, 0x0a000000L, 10), "10");
    index.put(prefix(32, 0x0a000000L, 16), "16");
    index.remove(prefix(32, 0x0a000000L, 10));

    assertThat(index.find(new long[] {0x0a000001L})).isEqualTo("16");
    assertThat(index.find(new long[] {0x0a200001L})).isEqualTo("9");
    index.remove(prefix(32, 0x0a000000L, 16));
    assertThat(index.find(new long[] {0x0a000001L})).isEqualTo("9");
    index.remove(prefix(32, 0x0a000000L, 9));
    assertThat(index.find(new long[] {0x0a000001L})).isNull();
  }

  @Test
  void prefixesOfANarrowFieldWork() {
    MatchIndex<String> index = new LpmIndex<>(9);
    index.put(prefix(9, 0x1f0, 5), "5");
    index.put(prefix(9, 0x1f8, 9), "9");

    assertThat(index.find(new long[] {0x1f8})).isEqualTo("9");
    assertThat(index.find(new long[] {0x1f9})).isEqualTo("5");
    assertThat(index.find(new long[] {0x0f8})).isNull();
  }

  @Test
  void highestPriorityWins() {
    MatchIndex<String> index = new TupleSpaceIndex<>(1);
    index.put(ternary(0x10, 0xf0, 5), "five");
    index.put(ternary(0x12, 0xff, 3), "three");
    index.put(ternary(0x02, 0x0f, 9), "nine");

    assertThat(index.find(new long[] {0x12})).isEqualTo("nine");
    assertThat(index.find(new long[] {0x11})).isEqualTo("five");
    assertThat(index.find(new long[] {0x21})).isNull();
  }

  @Test
  void ofEqualPriorityTheFirstWins() {
    MatchIndex<String> index = new TupleSpaceIndex<>(1);
    index.put(ternary(0x10, 0xf0, 5), "first");
    index.put(ternary(0x02, 0x0f, 5), "second");

    assertThat(index.find(new long[] {0x12})).isEqualTo("first");
    index.put(ternary(0x10, 0xf0, 5), "first again");
    assertThat(index.find(new long[] {0x12})).isEqualTo("first again");
  }

  @Test
  void sameKeyOfTwoPrioritiesIsTwoEntries() {
    MatchIndex<String> index = new TupleSpaceIndex<>(1);
    index.put(ternary(0x10, 0xf0, 5), "five");
    index.put(ternary(0x10, 0xf0, 6), "six");

    assertThat(index.find(new long[] {0x12})).isEqualTo("six");
    index.remove(ternary(0x10, 0xf0, 6));
    assertThat(index.find(new long[] {0x12})).isEqualTo("five");
  }

  @Test
  void rangesIncludeTheirBoundsAndCompareUnsigned() {
    MatchIndex<String> index = new TupleSpaceIndex<>(1);
    Rule.Range range = new Rule.Range(0, new long[] {5}, new long[] {-2});
    index.put(new Rule(new long[1], new long[1], List.of(range), 1), "in");

    assertThat(index.find(new long[] {5})).isEqualTo("in");
    assertThat(index.find(new long[] {-2})).isEqualTo("in");
    assertThat(index.find(new long[] {4})).isNull();
    assertThat(index.find(new long[] {-1})).isNull();
  }

  @Test
  void anEditIsNotSeenByThoseWhoHoldTheOldIndex() {
    for (MatchIndex<String> old :
        List.of(
            new MatchIndex.ExactIndex<String>(1),
            new LpmIndex<String>(32),
            new TupleSpaceIndex<String>(1))) {
      old.put(prefix(32, 7, 32), "old");
      MatchIndex<String> edited = old.edit();
      edited.put(prefix(32, 7, 32), "new");
      edited.put(prefix(32, 8, 32), "more");

      assertThat(old.find(new long[] {7})).isEqualTo("old");
      assertThat(old.find(new long[] {8})).isNull();
      assertThat(edited.find(new long[] {7})).isEqualTo("new");
      edited.remove(prefix(32, 7, 32));
      assertThat(old.find(new long[] {7})).isEqualTo("old");
      assertThat(edited.find(new long[] {7})).isNull();
    }
  }

  @Test
  void aTableWithoutAKeyMisses() {
    assertThat(new MatchIndex.KeylessIndex<String>().find(new long[1])).isNull();
  }
}
