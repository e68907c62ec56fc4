package io.smartt.base.failure;

import java.util.OptionalLong;

/**
 * The condition of a link at a moment, in both directions: what a failure makes of it.
 *
 * @param up false: everything that is sent into it is lost
 * @param rateBps bits per second instead of its own; empty for its own
 * @param intakeBps bits per second at which a host at its end takes packets in; empty for as they
 *     come
 * @param loss on top of what it loses anyway
 * @param jitterPs the most that a packet is delayed in addition, drawn evenly from 0 on; packets
 *     keep their order
 */
public record LinkCondition(
    boolean up, OptionalLong rateBps, OptionalLong intakeBps, LinkLoss loss, long jitterPs) {
  /** Nothing is wrong with it. */
  public static final LinkCondition WELL =
      new LinkCondition(true, OptionalLong.empty(), OptionalLong.empty(), LinkLoss.NONE, 0);

  /** It is down. */
  public static final LinkCondition DOWN = WELL.withUp(false);

  /** Checks the numbers. */
  public LinkCondition {
    if (rateBps.orElse(1) < 1 || intakeBps.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "a link does not carry " + rateBps + " bit/s, nor a host " + intakeBps);
    }
    if (jitterPs < 0) {
      throw new IllegalArgumentException("a jitter of " + jitterPs + " ps");
    }
  }

  /** Returns this and another failure of the same link: the worse of each. */
  public LinkCondition and(LinkCondition other) {
    return new LinkCondition(
        up && other.up,
        least(rateBps, other.rateBps),
        least(intakeBps, other.intakeBps),
        loss.and(other.loss),
        Math.max(jitterPs, other.jitterPs));
  }

  private static OptionalLong least(OptionalLong one, OptionalLong other) {
    return one.isPresent() && other.isPresent()
        ? OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()))
        : one.isPresent() ? one : other;
  }

  /**
   * The rate in a direction while this holds; empty for its own.
   *
   * @param ownBps of the direction
   * @param toHost whether it ends at a host
   */
  public OptionalLong rateBps(long ownBps, boolean toHost) {
    return toHost && intakeBps.isPresent()
        ? OptionalLong.of(Math.min(intakeBps.getAsLong(), rateBps.orElse(ownBps)))
        : rateBps;
  }

  /** Returns it, up or down. */
  public LinkCondition withUp(boolean newUp) {
    return new LinkCondition(newUp, rateBps, intakeBps, loss, jitterPs);
  }

  /** Returns it with such a rate. */
  public LinkCondition withRate(long bps) {
    return new LinkCondition(up, OptionalLong.of(bps), intakeBps, loss, jitterPs);
  }

  /** Returns it with a host that takes packets in at such a rate. */
  public LinkCondition withIntake(long bps) {
    return new LinkCondition(up, rateBps, OptionalLong.of(bps), loss, jitterPs);
  }

  /** Returns it with such a loss. */
  public LinkCondition withLoss(LinkLoss newLoss) {
    return new LinkCondition(up, rateBps, intakeBps, newLoss, jitterPs);
  }

  /** Returns it with such a jitter. */
  public LinkCondition withJitter(long mostPs) {
    return new LinkCondition(up, rateBps, intakeBps, loss, mostPs);
  }
}
