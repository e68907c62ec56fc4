package io.smartt.experiment.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.TopologyView.QueueLimits;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyDrawingTest {
  /** Of shared memory a queue alone gets alpha of 1 + alpha, and never more than its own size. */
  @ParameterizedTest
  @CsvSource({
    "queue.size=64KiB, 65536",
    "queue.size=64MiB trimming=asic buffer.size=1MiB buffer.alpha=1, 524288",
    "queue.size=64MiB trimming=asic buffer.size=1MiB buffer.alpha=3, 786432",
    "queue.size=64KiB trimming=asic buffer.size=1MiB buffer.alpha=1, 65536"
  })
  void theCapacityIsWhatAQueueCanHave(String settings, long bytes) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load("netns", Map.of("topology", "single,3"), List.of(settings.split(" ", -1)), false);

    assertThat(TopologyDrawing.of(spec, spec.buildTopology()).limits())
        .extracting(QueueLimits::capacityBytes)
        .containsOnly(bytes);
  }
}
