package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Bins of unlike width become one line without teeth. */
class SampleFramesTest {
  @Test
  void steadyFlowsOfUnlikeBinsAddUpToASteadySum() {
    SampleFrames frames = new SampleFrames(0, 128_000, 6_400);
    for (int flow = 0; flow < 8; flow++) {
      long width = flow == 0 ? 6_400 : 12_800;
      for (long at = 0; at < 128_000; at += width) {
        frames.add(at, width, 10);
      }
    }

    assertThat(frames.values()).hasSize(20).containsOnly(80);
    assertThat(frames.starts()).startsWith(0, 6_400, 12_800);
  }

  @Test
  void aWideBinsPeakIsThatOfEachFrameInIt() {
    SampleFrames frames = new SampleFrames(100, 500, 100);
    frames.raise(100, 400, 7);
    frames.raise(200, 100, 9);
    frames.raise(300, 100, 3);

    assertThat(frames.values()).containsExactly(7, 9, 7, 7);
  }

  @Test
  void thereAreFewFramesHoweverLongItTakesAndNothingIsLost() {
    SampleFrames frames = new SampleFrames(0, 1_000_000, 3);
    for (long at = 0; at < 1_000_000; at += 1000) {
      frames.add(at, 1000, 1);
    }

    double[] values = frames.values();
    assertThat(values).hasSizeLessThanOrEqualTo(129);
    assertThat(Arrays.stream(values).limit(values.length - 1L))
        .allMatch(value -> Math.abs(value - 1) < 1e-9);
  }
}
