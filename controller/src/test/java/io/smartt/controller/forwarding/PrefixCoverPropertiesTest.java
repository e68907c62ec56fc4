package io.smartt.controller.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.controller.forwarding.PrefixCover.Route;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Properties of {@link PrefixCover}. */
class PrefixCoverPropertiesTest {
  @Property
  void theLongestPrefixSendsEachAddressWhereItShouldGo(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 64) int count,
      @ForAll @IntRange(min = 1, max = 6) int targetCount,
      @ForAll @IntRange(min = 4, max = 32) int spread) {
    Random random = new Random(seed);
    int[] addresses =
        random
            .ints()
            .map(a -> spread == 32 ? a : (a & ((1 << spread) - 1)) | 0xc0a80000)
            .distinct()
            .limit(Math.min(count, 1 << Math.min(spread, 7) >> 1))
            .boxed()
            .sorted(Integer::compareUnsigned)
            .mapToInt(a -> a)
            .toArray();
    int[] targets = random.ints(addresses.length, 0, targetCount).toArray();

    List<Route> routes = new PrefixCover(addresses).routes(targets, 0);

    for (int i = 0; i < addresses.length; i++) {
      assertThat(lookUp(routes, addresses[i])).isEqualTo(targets[i]);
    }
    assertThat(routes).hasSizeLessThanOrEqualTo(addresses.length);
    assertThat(routes).doesNotHaveDuplicates();
  }

  private static int lookUp(List<Route> routes, int address) {
    int best = -1;
    int target = 0;
    for (Route route : routes) {
      int mask = route.length() == 0 ? 0 : -1 << (32 - route.length());
      if (route.length() > best && (address & mask) == route.prefix()) {
        best = route.length();
        target = route.target();
      }
    }
    return target;
  }
}
