package io.smartt.host.credit;

import io.smartt.host.congestion.PullRate;
import java.util.random.RandomGenerator;

/**
 * The share of its link rate at which a receiver grants credit, by what arrives (uet-htsim 40ccb05,
 * oversubscribed_cc.cpp): credit at the full rate of the last link is too much where the network
 * before it is oversubscribed. Each period, trims before the last switch take as much off as they
 * are of all packets, marks above a target take off their part, and a period without either adds a
 * little, twice as much each time while nothing at all is marked.
 *
 * <p>Periods end with the first packet after them. Their lengths are drawn, so that receivers do
 * not act in step. Allocates nothing.
 */
final class PullShare {
  /** Periods without packets that count, each one that adds. */
  private static final int MOST_IDLE_PERIODS = 8;

  private static final int MOST_DOUBLINGS = 10;

  private final PullRate.Adaption adaption;
  private final RandomGenerator random;
  private double share = 1;
  private double averageMarks;
  private int increases;
  private int packets;
  private int marked;
  private int trimmed;
  private int trimmedLastHop;
  private long periodEndPs;

  PullShare(PullRate.Adaption adaption, RandomGenerator random) {
    this.adaption = adaption;
    this.random = random;
  }

  /** The share, above 0, to 1. */
  double share() {
    return share;
  }

  /** A whole packet arrived, marked or not. */
  void received(long nowPs, boolean mark) {
    advance(nowPs);
    packets++;
    marked += mark ? 1 : 0;
  }

  /** A trimmed packet arrived. */
  void trimmed(long nowPs, boolean lastHop) {
    advance(nowPs);
    packets++;
    if (lastHop) {
      trimmedLastHop++;
    } else {
      trimmed++;
    }
  }

  private void advance(long nowPs) {
    if (periodEndPs == 0) {
      periodEndPs = nowPs + periodPs();
    }
    for (int ended = 0; nowPs >= periodEndPs && ended < MOST_IDLE_PERIODS; ended++) {
      adapt();
      periodEndPs += periodPs();
    }
    if (nowPs >= periodEndPs) {
      periodEndPs = nowPs + periodPs();
    }
  }

  private long periodPs() {
    return Math.max(1, Math.round((0.75 + random.nextDouble() / 2) * adaption.periodPs()));
  }

  private void adapt() {
    int whole = packets - trimmed - trimmedLastHop;
    double marks = whole == 0 ? 0 : (double) marked / whole;
    averageMarks += adaption.gain() * (marks - averageMarks);
    boolean decreased = trimmed > 0;
    if (trimmed > 0) {
      share -= (double) trimmed / packets;
    }
    if (averageMarks > adaption.targetMarks()) {
      share *= 1 - (averageMarks - adaption.targetMarks()) * adaption.decrease();
      decreased = true;
    }
    if (decreased) {
      increases = 0;
    } else {
      share += adaption.increase() * (marked == 0 ? 1 << Math.min(increases, MOST_DOUBLINGS) : 1);
      increases++;
    }
    share = Math.clamp(share, adaption.leastShare(), 1.0);
    packets = 0;
    marked = 0;
    trimmed = 0;
    trimmedLastHop = 0;
  }
}
