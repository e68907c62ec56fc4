package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.credit.CreditGate;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.SettingsValues;
import io.smartt.host.wire.PdsRequest;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Properties of every controller, for any answers of the network. */
class ControllerPropertiesTest {
  /**
   * A controller to try.
   *
   * @param scheme from the path's base RTT
   * @param limits of its window
   * @param frameGrowth bytes that its frames are longer than others
   */
  record Subject(
      String name, LongFunction<CongestionScheme> scheme, WindowLimits limits, int frameGrowth) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Subject> SUBJECTS =
      Stream.concat(
              Stream.of(
                      "quick-adapt=false",
                      "fast-increase=false",
                      "ignore-phase=false",
                      "ignore-trims=false",
                      "ignore-timeouts=false",
                      "count-trimmed=true",
                      "signals=ecn",
                      "signals=delay",
                      "fair-increase=false",
                      "scaling=false",
                      "decrease-on-early-mark=true",
                      "adjustment=sampled",
                      "adjustment=accumulated",
                      "base-rtt=updated",
                      "pacer=true",
                      "max-window-bdps=1",
                      "quick-adapt-scaling=2")
                  .map(ControllerPropertiesTest::smartt),
              Stream.of(ConstantsOrigin.values())
                  .flatMap(constants ->
                      Schemes.BUILT_IN.congestionControls().stream()
                          .map(control -> subject(control, constants))))
          .toList();

  private static Subject subject(CongestionControl control, ConstantsOrigin constants) {
    CongestionContext any =
        new CongestionContext(SettingsValues.DEFAULTS, constants, true, 1_000_000, 1, 1000);
    boolean credit =
        control.receiver().map(side -> side.apply(any).credit().isPresent()).orElse(false);
    return new Subject(
        control.name() + " constants=" + constants,
        brtt ->
            control
                .factory()
                .apply(
                    new CongestionContext(SettingsValues.DEFAULTS, constants, true, brtt, 1, 1000)),
        control.window(),
        credit ? PdsRequest.CREDITED_BYTES - PdsRequest.BYTES : 0);
  }

  private static Subject smartt(String setting) {
    String[] parts = setting.split("=", -1);
    Smartt.Settings settings = RecordSettings.with(Smartt.Settings.PAPER, parts[0], parts[1]);
    return new Subject(
        "smartt " + setting,
        brtt -> new Smartt(settings),
        new WindowLimits(settings.pacer() ? settings.minWindowMtus() : 1, settings.maxWindowBdps()),
        0);
  }

  @Provide
  Arbitrary<Subject> subjects() {
    return Arbitraries.of(SUBJECTS);
  }

  /** All but those whose description says why more than the window may be in flight. */
  @Provide
  Arbitrary<Subject> bounded() {
    return Arbitraries.of(
        SUBJECTS.stream().filter(subject -> subject.limits().exemption().isEmpty()).toList());
  }

  @Property(tries = 600)
  void windowStaysWithinItsBounds(
      @ForAll("subjects") Subject subject,
      @ForAll long seed,
      @ForAll @LongRange(min = 1, max = 800) long gbps) {
    SplittableRandom random = new SplittableRandom(seed);
    int mtu = 100 + random.nextInt(9000);
    long brtt = 1_000_000L + random.nextLong(100_000_000L);
    double bdp = brtt / 8000.0 * gbps;
    WindowLimits limits = subject.limits();
    long least = limits.minPackets() > 0 ? Math.max(1, (long) (limits.minPackets() * mtu)) : 0;
    long most = (long) Math.ceil(Math.max(mtu + subject.frameGrowth(), limits.maxBdps() * bdp));
    CongestionController flow =
        subject.scheme().apply(brtt).controller(brtt, gbps * 1_000_000_000L, mtu);
    assertThat(flow.windowBytes()).isBetween(least, most);
    long now = 0;
    for (int i = 0; i < 1000; i++) {
      now += random.nextLong(brtt);
      event(random, flow, now, brtt, mtu, 2 * most);
      assertThat(flow.windowBytes()).as("after event %d", i).isBetween(least, most);
      assertThat(flow.pacingBps()).isPositive();
    }
  }

  private static void event(
      SplittableRandom random,
      CongestionController flow,
      long now,
      long brtt,
      int mtu,
      long mostInFlight) {
    int bytes = 1 + random.nextInt(mtu);
    long inFlight = random.nextLong(mostInFlight);
    switch (random.nextInt(9)) {
      case 0 -> flow.onTrim(now, bytes, inFlight);
      case 1 -> flow.onTimeout(now, bytes, inFlight);
      case 2 -> flow.onAck(now, bytes, CongestionController.RTT_UNKNOWN, true, inFlight);
      case 3 -> flow.onMark(now);
      default ->
          flow.onAck(
              now, bytes, brtt / 2 + random.nextLong(10 * brtt), random.nextBoolean(), inFlight);
    }
  }

  /** A sender that fills its window whenever it may, over a network that answers as it likes. */
  @Property(tries = 200)
  void inFlightIsNeverAboveTheWindowItWasSentInPlusOneMtu(
      @ForAll("bounded") Subject subject, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int mtu = 1000;
    long brtt = 10_000_000;
    CongestionController flow = subject.scheme().apply(brtt).controller(brtt, 80_000_000_000L, mtu);
    int granted = 0;
    long inFlight = 0;
    long now = 0;
    for (int i = 0; i < 2000; i++) {
      now += random.nextLong(brtt / 50);
      if (flow instanceof CreditGate gate) {
        granted += random.nextInt(3);
        gate.onCredit(granted);
      }
      while (flow.maySend(inFlight, mtu)) {
        inFlight += mtu;
        flow.onSent(now, mtu);
        assertThat(inFlight).isLessThanOrEqualTo(flow.windowBytes() + mtu);
      }
      if (inFlight > 0) {
        inFlight -= mtu;
        event(random, flow, now, brtt, mtu, inFlight + 1);
      }
    }
  }
}
