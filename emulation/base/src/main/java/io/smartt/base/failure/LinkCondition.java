package io.smartt.base.failure;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import java.util.Locale;
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

  /** One property of a link that becomes another while traffic runs. */
  public sealed interface LinkChange {
    /** The forms, for messages. */
    String FORMS = "down, up, rate=10Gbps, loss=1 (percent) or delay=5us";

    /** The link is cut, or whole again. What is sent into one that is cut is lost. */
    record Carrier(boolean up) implements LinkChange {
      @Override
      public String toString() {
        return up ? "is up" : "is down";
      }
    }

    /**
     * The link is slower, or as fast as before.
     *
     * @param bps bits per second, before dilation
     */
    record Rate(long bps) implements LinkChange {
      @Override
      public String toString() {
        return "has a rate of " + Quantities.formatBitsPerSecond(bps);
      }
    }

    /**
     * The link loses packets at random.
     *
     * @param share of packets, 0 to 1
     */
    record Loss(double share) implements LinkChange {
      @Override
      public String toString() {
        return String.format(Locale.ROOT, "loses %s %% of packets", percent(share));
      }

      private static String percent(double share) {
        return Double.toString(share * 100).replaceFirst("\\.0$", "");
      }
    }

    /**
     * The link has another latency.
     *
     * @param ps one way, before dilation
     */
    record Delay(long ps) implements LinkChange {
      @Override
      public String toString() {
        return "has a latency of " + Quantities.formatPicoseconds(ps);
      }
    }

    /**
     * Returns the change that a word asks for.
     *
     * @throws UserInputException naming the word and the forms
     */
    static LinkChange parse(String word) {
      int equals = word.indexOf('=');
      String key = (equals < 0 ? word : word.substring(0, equals)).strip();
      String value = equals < 0 ? "" : word.substring(equals + 1).strip();
      return switch (key + (equals < 0 ? "" : "=")) {
        case "down" -> new Carrier(false);
        case "up" -> new Carrier(true);
        case "rate=" -> new Rate(Quantities.bitsPerSecond(value));
        case "loss=" -> new Loss(share(word, value));
        case "delay=" -> new Delay(Quantities.picoseconds(value));
        default -> throw new UserInputException("'" + word + "': write " + FORMS);
      };
    }

    private static double share(String word, String value) {
      String number = value.endsWith("%") ? value.substring(0, value.length() - 1).strip() : value;
      if (number.matches("\\d{1,3}(\\.\\d+)?") && Double.parseDouble(number) <= 100) {
        return Double.parseDouble(number) / 100;
      }
      throw new UserInputException("'" + word + "': write percent of packets, loss=0 to loss=100");
    }
  }
}
