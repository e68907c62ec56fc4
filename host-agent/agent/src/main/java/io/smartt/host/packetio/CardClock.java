package io.smartt.host.packetio;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Converts times of a network card's clock to the system's time. The two are looked at together
 * once a second of the card's; in between they run apart as they did between the last two looks.
 * For one thread; a look aside, allocates nothing.
 */
final class CardClock {
  /** Two clocks at one moment, nanoseconds each. */
  record Look(long cardNs, long unixNs) {}

  private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

  /** Oscillators differ by less; more means that somebody set a clock between two looks. */
  private static final double MOST_DRIFT = 1e-3;

  private final Supplier<Look> looks;
  private Look last;
  private double drift;

  CardClock(Supplier<Look> looks) {
    this.looks = looks;
    last = looks.get();
  }

  /**
   * Nanoseconds since 1970 of a stamp that the card gave a moment ago; {@link FrameBatch#NO_STAMP}
   * for one from before the card's clock was set.
   */
  long unixNs(long cardNs) {
    if (Math.abs(cardNs - last.cardNs) > LOOK_NS) {
      look();
      if (Math.abs(cardNs - last.cardNs) > LOOK_NS) {
        return FrameBatch.NO_STAMP;
      }
    }
    long sinceNs = cardNs - last.cardNs;
    return last.unixNs + sinceNs + Math.round(sinceNs * drift);
  }

  private void look() {
    Look now = looks.get();
    double cardNs = now.cardNs - last.cardNs;
    double between = (now.unixNs - last.unixNs - cardNs) / cardNs;
    drift = Math.abs(between) < MOST_DRIFT ? between : 0;
    last = now;
  }
}
