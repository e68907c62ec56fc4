package io.smartt.base.failure;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The losses of a link that is up, by three independent causes. Each direction draws by itself.
 *
 * @param share of packets lost independently, 0 to 1
 * @param bitErrorRate probability that a bit arrives wrong, independently; a packet with a wrong
 *     bit is lost, for its check sequence says so
 * @param bursts loss in bursts
 */
public record LinkLoss(double share, double bitErrorRate, Optional<Bursts> bursts) {
  /** Nothing is lost. */
  public static final LinkLoss NONE = new LinkLoss(0, 0, Optional.empty());

  private static final int BITS_PER_BYTE = 8;

  /** Checks that the numbers are probabilities. */
  public LinkLoss {
    requireShare("loss", share);
    requireShare("bit error rate", bitErrorRate);
  }

  /** Returns independent loss of a share of packets. */
  public static LinkLoss ofShare(double share) {
    return share == 0 ? NONE : new LinkLoss(share, 0, Optional.empty());
  }

  /** Returns independent bit errors. */
  public static LinkLoss ofBitErrors(double rate) {
    return new LinkLoss(0, rate, Optional.empty());
  }

  public static LinkLoss ofBursts(Bursts bursts) {
    return new LinkLoss(0, 0, Optional.of(bursts));
  }

  /** Returns this and another loss on the same link; of two with bursts the other's bursts hold. */
  public LinkLoss and(LinkLoss other) {
    return new LinkLoss(
        either(share, other.share),
        either(bitErrorRate, other.bitErrorRate),
        other.bursts.or(() -> bursts));
  }

  private static double either(double a, double b) {
    return a == 0 ? b : b == 0 ? a : a + b - a * b;
  }

  /** Returns whether nothing is ever lost. */
  public boolean isNone() {
    return share == 0 && bitErrorRate == 0 && bursts.isEmpty();
  }

  static void requireShare(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " is " + value + ", outside 0 to 1");
    }
  }

  /**
   * Loss that comes in bursts: the Gilbert-Elliott model (Gilbert 1960, Elliott 1963; names as in
   * Hasslinger and Hohlfeld 2008 and in tc-netem(8), {@code loss gemodel p r 1-h 1-k}). A link is
   * in a good or in a bad state; after each packet it may change.
   *
   * @param p probability that the good state ends with a packet
   * @param r probability that the bad state ends with a packet, which lasts for {@code 1/r} packets
   * @param lossBad probability that a packet is lost in the bad state, {@code 1-h}
   * @param lossGood the same in the good state, {@code 1-k}
   */
  public record Bursts(double p, double r, double lossBad, double lossGood) {
    /** Checks that all are probabilities, and that the bad state ends. */
    public Bursts {
      LinkLoss.requireShare("p", p);
      LinkLoss.requireShare("r", r);
      LinkLoss.requireShare("1-h", lossBad);
      LinkLoss.requireShare("1-k", lossGood);
      if (r == 0) {
        throw new IllegalArgumentException("r is 0, so that the bad state never ends");
      }
    }

    /** Returns the share of packets that is lost in the long run. */
    public double meanShare() {
      return (r * lossGood + p * lossBad) / (p + r);
    }

    /** Returns the share of packets that find the link in its bad state. */
    public double badShare() {
      return p / (p + r);
    }
  }

  /**
   * Draws which packets one direction of a link loses. For one thread; allocates nothing per
   * packet.
   */
  public static final class LossProcess {
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
}
