package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.settings.RecordSettings;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** What holds of every controller whatever the network says. */
class ControllerPropertiesTest {
  record Subject(String name, CongestionScheme scheme, double minMtus, double maxBdps) {
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
              Stream.of(
                  new Subject("smartt", new Smartt(SmarttSettings.PAPER), 1, 1.5),
                  new Subject("swift", new Swift(SwiftSettings.STANDARD), 0.01, 1.5),
                  new Subject("mprdma", new Mprdma(MprdmaSettings.STANDARD), 1, 1.5),
                  new Subject("dctcp", new Dctcp(DctcpSettings.STANDARD), 1, 1.5),
                  new Subject("nscc", new Nscc(1000), 1, 1.5)))
          .toList();

  private static Subject smartt(String setting) {
    String[] parts = setting.split("=", -1);
    SmarttSettings settings = RecordSettings.with(SmarttSettings.PAPER, parts[0], parts[1]);
    return new Subject(
        "smartt " + setting,
        new Smartt(settings),
        settings.pacer() ? settings.minWindowMtus() : 1,
        settings.maxWindowBdps());
  }

  @Provide
  Arbitrary<Subject> subjects() {
    return Arbitraries.of(SUBJECTS);
  }

  @Property(tries = 400)
  void windowStaysWithinItsBounds(
      @ForAll("subjects") Subject subject,
      @ForAll long seed,
      @ForAll @LongRange(min = 1, max = 800) long gbps) {
    SplittableRandom random = new SplittableRandom(seed);
    int mtu = 100 + random.nextInt(9000);
    long brtt = 1_000_000L + random.nextLong(100_000_000L);
    double bdp = brtt / 8000.0 * gbps;
    long least = Math.max(1, (long) (subject.minMtus() * mtu));
    long most = (long) Math.ceil(Math.max(mtu, subject.maxBdps() * bdp));
    CongestionController flow = subject.scheme().controller(brtt, gbps * 1_000_000_000L, mtu);
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
    switch (random.nextInt(8)) {
      case 0 -> flow.onTrim(now, bytes, inFlight);
      case 1 -> flow.onTimeout(now, bytes, inFlight);
      case 2 -> flow.onAck(now, bytes, CongestionController.RTT_UNKNOWN, true, inFlight);
      default ->
          flow.onAck(
              now, bytes, brtt / 2 + random.nextLong(10 * brtt), random.nextBoolean(), inFlight);
    }
  }

  /** A sender that fills its window whenever it may, over a network that answers as it likes. */
  @Property(tries = 200)
  void inFlightIsNeverAboveTheWindowItWasSentInPlusOneMtu(
      @ForAll("subjects") Subject subject, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int mtu = 1000;
    long brtt = 10_000_000;
    CongestionController flow = subject.scheme().controller(brtt, 80_000_000_000L, mtu);
    long inFlight = 0;
    long now = 0;
    for (int i = 0; i < 2000; i++) {
      now += random.nextLong(brtt / 50);
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
