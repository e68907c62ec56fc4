package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * The kinds of trouble with a link, or with the host behind it, as {@code link.failures} and {@code
 * failures.kind} write them.
 */
public sealed interface FailureKind {
  /** The forms that are accepted, for errors and help. */
  String FORMS =
      "down, loss:SHARE, ber:RATE, burst:P/R[/1-H[/1-K]], rate:RATE or rate:PERCENT, jitter:TIME,"
          + " flap:DOWN/UP (times), or of hosts compute:PERCENT, receive:RATE or receive:PERCENT";

  /** Each change is an event of the run: shorter ones would fill its memory. */
  long LEAST_FLAP_PS = 1_000_000;

  /** Everything is lost. */
  record Down() implements FailureKind {}

  /**
   * Some is lost.
   *
   * @param loss how it is drawn
   */
  record Lossy(LinkLoss loss) implements FailureKind {}

  /**
   * It has another rate.
   *
   * @param bps bits per second, before dilation; empty where it is a share of its own
   * @param share of its own rate, above 0
   */
  record Rate(OptionalLong bps, double share) implements FailureKind {}

  /**
   * Packets are delayed by an amount of their own.
   *
   * @param mostPs the most, before dilation
   */
  record Jitter(long mostPs) implements FailureKind {}

  /**
   * It goes down and up again and again.
   *
   * @param downPs each time, before dilation
   * @param upPs each time, before dilation
   */
  record Flap(long downPs, long upPs) implements FailureKind {}

  /**
   * The host computes at another speed.
   *
   * @param share of its own speed, above 0
   */
  record Compute(double share) implements FailureKind {}

  /**
   * The host takes in packets more slowly than its link brings them; they wait in the switch.
   *
   * @param bps bits per second, before dilation; empty where it is a share of the link's rate
   * @param share of the link's rate, above 0, at most 1
   */
  record Receive(OptionalLong bps, double share) implements FailureKind {}

  /**
   * The kind of a text.
   *
   * @throws UserInputException naming what is accepted
   */
  static FailureKind parse(String text) {
    String stripped = text.strip();
    if (stripped.equals("down")) {
      return new Down();
    }
    int colon = stripped.indexOf(':');
    if (colon < 0) {
      throw new UserInputException("'" + text + "' is no kind of failure; accepted: " + FORMS);
    }
    String value = stripped.substring(colon + 1);
    return switch (stripped.substring(0, colon)) {
      case "loss" -> new Lossy(LinkLoss.ofShare(share(value)));
      case "ber" -> new Lossy(LinkLoss.ofBitErrors(share(value)));
      case "burst" -> new Lossy(LinkLoss.ofBursts(bursts(value)));
      case "rate" -> rate(value);
      case "compute" -> new Compute(positive(percent(text, value)));
      case "receive" -> receive(value);
      case "jitter" -> new Jitter(time(value));
      case "flap" -> {
        List<String> times = List.of(value.split("/", -1));
        if (times.size() != 2) {
          throw new UserInputException(
              "'" + text + "': write flap:DOWN/UP, such as flap:50us/200us");
        }
        Flap flap = new Flap(time(times.getFirst()), time(times.getLast()));
        if (Math.min(flap.downPs, flap.upPs) < LEAST_FLAP_PS) {
          throw new UserInputException("'" + text + "': each time must be 1us at least");
        }
        yield flap;
      }
      default ->
          throw new UserInputException("'" + text + "' is no kind of failure; accepted: " + FORMS);
    };
  }

  private static Rate rate(String text) {
    return text.endsWith("%")
        ? new Rate(OptionalLong.empty(), positive(text))
        : new Rate(OptionalLong.of(Quantities.bitsPerSecond(text)), 1);
  }

  private static Receive receive(String text) {
    Rate rate = rate(text);
    if (rate.share > 1) {
      throw new UserInputException("'receive:" + text + "' is more than the link brings");
    }
    return new Receive(rate.bps, rate.share);
  }

  private static String percent(String whole, String value) {
    if (!value.endsWith("%")) {
      throw new UserInputException(
          "'" + whole + "': write compute:PERCENT of the host's speed, such as compute:25%");
    }
    return value;
  }

  private static double positive(String text) {
    double share = number(text);
    if (share <= 0) {
      throw new UserInputException("'" + text + "' must be above 0");
    }
    return share;
  }

  private static LinkLoss.Bursts bursts(String text) {
    List<Double> values = List.of(text.split("/", -1)).stream().map(FailureKind::share).toList();
    if (values.size() < 2 || values.size() > 4) {
      throw new UserInputException(
          "'burst:" + text + "': write burst:P/R[/1-H[/1-K]], such as burst:1e-5/25%");
    }
    try {
      return new LinkLoss.Bursts(
          values.get(0),
          values.get(1),
          values.size() > 2 ? values.get(2) : 1,
          values.size() > 3 ? values.get(3) : 0);
    } catch (IllegalArgumentException e) {
      throw new UserInputException("'burst:" + text + "': " + e.getMessage(), e);
    }
  }

  private static long time(String text) {
    long ps = Quantities.picoseconds(text);
    if (ps == 0) {
      throw new UserInputException("'" + text + "' must be above 0");
    }
    return ps;
  }

  /** A share of 0 to 1: {@code 1e-4} or {@code 0.01%}. */
  private static double share(String text) {
    double share = number(text);
    if (share < 0 || share > 1) {
      throw new UserInputException("'" + text + "' is outside 0 to 1, or 0% to 100%");
    }
    return share;
  }

  private static double number(String text) {
    boolean percent = text.endsWith("%");
    String digits = percent ? text.substring(0, text.length() - 1) : text;
    double value =
        Quantities.number(digits)
            .orElseThrow(
                () -> new UserInputException("'" + text + "' is not a share: write 1e-4 or 0.01%"));
    return percent ? value / 100 : value;
  }

  /** Returns whether it is wrong with a host, not with its link. */
  default boolean isOfHosts() {
    return this instanceof Compute || this instanceof Receive;
  }

  /** Returns it in a network that is slower by a factor: times longer, rates lower. */
  default FailureKind dilated(double factor) {
    return switch (this) {
      case Rate(OptionalLong bps, double share) when bps.isPresent() ->
          new Rate(OptionalLong.of(Math.max(1, Math.round(bps.getAsLong() / factor))), share);
      case Receive(OptionalLong bps, double share) when bps.isPresent() ->
          new Receive(OptionalLong.of(Math.max(1, Math.round(bps.getAsLong() / factor))), share);
      case Jitter(long mostPs) -> new Jitter(Math.round(mostPs * factor));
      case Flap(long downPs, long upPs) ->
          new Flap(Math.round(downPs * factor), Math.round(upPs * factor));
      default -> this;
    };
  }

  /**
   * Returns what it makes of a link while it lasts; one that flaps is down at first.
   *
   * @param ownBps the link's own rate
   */
  default LinkCondition condition(long ownBps) {
    return switch (this) {
      case Down() -> LinkCondition.DOWN;
      case Flap(long downPs, long upPs) -> LinkCondition.DOWN;
      case Compute(double share) -> LinkCondition.WELL;
      case Lossy(LinkLoss loss) -> LinkCondition.WELL.withLoss(loss);
      case Rate(OptionalLong bps, double share) ->
          LinkCondition.WELL.withRate(bps(bps, share, ownBps));
      case Receive(OptionalLong bps, double share) ->
          LinkCondition.WELL.withIntake(bps(bps, share, ownBps));
      case Jitter(long mostPs) -> LinkCondition.WELL.withJitter(mostPs);
    };
  }

  private static long bps(OptionalLong bps, double share, long ownBps) {
    return bps.orElseGet(() -> Math.max(1, Math.round(ownBps * share)));
  }
}
