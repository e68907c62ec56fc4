package io.smartt.host.pathing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link Bitmap}, {@link ObliviousRounds} and their {@link EntropyRounds}. */
class BitmapTest {
  private static final int COUNT = 8;

  private final Bitmap bitmap = new Bitmap(COUNT, new SplittableRandom(1));

  private static List<Integer> round(PathSelector selector, int packets) {
    List<Integer> entropies = new ArrayList<>();
    for (int i = 0; i < packets; i++) {
      entropies.add(selector.nextEntropy(0));
    }
    return entropies;
  }

  /** How many packets it takes until one has an entropy value. */
  private int packetsUntil(int entropy) {
    int packets = 1;
    while (bitmap.nextEntropy(0) != entropy) {
      packets++;
    }
    return packets;
  }

  @Test
  void everyValueTakesItsTurnOnceARound() {
    for (PathSelector selector :
        List.of(bitmap, new ObliviousRounds(COUNT, new SplittableRandom(1)))) {
      for (int i = 0; i < 20; i++) {
        assertThat(round(selector, COUNT)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
      }
    }
  }

  @Test
  void orderDiffersFromRoundToRound() {
    Set<List<Integer>> orders = new HashSet<>();
    PathSelector selector = new ObliviousRounds(COUNT, new SplittableRandom(1));
    for (int i = 0; i < 50; i++) {
      orders.add(round(selector, COUNT));
    }
    assertThat(orders).hasSizeGreaterThan(4);
  }

  @Test
  void tellsWhichValuesItKeepsOut() {
    bitmap.onAck(0, 3, true);
    bitmap.onTrim(0, 5);

    int[] values = new int[COUNT];
    assertThat(bitmap.avoided(values)).isEqualTo(2);
    assertThat(List.of(values[0], values[1])).containsExactlyInAnyOrder(3, 5);
    assertThat(bitmap.avoided(new int[1])).isEqualTo(1);
  }

  @Test
  void markedValueIsPassedOverOnce() {
    bitmap.onAck(0, 3, true);

    assertThat(round(bitmap, COUNT - 1)).doesNotContain(3);
    assertThat(round(bitmap, COUNT)).contains(3);
  }

  @Test
  void valueOfATrimIsPassedOverFourTimes() {
    bitmap.onTrim(0, 3);

    assertThat(bitmap.avoided()).isEqualTo(1);
    assertThat(round(bitmap, 4 * (COUNT - 1))).doesNotContain(3);
    assertThat(bitmap.avoided()).isZero();
    assertThat(round(bitmap, COUNT)).contains(3);
  }

  @Test
  void penaltiesAddUpToFifteen() {
    bitmap.onTrim(0, 3);
    bitmap.onTimeout(0, 3);
    bitmap.onTimeout(0, 3);

    assertThat(round(bitmap, 15 * (COUNT - 1))).doesNotContain(3);
    assertThat(round(bitmap, COUNT)).contains(3);
  }

  @Test
  void unmarkedAcknowledgementTakesNoPenaltyAway() {
    bitmap.onTrim(0, 3);
    bitmap.onAck(0, 3, false);

    assertThat(packetsUntil(3)).isGreaterThan(4 * (COUNT - 1));
  }

  @Test
  void whereAllHaveAPenaltyPacketsStillLeave() {
    for (int entropy = 0; entropy < COUNT; entropy++) {
      bitmap.onTimeout(0, entropy);
    }
    assertThat(round(bitmap, 1000)).allMatch(entropy -> entropy >= 0 && entropy < COUNT);
  }

  @Test
  void oneValueIsAlwaysTaken() {
    Bitmap single = new Bitmap(1, new SplittableRandom(1));
    single.onTimeout(0, 0);
    assertThat(round(single, 5)).containsOnly(0);
  }

  @Test
  void numberOfValuesIsAPowerOfTwo() {
    assertThatThrownBy(() -> new Bitmap(48, new SplittableRandom(1)))
        .hasMessage(
            "entropies is 48, load balancers that take them in rounds accept powers of two");
  }
}
