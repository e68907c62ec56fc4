package io.smartt.study.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.input.UserInputException;
import io.smartt.study.compare.ReferenceFolder.FlowTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowTimesTest {
  @TempDir private Path folder;

  private FlowTimes times(String name, double... us) throws IOException {
    StringBuilder csv = new StringBuilder("flow,size_bytes,fct_us\n");
    for (double one : us) {
      csv.append("x,1000,").append(one).append('\n');
    }
    return FlowTimes.read(Files.writeString(folder.resolve(name), csv));
  }

  @Test
  void leastAndFairnessOfThroughput() throws IOException {
    FlowTimes times = times("a", 20, 10);
    assertThat(times.leastUs()).isEqualTo(10);
    // (50 + 100)^2 / (2 (50^2 + 100^2))
    assertThat(times.jain()).isCloseTo(0.9, within(1e-12));
  }

  @Test
  void oneFastFlowInFourIsAQuarterOfTheShapeThoughMedianAndLongestAgree() throws IOException {
    FlowTimes alike = times("a", 100, 100, 100, 100);
    FlowTimes lucky = times("b", 60, 100, 100, 100);
    assertThat(lucky.shapeDistance(alike)).isEqualTo(0.25);
    assertThat(alike.shapeDistance(lucky)).isEqualTo(0.25);
    assertThat(times("c", 200, 200).shapeDistance(alike)).as("as a share of the median").isZero();
  }

  @Test
  void runsArePooled() throws IOException {
    FlowTimes both = FlowTimes.together(List.of(times("a", 1, 3), times("b", 2, 4)));
    assertThat(both.leastUs()).isEqualTo(1);
    assertThat(both.shapeDistance(times("c", 1, 2, 3, 4))).isZero();
  }

  @Test
  void whatIsNoTimeIsNamedWithItsLine() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "size_bytes,fct_us\n1000,\n");
    assertThatThrownBy(() -> FlowTimes.read(file))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(file + ":2");
    Path other = Files.writeString(folder.resolve("y.csv"), "size_bytes,us\n1000,1\n");
    assertThatThrownBy(() -> FlowTimes.read(other))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("column fct_us is missing");
  }
}
