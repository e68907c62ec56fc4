package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that nothing tells apart get equal shares: which is first depends on the seed alone. */
@Timeout(300)
class SymmetryTest {
  private static final int SEEDS = 64;
  private static final int SENDERS = 5;

  /**
   * Standard deviations of a mean over the seeds. If shares were normal, one drawing of seeds in
   * 50,000 would have one of five senders of seven schemes outside.
   */
  private static final double BOUND = 5;

  private final Fabrics fabrics = Fabrics.builtIn();
  private final SettingsCatalog catalog = fabrics.settings();
  private final LocalRunner runner = new LocalRunner(Clock.systemUTC(), 1, false, fabrics);

  /**
   * The rank of a sender among five is 0 to 4, each with a probability of a fifth: its variance is
   * (25 - 1) / 12, and that of the mean of so many seeds as much less.
   */
  @ParameterizedTest
  @ValueSource(strings = {"smartt", "swift", "mprdma", "dctcp", "eqds", "rccc", "rocev2"})
  void whoFinishesFirstIsDrawn(String scheme) {
    double[] ranks = new double[SENDERS];
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<FlowRecord> flows = flows(scheme, seed);
      for (int i = 0; i < SENDERS; i++) {
        long own = flows.get(i).finishPs().orElseThrow();
        for (int j = 0; j < SENDERS; j++) {
          long finish = flows.get(j).finishPs().orElseThrow();
          ranks[i] += finish < own ? 1 : finish == own && j != i ? 0.5 : 0;
        }
      }
    }

    double deviation = Math.sqrt((SENDERS * SENDERS - 1) / 12.0 / SEEDS);
    for (int i = 0; i < SENDERS; i++) {
      double mean = ranks[i] / SEEDS;
      assertThat(Math.abs(mean - (SENDERS - 1) / 2.0))
          .as("mean rank of sender %d with %s: %s", i + 1, scheme, mean)
          .isLessThan(BOUND * deviation);
    }
  }

  private List<FlowRecord> flows(String scheme, long seed) {
    Settings settings = catalog.defaults().with("scheme", scheme).with("seed", Long.toString(seed));
    RunInputs in =
        runner.prepare(
            new ExperimentSpec(
                "symmetry",
                "virtual",
                settings,
                new InputSource.Named("single," + (SENDERS + 1)),
                new InputSource.Named("incast:" + SENDERS + "x64KiB"),
                false,
                List.of()),
            RunMonitor.NONE);
    return fabrics.named("virtual").prepare(in).run(Optional.empty(), RunMonitor.NONE).flows();
  }
}
