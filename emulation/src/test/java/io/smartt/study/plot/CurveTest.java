package io.smartt.study.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.study.plot.Panel.Curve;
import org.junit.jupiter.api.Test;

class CurveTest {
  @Test
  void cumulativeRisesByAnEqualShareAtEachValue() {
    Curve stair = Curve.cumulative("s", 30, 10, 20, 20);

    assertThat(stair.x()).containsExactly(10, 10, 20, 20, 20, 20, 30, 30);
    assertThat(stair.y()).containsExactly(0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1);
  }

  @Test
  void thinnedKeepsBothEnds() {
    Curve all = Curve.cumulative("s", 1, 2, 3, 4, 5);

    assertThat(all.thinned(10)).isSameAs(all);
    assertThat(all.thinned(4).x()).containsExactly(1, 2, 4, 5);
    assertThat(all.thinned(4).y()).startsWith(0.0).endsWith(1.0);
  }

  @Test
  void refusesPointsWithoutPartner() {
    assertThatThrownBy(() -> new Curve("s", new double[2], new double[3], Curve.Style.LINE))
        .hasMessage("s: 2 x, 3 y");
  }
}
