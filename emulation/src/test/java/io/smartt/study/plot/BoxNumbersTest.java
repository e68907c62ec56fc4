package io.smartt.study.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoxNumbersTest {
  @Test
  void quartilesLieBetweenRanksAndWhiskersReachThreeHalvesOfTheirDistance() {
    PanelJson.BoxNumbers box = PanelJson.BoxNumbers.of(9, 1, 2, 3, 4, 20, -3);

    // Sorted: -3 1 2 3 4 9 20; quartiles at ranks 1.5 and 4.5, so 1.5 and 6.5, and a reach of 7.5.
    assertThat(box.five()).containsExactly(-3, 1.5, 3, 6.5, 9);
    assertThat(box.beyond()).containsExactly(20);
  }

  @Test
  void oneValueIsAllOfItsBox() {
    PanelJson.BoxNumbers box = PanelJson.BoxNumbers.of(5);

    assertThat(box.five()).containsExactly(5, 5, 5, 5, 5);
    assertThat(box.beyond()).isEmpty();
  }
}
