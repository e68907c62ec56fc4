package io.smartt.controller.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests of {@link ChassisText} and {@link ChassisPlan}. */
class ChassisTextTest {
  private static final TofinoQueue QUEUE =
      new TofinoQueue(TofinoPort.parse("132@1/1"), 50_000_000_000L, 74_476, 14_895, 59_581);

  private static ChassisPlan plan(long poolCells, List<Integer> deflect) {
    return new ChassisPlan("leaf1", List.of(QUEUE), 80, poolCells, deflect);
  }

  @Test
  void writesTheConfigurationThatPeopleReviewed() throws IOException {
    try (InputStream golden =
        Objects.requireNonNull(getClass().getResourceAsStream("leaf1.chassis.pb.txt"))) {
      assertThat(ChassisText.of(plan(20_000, List.of(68, 196))))
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void withoutTrimmingNothingIsDeflected() {
    assertThat(ChassisText.of(plan(20_000, List.of()))).doesNotContain("deflect");
  }

  @Test
  void queuesMustFitTheirPool() {
    // 74,476 bytes are 930.95 cells of 80.
    assertThat(plan(931, List.of())).isNotNull();
    assertThatThrownBy(() -> plan(930, List.of()))
        .isInstanceOf(StratumException.class)
        .hasMessageContaining("tofino.pool-cells is 930")
        .hasMessageContaining("may take 931");
  }

  @Test
  void onlyRecirculationPortsTakeWhatIsDeflected() {
    assertThatThrownBy(() -> plan(20_000, List.of(132)))
        .isInstanceOf(StratumException.class)
        .hasMessageContaining("132 is no recirculation port; pipes have 68, 196, 324 and 452");
  }

  @Test
  void portsSayWhereTheyAre() {
    assertThat(TofinoPort.parse("132@1/1")).isEqualTo(new TofinoPort(132, 1, 1));
    assertThat(TofinoPort.parse("8@33")).isEqualTo(new TofinoPort(8, 33, 0));
    for (String wrong : List.of("132", "512@1", "Ethernet0", "1@2/3/4")) {
      assertThatThrownBy(() -> TofinoPort.parse(wrong))
          .isInstanceOf(StratumException.class)
          .hasMessageContaining("'" + wrong + "' is not a port of a Tofino");
    }
  }
}
