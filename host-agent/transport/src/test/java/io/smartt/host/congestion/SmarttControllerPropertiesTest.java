package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Properties of {@link Smartt.Controller}, for any answers of the network. */
class SmarttControllerPropertiesTest {
  @Property(tries = 200)
  void windowStaysWithinItsBounds(
      @ForAll long seed, @ForAll @LongRange(min = 1, max = 800) long gbps) {
    SplittableRandom random = new SplittableRandom(seed);
    int mtu = 100 + random.nextInt(9000);
    long brtt = 1_000_000L + random.nextLong(100_000_000L);
    Smartt.Path path =
        SmarttTestPaths.path(Smartt.Settings.PAPER, brtt, gbps * 1_000_000_000L, mtu);
    CongestionController flow =
        new Smartt(Smartt.Settings.PAPER).controller(brtt, gbps * 1_000_000_000L, mtu);
    long now = 0;
    for (int i = 0; i < 2000; i++) {
      now += random.nextLong(brtt);
      int bytes = 1 + random.nextInt(mtu);
      long inFlight = random.nextLong(3 * path.maxWindowBytes);
      switch (random.nextInt(8)) {
        case 0 -> flow.onTrim(now, bytes, inFlight);
        case 1 -> flow.onTimeout(now, bytes, inFlight);
        case 2 -> flow.onAck(now, bytes, CongestionController.RTT_UNKNOWN, true, inFlight);
        default ->
            flow.onAck(
                now, bytes, brtt / 2 + random.nextLong(3 * brtt), random.nextBoolean(), inFlight);
      }
      assertThat(flow.windowBytes()).isBetween((long) mtu, path.maxWindowBytes);
    }
  }

  @Property(tries = 50)
  void marksAndDelayNeverIncreaseTheWindow(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Smartt.Controller flow = SmarttTestPaths.controller(SmarttTestPaths.SETTINGS);
    long before = flow.windowBytes();
    for (int i = 0; i < 500; i++) {
      long late = SmarttTestPaths.TRTT + 1 + random.nextLong(SmarttTestPaths.BRTT);
      flow.onAck(i * 1_000_000L, 1000, late, true, before);
      assertThat(flow.windowBytes()).isLessThanOrEqualTo(before);
      before = flow.windowBytes();
    }
    assertThat(before).isLessThan(150_000);
  }
}
