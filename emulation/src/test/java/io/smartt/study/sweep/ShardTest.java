package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ShardTest {
  @Property(tries = 100)
  void allPartsAreTheWholeAndOfLikeSize(
      @ForAll List<Integer> all, @ForAll @IntRange(min = 1, max = 9) int count) {
    List<Integer> together = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      List<Integer> part = new Shard(i, count).of(all);
      assertThat(part.size()).isBetween(all.size() / count, all.size() / count + 1);
      together.addAll(part);
    }
    assertThat(together).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void aPartThatCannotBeIsRefused() {
    assertThat(Shard.parse("2/3")).isEqualTo(new Shard(2, 3));
    assertThatThrownBy(() -> Shard.parse("4/3"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("4/3 is no part; write 1/3 to 3/3");
    assertThatThrownBy(() -> Shard.parse("two"))
        .hasMessage("two: write I/N, such as 2/8 for the second of eight parts");
  }
}
