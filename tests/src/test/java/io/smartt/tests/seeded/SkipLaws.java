package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.settings.SettingKeys;
import java.util.List;

/** Laws of a run and the same run that may skip time in which it repeats itself. */
final class SkipLaws {
  static final List<Law> ALL =
      List.of(new Law("skipped time leaves bytes and the order of things", 4, SkipLaws::skips));

  private SkipLaws() {}

  /**
   * Flows of a run that skipped nothing are the same to the picosecond; of one that did, bytes add
   * up. What switches counted may differ by what they did after the last flow's end: a run ends
   * with a window, and looks cut windows.
   */
  private static boolean skips(Trial trial) {
    Trial.Ending ending =
        trial.run(
            trial
                .spec()
                .withSettings(trial.spec().settings().with(SettingKeys.SKIP_STEADY.name(), "true")),
            1);
    if (!(ending instanceof Trial.Ending.Done done)) {
      return false;
    }
    List<RunEvent> skips =
        done.result().history().events().stream()
            .filter(event -> event.kind() == RunEvent.Kind.TIME_SKIPPED)
            .toList();
    assertThat(done.result().status()).isEqualTo(trial.done().result().status());
    List<FlowRecord> flows = done.result().flows();
    if (skips.stream().allMatch(event -> event.what().startsWith("no time"))) {
      assertThat(flows).isEqualTo(trial.done().result().flows());
      return true;
    }
    for (int i = 0; i < flows.size(); i++) {
      FlowRecord flow = flows.get(i);
      assertThat(flow.finished()).isEqualTo(trial.done().result().flows().get(i).finished());
      assertThat(flow.counters().bytesDelivered()).isLessThanOrEqualTo(flow.bytes());
      if (flow.finished()) {
        assertThat(flow.slowdown().orElseThrow()).isGreaterThan(0.97);
      }
    }
    return true;
  }
}
