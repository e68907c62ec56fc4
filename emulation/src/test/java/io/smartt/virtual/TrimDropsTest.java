package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.view.gnmi.GnmiServer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets that are cut and then dropped: so many come that the queue of cut ones overflows. */
@Timeout(120)
class TrimDropsTest {
  @ParameterizedTest
  @CsvSource({"p4, 1", "asic, 0"})
  void whatWasCutAndDroppedIsCountedAsBoth(String trimming, int queueOfDrops) {
    Fabrics fabrics = Fabrics.builtIn();
    RunResult result =
        new LocalRunner(Clock.systemUTC(), 1, fabrics)
            .run(
                new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
                    .load(
                        "virtual",
                        Map.of("topology", "single,129", "workload", "incast:128x32KiB"),
                        List.of("trimming=" + trimming, "queue.size=2packets"),
                        false),
                Optional.empty(),
                RunMonitor.NONE)
            .summary()
            .result();

    assertThat(result.drops()).isPositive();
    assertThat(sum(result, "dropped-trim-pkts")).isEqualTo(result.drops());
    assertThat(sum(result, "trim-pkts")).isEqualTo(sum(result, "out-trim-pkts") + result.drops());
    assertThat(result.queues())
        .filteredOn(queue -> queue.counters().dropped().packets() > 0)
        .extracting(QueueRecord::queue)
        .containsOnly(queueOfDrops);
  }

  private static long sum(RunResult result, String counter) {
    return GnmiServer.sum(result, counter);
  }
}
