package io.smartt.virtual.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No number gains by it, whichever and however many events meet at an instant. */
class TieOrderTest {
  private static final int INSTANTS = 20_000;

  /**
   * How often the rarest and the most frequent winner win, over the expected number. Five standard
   * deviations of a fair draw are 5 / sqrt(20,000 / events).
   */
  @ParameterizedTest
  @CsvSource({"2, 1, 1", "3, 7, 41600", "8, 2, 41600", "8, 1, 1000000", "13, 5, 8", "64, 2, 41600"})
  void eachIsFirstEquallyOften(int events, int stride, long periodPs) {
    for (long seed : new long[] {0, 1, 2, -1}) {
      int[] wins = wins(new EventQueue.TieOrder(seed, 0), events, stride, periodPs);
      double expected = (double) INSTANTS / events;
      double bound = 5 * Math.sqrt(expected);
      for (int event = 0; event < events; event++) {
        assertThat((double) wins[event])
            .as("seed %d, event %d of %d", seed, event, events)
            .isBetween(expected - bound, expected + bound);
      }
    }
  }

  private static int[] wins(EventQueue.TieOrder order, int events, int stride, long periodPs) {
    int[] wins = new int[events];
    for (int instant = 0; instant < INSTANTS; instant++) {
      int first = 0;
      for (int event = 1; event < events; event++) {
        if (order.of(event * stride, instant * periodPs)
            < order.of(first * stride, instant * periodPs)) {
          first = event;
        }
      }
      wins[first]++;
    }
    return wins;
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "1, 3", "0, -1"})
  void anotherSeedIsAnotherOrder(long one, long other) {
    int[] differ = {0};
    for (long timePs = 0; timePs < 1000; timePs++) {
      boolean ofOne =
          new EventQueue.TieOrder(one, 0).of(1, timePs)
              < new EventQueue.TieOrder(one, 0).of(2, timePs);
      boolean ofOther =
          new EventQueue.TieOrder(other, 0).of(1, timePs)
              < new EventQueue.TieOrder(other, 0).of(2, timePs);
      differ[0] += ofOne == ofOther ? 0 : 1;
    }
    assertThat(differ[0]).isBetween(400, 600);
  }

  /** Another order is another run: the draws are SplitMix64's, and results are kept. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 726207247",
    "1, 1, 0, 1175836733",
    "1, 1, 41600, 1250217049",
    "-7, 13, 123456789012, 1602676093"
  })
  void theDrawsAreThoseOfEarlierVersions(long seed, int number, long timePs, long draw) {
    assertThat(new EventQueue.TieOrder(seed, 0).of(number, timePs)).isEqualTo(draw);
  }

  @Test
  void aSlowerNetworkHasTheOrderOfTheOther() {
    for (long timePs = 0; timePs < 1_000; timePs += 7) {
      assertThat(new EventQueue.TieOrder(3, 4).of(5, 16 * timePs))
          .isEqualTo(new EventQueue.TieOrder(3, 0).of(5, timePs));
    }
  }
}
