package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link NumberShare}. */
@Timeout(10)
class NumberShareTest {
  private static final int LIMIT = 1 << 16;

  @Test
  void sharesOfAnyCountGiveOutEachNumberOnce() {
    for (int count : new int[] {1, 2, 3, 7, 64}) {
      Set<Long> given = new HashSet<>();
      for (int index = 0; index < count; index++) {
        NumberShare share = new NumberShare(index, count);
        long number = index;
        for (long i = 0; i < share.below(LIMIT); i++) {
          assertThat(given.add(number)).as("%d of %s", number, share).isTrue();
          assertThat(number % count).isEqualTo(index);
          number = share.after(number, LIMIT);
        }
        assertThat(number).as("goes round").isEqualTo(index);
      }
      assertThat(given).hasSize(LIMIT);
    }
  }

  @Test
  void aShareMayBeginWithAnyOfItsNumbers() {
    for (int turn : new int[] {0, 1, 9_361, 9_362, 65_535}) {
      NumberShare share = new NumberShare(3, 7, turn);

      assertThat(share.first(LIMIT)).isLessThan(LIMIT);
      assertThat(share.first(LIMIT) % 7).isEqualTo(3);
    }
    assertThat(new NumberShare(3, 7, 2).first(LIMIT)).isEqualTo(17);
    assertThat(new NumberShare(0, 1, LIMIT + 5).first(LIMIT)).isEqualTo(5);
  }

  @Test
  void aShareThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new NumberShare(2, 2)).hasMessage("share 2 of 2 from 0");
    assertThatThrownBy(() -> new NumberShare(0, 65)).hasMessage("share 0 of 65 from 0");
  }
}
