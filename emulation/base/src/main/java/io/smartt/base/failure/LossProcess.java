package io.smartt.base.failure;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Draws which packets one direction of a link loses. For one thread; allocates nothing per packet.
 */
public final class LossProcess {
  private static final int BITS_PER_BYTE = 8;

  private final LinkLoss loss;
  private final RandomGenerator random;
  private final double share;
  private final LinkLoss.@Nullable Bursts bursts;
  private final double logOfRightBit;
  private boolean bad;
  private long rightBits;

  /**
   * Begins in the state, good or bad, that the long run would find it in.
   *
   * @param random for this direction alone, so that no other's packets change its draws
   */
  public LossProcess(LinkLoss loss, RandomGenerator random) {
    this.loss = loss;
    this.random = random;
    share = loss.share();
    bursts = loss.bursts().orElse(null);
    logOfRightBit = Math.log1p(-loss.bitErrorRate());
    if (bursts != null) {
      bad = random.nextDouble() < bursts.badShare();
    }
    if (loss.bitErrorRate() > 0) {
      rightBits = bitsToNextError();
    }
  }

  /** The loss that it draws. */
  public LinkLoss loss() {
    return loss;
  }

  /** Draws whether the next packet is lost. */
  public boolean loses(int bytes) {
    boolean lost = share > 0 && random.nextDouble() < share;
    if (logOfRightBit != 0 && hasBitError((long) BITS_PER_BYTE * bytes)) {
      lost = true;
    }
    return bursts == null ? lost : losesInBurst(bursts) || lost;
  }

  private boolean losesInBurst(LinkLoss.Bursts chain) {
    double here = bad ? chain.lossBad() : chain.lossGood();
    boolean lost = here > 0 && random.nextDouble() < here;
    if (random.nextDouble() < (bad ? chain.r() : chain.p())) {
      bad = !bad;
    }
    return lost;
  }

  /** One draw an error, not one a packet: the distance between errors is geometric. */
  private boolean hasBitError(long bits) {
    if (rightBits >= bits) {
      rightBits -= bits;
      return false;
    }
    // Errors do not remember each other: what follows the packet is drawn anew.
    rightBits = bitsToNextError();
    return true;
  }

  private long bitsToNextError() {
    double bits = Math.log(1 - random.nextDouble()) / logOfRightBit;
    return bits >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) bits;
  }
}
