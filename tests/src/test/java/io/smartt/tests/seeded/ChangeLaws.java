package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Link;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.settings.InputSource;
import io.smartt.experiment.settings.QueueSize;
import io.smartt.experiment.settings.SettingKeys;
import java.math.BigDecimal;
import java.util.List;

/** Laws of a run and a run of a changed experiment. */
final class ChangeLaws {
  static final List<Law> ALL =
      List.of(
          new Law("a larger buffer loses nothing more", 8, ChangeLaws::buffer),
          new Law("more bandwidth loses nothing more", 8, ChangeLaws::bandwidth),
          new Law("a network at half the speed takes twice as long", 5, ChangeLaws::half));

  private static final double PS_PER_BYTE_AT_1_BPS = 8e12;

  private ChangeLaws() {}

  private static boolean buffer(Trial trial) {
    QueueSize size = trial.spec().settings().get(SettingKeys.QUEUE_SIZE);
    String larger =
        new QueueSize(size.amount().multiply(BigDecimal.valueOf(4)), size.unit()).toString();
    return completesWith(trial, SettingKeys.QUEUE_SIZE.name(), larger);
  }

  private static boolean bandwidth(Trial trial) {
    long faster = 4 * trial.spec().settings().get(SettingKeys.LINK_RATE);
    return completesWith(trial, SettingKeys.LINK_RATE.name(), faster + "bps");
  }

  private static boolean completesWith(Trial trial, String key, String text) {
    if (!trial.done().completed() || !RunLaws.isUntroubled(trial.spec())) {
      return false;
    }
    ExperimentSpec spec = trial.spec();
    if (!(trial.run(spec.withSettings(spec.settings().with(key, text)), 1)
        instanceof Trial.Ending.Done changed)) {
      return false;
    }
    assertThat(changed.completed()).as("%s=%s: %s", key, text, changed.result().message()).isTrue();
    return true;
  }

  /** Exact where a byte takes a whole number of picoseconds on each link. */
  private static boolean half(Trial trial) {
    ExperimentSpec spec = trial.spec();
    if (!(spec.topology() instanceof InputSource.Named)
        || !spec.buildTopology().links().stream().allMatch(ChangeLaws::isExact)) {
      return false;
    }
    if (!(trial.run(spec.withSettings(spec.settings().with(SettingKeys.DILATION.name(), "2")), 1)
        instanceof Trial.Ending.Done half)) {
      return false;
    }
    List<FlowRecord> flows = trial.done().result().flows();
    for (int i = 0; i < flows.size(); i++) {
      FlowRecord whole = flows.get(i);
      FlowRecord slow = half.result().flows().get(i);
      assertThat(slow.startPs()).as("start of %s", whole).isEqualTo(2 * whole.startPs());
      assertThat(slow.finishPs().isPresent()).as("%s", whole).isEqualTo(whole.finished());
      if (whole.finished()) {
        assertThat(slow.finishPs().orElseThrow())
            .as("finish of %s", whole)
            .isEqualTo(2 * whole.finishPs().orElseThrow());
      }
      assertThat(slow.counters()).isEqualTo(whole.counters());
    }
    return true;
  }

  private static boolean isExact(Link link) {
    return PS_PER_BYTE_AT_1_BPS % link.rateBps() == 0 && PS_PER_BYTE_AT_1_BPS % link.backBps() == 0;
  }
}
