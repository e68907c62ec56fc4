package io.smartt.study.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.study.compare.suite.FinishTimes.HostPair;
import io.smartt.study.compare.suite.SuiteComparison.SuiteRow;
import io.smartt.study.compare.suite.SuiteExperiment.SuiteLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link SuiteRow.SuiteResult} and {@link FinishTimes}. */
class SuiteResultTest {
  private static final FinishTimes PRINTED =
      new FinishTimes(
          Stream.of(
                  "Starting simulation",
                  "Flow Uec_0_13 flowId 1000000001 uec_0 finished at 186.25 total messages 1 total"
                      + " packets 490",
                  "Flow Uec_2_1 flowId 7 uec_1 finished at 190.5 total messages 3 total packets 4",
                  "New: 1 Rtx: 0")
              .map(FinishTimes::ofLine)
              .flatMap(Optional::stream)
              .toList());

  private static SuiteLimits limits(long tailUs) {
    return new SuiteLimits(OptionalLong.of(tailUs), Map.of());
  }

  @Test
  void linesOfFinishedFlowsAreRead() {
    assertThat(PRINTED.flows())
        .containsExactly(
            new FinishTimes.Finish(new HostPair(0, 13), 186.25, 1),
            new FinishTimes.Finish(new HostPair(2, 1), 190.5, 3));
    assertThat(PRINTED.connections()).isEqualTo(4);
  }

  @Test
  void lastFlowHasToKeepTheLimit() {
    assertThat(SuiteRow.SuiteResult.of(PRINTED, limits(191), 4).passes()).isTrue();
    assertThat(SuiteRow.SuiteResult.of(PRINTED, limits(190), 4).failures())
        .containsExactly("last flow");
    SuiteLimits none = new SuiteLimits(OptionalLong.empty(), Map.of());
    assertThat(SuiteRow.SuiteResult.of(PRINTED, none, 4).passes()).isTrue();
  }

  @Test
  void everyConnectionHasToFinish() {
    assertThat(SuiteRow.SuiteResult.of(PRINTED, limits(200), 5).failures())
        .containsExactly("4 of 5 finished");
  }

  @Test
  void singleFlowsHaveLimitsOfTheirOwn() {
    SuiteLimits limits =
        new SuiteLimits(
            OptionalLong.of(200), Map.of(new HostPair(0, 13), 186L, new HostPair(2, 1), 191L));
    assertThat(SuiteRow.SuiteResult.of(PRINTED, limits, 4).failures())
        .containsExactly("flow 0 to 13, 186.250 us");
  }

  @Test
  void runsHereAreReadUntilTheSimulationWouldEnd(@TempDir Path folder) throws IOException {
    Path flows = folder.resolve("flows.csv");
    Files.writeString(
        flows, "flow,src,dst,finish_us\r\n1,h1,h14,12.5\r\n2,h2,h1,30.5\r\n3,h3,h1,\r\n");
    assertThat(FinishTimes.ofRun(folder, 30).flows())
        .isEqualTo(List.of(new FinishTimes.Finish(new HostPair(0, 13), 12.5, 1)));
    assertThat(FinishTimes.ofRun(folder, 31).lastUs()).isEqualTo(30.5);
  }
}
