package io.smartt.base.failure;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import java.util.Locale;

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
