package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.topology.Link;
import io.smartt.base.topology.PathProfiles;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.experiment.settings.SettingKeys;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Laws of a run and a run of a changed experiment. */
final class ChangeLaws {
  static final List<Law> ALL =
      List.of(
          new Law("a larger buffer loses nothing more", 8, ChangeLaws::buffer),
          new Law("more bandwidth loses nothing more", 8, ChangeLaws::bandwidth),
          new Law("a scaled network's result scales", 2, ChangeLaws::scaled));

  private static final double PS_PER_BYTE_AT_1_BPS = 8e12;

  /** The finest parts of a picosecond that decide whether a slow host has room. */
  private static final int FINEST_PARTS = 16;

  /** Steps of a timeout at which a connection looks which packets expire. */
  private static final int EXPIRY_STEPS = 16;

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
   * All rates divided and all times multiplied by a power of two: each flow counts the same and
   * takes so many times as long. Numbers with a point are as exact at such a scale, and links are
   * taken that need whole picoseconds for a byte. What is left are times that transports round to a
   * picosecond, one for each packet, wrong by a half at most. The other network has them without
   * that, or again: so far may a finish be off.
   *
   * <p>What breaks it by design, and is left out: troubles and {@code host-phases}, which are drawn
   * for instants below a packet's time; schemes that grant credit, in whole picoseconds, of which a
   * slower network has not so many times as many (seed 40); and timeouts where the step between
   * their expiries, a sixteenth, is no whole picoseconds. Half of one decides which of two hosts is
   * first at a full queue: with {@code single,3}, {@code incast:2x75600B}, 800 Gbps, {@code
   * buffer.size=16250B}, {@code trimming=off} and {@code transport.timeout-base-rtts=3.5} the step
   * is 937,317.5 ps and the law is broken, while it holds with 3 and 4. Half of one decides whether
   * a slow host has room for a packet, too: seed 9838 is the same to the picosecond at 2, 4, 8, 16
   * and 32 times, and another at 1. So a network with slow hosts is compared at 16 times and more.
   */
  private static boolean scaled(Trial trial) {
    ExperimentSpec spec = trial.spec();
    int factor = 2 << trial.choice(3);
    int base = SettingKeys.INTAKE.read(spec.settings()).isLimited() ? FINEST_PARTS : 1;
    if (!RunLaws.isUntroubled(spec)
        || spec.settings().get(SettingKeys.HOST_PHASES)
        || CREDIT.matcher(spec.settings().text(SettingKeys.SCHEME)).find()
        || !spec.buildTopology().links().stream().allMatch(link -> isExact(link, base * factor))
        || !((base == 1 ? trial.ending() : slower(trial, base)) instanceof Trial.Ending.Done done)
        || !(slower(trial, base * factor) instanceof Trial.Ending.Done slow)) {
      return false;
    }
    List<FlowRecord> flows = done.result().flows();
    if (flows.stream().anyMatch(flow -> flow.counters().timeouts() > 0) && !isTimeoutExact(trial)) {
      return false;
    }
    long rounded = flows.stream().mapToLong(flow -> flow.counters().packetsSent()).sum();
    for (int i = 0; i < flows.size(); i++) {
      FlowRecord flow = flows.get(i);
      FlowRecord slower = slow.result().flows().get(i);
      assertThat(slower.counters()).as("%s", flow).isEqualTo(flow.counters());
      assertThat(slower.finished()).as("%s", flow).isEqualTo(flow.finished());
      if (flow.finished()) {
        assertThat(slower.finishPs().orElseThrow())
            .as("finish of %s, %d times slower", flow, factor)
            .isCloseTo(factor * flow.finishPs().orElseThrow(), within(factor * rounded / 2));
      }
    }
    return true;
  }

  private static Trial.Ending slower(Trial trial, int times) {
    ExperimentSpec spec = trial.spec();
    String dilation = Double.toString(times * spec.dilation());
    return trial.run(
        spec.withSettings(spec.settings().with(SettingKeys.DILATION.name(), dilation)), 1);
  }

  /** A sixteenth of each flow's first timeout is whole picoseconds. */
  private static boolean isTimeoutExact(Trial trial) {
    ExperimentSpec spec = trial.spec();
    double timeoutRtts = SettingKeys.TRANSPORT.read(spec.settings()).timeoutBaseRtts();
    long longestPs = new PathProfiles(spec.buildTopology(), spec.packets()).longest().baseRttPs();
    return Stream.concat(
            Stream.of(longestPs),
            trial.done().result().flows().stream().map(flow -> flow.path().baseRttPs()))
        .allMatch(rttPs -> timeoutRtts * rttPs % EXPIRY_STEPS == 0);
  }

  /** A byte takes whole picoseconds, and the rate is whole bits a second at that scale too. */
  private static boolean isExact(Link link, int factor) {
    return LongStream.of(link.rateBps(), link.backBps())
        .allMatch(bps -> PS_PER_BYTE_AT_1_BPS % bps == 0 && bps % factor == 0);
  }
}
