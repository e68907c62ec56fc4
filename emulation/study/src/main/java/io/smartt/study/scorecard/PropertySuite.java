package io.smartt.study.scorecard;

import module java.base;

import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.ConstantsOrigin;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.SettingsValues;
import io.smartt.study.scorecard.Scorecard.Property;
import io.smartt.study.scorecard.Suite.Trials;

/**
 * Tries properties of a congestion control's windows on random paths and answers of the network,
 * the same for every candidate: the seed is fixed.
 */
final class PropertySuite implements Suite {
  private static final int EVENTS = Trials.EVENTS;
  private static final long BASE_RTT_PS = 10_000_000;
  private static final int MTU_BYTES = 4170;

  private final CongestionControl control;
  private final Trials trials = new Trials();

  PropertySuite(CongestionControl control) {
    this.control = control;
  }

  @Override
  public String name() {
    return control.name();
  }

  @Override
  public List<Property> properties() {
    return List.of(windowBounds(), inFlight());
  }

  /** The window is within the bounds that the description gives, after any event. */
  private Property windowBounds() {
    return trials.holds("window-bounds", this::outOfBounds);
  }

  /** A sender that obeys the controller has at most the window and one packet in flight. */
  private Property inFlight() {
    return control
        .window()
        .exemption()
        .map(why -> new Property("in-flight", true, "exempt: " + why))
        .orElseGet(() -> trials.holds("in-flight", this::tooMuch));
  }

  private CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    CongestionContext run =
        new CongestionContext(
            SettingsValues.DEFAULTS, ConstantsOrigin.PAPER, true, baseRttPs, 1, mtuBytes);
    return trials
        .guard()
        .guarded(control.name(), control.factory().apply(run))
        .controller(baseRttPs, linkBps, mtuBytes);
  }

  private Optional<String> outOfBounds(SplittableRandom random) {
    int mtu = 100 + random.nextInt(9000);
    long baseRttPs = 1_000_000L + random.nextLong(100_000_000L);
    long gbps = 1 + random.nextLong(800);
    WindowLimits limits = control.window();
    long least = limits.minPackets() > 0 ? Math.max(1, (long) (limits.minPackets() * mtu)) : 0;
    long most = (long) Math.ceil(Math.max(mtu, limits.maxBdps() * baseRttPs / 8000.0 * gbps));
    CongestionController flow = controller(baseRttPs, gbps * 1_000_000_000L, mtu);
    long now = 0;
    for (int i = 0; i < EVENTS; i++) {
      long window = flow.windowBytes();
      if (window < least || window > most) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "a window of %d B after %d events, its description says %d to %d (%d Gbps, base"
                    + " RTT %.3f us, MTU %d B)",
                window,
                i,
                least,
                most,
                gbps,
                baseRttPs / 1e6,
                mtu));
      }
      if (flow.pacingBps() <= 0) {
        return Optional.of(
            "a pacing rate of " + flow.pacingBps() + " bit/s after " + i + " events");
      }
      now += random.nextLong(baseRttPs);
      event(random, flow, now, baseRttPs, mtu, 2 * most);
    }
    return Optional.empty();
  }

  private Optional<String> tooMuch(SplittableRandom random) {
    int mtu = 1000;
    long baseRttPs = 10_000_000;
    CongestionController flow = controller(baseRttPs, 80_000_000_000L, mtu);
    long inFlight = 0;
    long now = 0;
    for (int i = 0; i < EVENTS; i++) {
      now += random.nextLong(baseRttPs / 50);
      while (flow.maySend(inFlight, mtu)) {
        inFlight += mtu;
        flow.onSent(now, mtu);
        if (inFlight > flow.windowBytes() + mtu) {
          return Optional.of(
              "%d B in flight with a window of %d B after %d events"
                  .formatted(inFlight, flow.windowBytes(), i));
        }
      }
      if (inFlight > 0) {
        inFlight -= mtu;
        event(random, flow, now, baseRttPs, mtu, inFlight + 1);
      }
    }
    return Optional.empty();
  }

  private static void event(
      SplittableRandom random,
      CongestionController flow,
      long now,
      long baseRttPs,
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
              now,
              bytes,
              baseRttPs / 2 + random.nextLong(10 * baseRttPs),
              random.nextBoolean(),
              inFlight);
    }
  }

  @Override
  public AckCost cost() {
    CongestionControl reference = Schemes.BUILT_IN.congestionControls().getFirst();
    return AckCost.measure(acks(control), reference.name(), acks(reference));
  }

  /** One mark in 64, delays that go up and down: all of a controller's usual ways. */
  private static AckCost.Calls acks(CongestionControl of) {
    CongestionContext run =
        new CongestionContext(
            SettingsValues.DEFAULTS, ConstantsOrigin.PAPER, true, BASE_RTT_PS, 1, 4096);
    CongestionController flow =
        of.factory().apply(run).controller(BASE_RTT_PS, 50_000_000_000L, MTU_BYTES);
    return (i, nowPs) -> {
      long rttPs = BASE_RTT_PS + (i & 255) * 20_000L;
      flow.onAck(nowPs, MTU_BYTES, rttPs, (i & 63) == 0, flow.windowBytes() / 2);
      if (flow.maySend(flow.windowBytes() / 2, MTU_BYTES)) {
        flow.onSent(nowPs, MTU_BYTES);
      }
    };
  }
}
