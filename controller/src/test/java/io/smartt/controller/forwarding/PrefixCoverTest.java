package io.smartt.controller.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.controller.forwarding.PrefixCover.Route;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link PrefixCover}. */
class PrefixCoverTest {
  private static final int NET = 0x0a000000;

  @Test
  void oneTargetTakesOnePrefixThatIsNoShorterThanTheHostsNeed() {
    PrefixCover cover = new PrefixCover(range(1, 100));

    assertThat(cover.routes(targets(100, host -> 1), 0)).containsExactly(new Route(NET, 25, 1));
    assertThat(cover.routes(targets(100, host -> 0), 0)).isEmpty();
  }

  @Test
  void exceptionsAreLongerPrefixesInsideAShorterOne() {
    // 10.0.0.1 to .8, of which .5 goes elsewhere: one prefix for all and one for it.
    PrefixCover cover = new PrefixCover(range(1, 8));

    assertThat(cover.routes(targets(8, host -> host == 4 ? 2 : 1), 0))
        .containsExactly(new Route(NET, 28, 1), new Route(NET + 5, 32, 2));
  }

  @Test
  void aHostThatMustMissInsideAPrefixIsNamed() {
    PrefixCover cover = new PrefixCover(range(1, 4));

    assertThat(cover.routes(targets(4, host -> host == 1 ? 0 : 1), 0))
        .containsExactly(new Route(NET, 29, 1), new Route(NET + 2, 32, 0));
  }

  @Test
  void addressesAreUnsignedAndMayNeedThePrefixOfLengthZero() {
    PrefixCover cover = new PrefixCover(new int[] {0x01000000, 0xf0000000});

    assertThat(cover.routes(new int[] {1, 1}, 0)).containsExactly(new Route(0, 0, 1));
  }

  @Test
  void noHostsNoRoutes() {
    assertThat(new PrefixCover(new int[0]).routes(new int[0], 0)).isEmpty();
  }

  private static int[] range(int first, int count) {
    return IntStream.range(first, first + count).map(i -> NET + i).toArray();
  }

  private static int[] targets(int count, IntUnaryOperator target) {
    return IntStream.range(0, count).map(target).toArray();
  }
}
