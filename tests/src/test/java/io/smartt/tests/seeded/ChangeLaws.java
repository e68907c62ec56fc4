package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Link;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.experiment.settings.SettingKeys;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** Laws of a run and a run of a changed experiment. */
final class ChangeLaws {
  static final List<Law> ALL =
      List.of(
          new Law("a larger buffer loses nothing more", 8, ChangeLaws::buffer),
          new Law("more bandwidth loses nothing more", 8, ChangeLaws::bandwidth),
          new Law("a network at half the speed takes twice as long", 5, ChangeLaws::half));

  private static final double PS_PER_BYTE_AT_1_BPS = 8e12;

  private static final Pattern CREDIT = Pattern.compile("eqds|rccc");

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

  /**
   * Of one flow in the network, since the order of what happens at one instant is drawn from the
   * instant, and other instants are ordered otherwise. Exact where a byte takes a whole number of
   * picoseconds on each link, and where no trouble is drawn packet by packet. Receivers that grant
   * credit do so after whole picoseconds, of which a slower one has not twice as many (seed 40).
   */
  private static boolean half(Trial trial) {
    ExperimentSpec spec = trial.spec().withWorkload(new InputSource.Named("incast:1x100KB"));
    // Phases are drawn below a packet's time, which is another one.
    if (!RunLaws.isUntroubled(spec)
        || spec.settings().get(SettingKeys.HOST_PHASES)
        || CREDIT.matcher(spec.settings().text(SettingKeys.SCHEME)).find()
        || !(spec.topology() instanceof InputSource.Named)
        || !spec.buildTopology().links().stream().allMatch(ChangeLaws::isExact)) {
      return false;
    }
    ExperimentSpec slower =
        spec.withSettings(spec.settings().with(SettingKeys.DILATION.name(), "2"));
    if (!(trial.run(spec, 1) instanceof Trial.Ending.Done whole)
        || !(trial.run(slower, 1) instanceof Trial.Ending.Done half)) {
      return false;
    }
    FlowRecord flow = whole.result().flows().getFirst();
    FlowRecord slow = half.result().flows().getFirst();
    assertThat(slow.finishPs().isPresent()).as("%s", flow).isEqualTo(flow.finished());
    if (flow.finished()) {
      assertThat(slow.finishPs().orElseThrow())
          .as("finish of %s", flow)
          .isEqualTo(2 * flow.finishPs().orElseThrow());
    }
    assertThat(slow.counters()).as("%s", flow).isEqualTo(flow.counters());
    return true;
  }

  private static boolean isExact(Link link) {
    return PS_PER_BYTE_AT_1_BPS % link.rateBps() == 0 && PS_PER_BYTE_AT_1_BPS % link.backBps() == 0;
  }
}
