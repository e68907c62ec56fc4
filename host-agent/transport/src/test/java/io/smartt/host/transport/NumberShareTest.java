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
  void aShareThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new NumberShare(2, 2)).hasMessage("share 2 of 2");
    assertThatThrownBy(() -> new NumberShare(0, 65)).hasMessage("share 0 of 65");
  }
}
