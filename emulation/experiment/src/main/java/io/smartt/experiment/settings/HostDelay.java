package io.smartt.experiment.settings;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import java.util.random.RandomGenerator;

/**
 * The time that a host takes from the last bit of a frame to its transport: network card, bus and
 * software. Frames keep their order.
 *
 * @param leastPs of every frame, which base RTTs and ideals have
 * @param spreadPs mean of what exponential draws add, or the most of what even ones add
 * @param even whether draws are spread evenly
 */
public record HostDelay(long leastPs, long spreadPs, boolean even) {
  private static final String TO = "..";
  private static final String AND = "+";

  /** Reads {@code 1us}, {@code 1us..3us} for even draws, {@code 1us+500ns} for exponential ones. */
  public static HostDelay parse(String text) {
    int to = text.indexOf(TO);
    int and = text.indexOf(AND);
    int at = Math.max(to, and);
    if (at < 0) {
      return new HostDelay(Quantities.picoseconds(text), 0, true);
    }
    long leastPs = Quantities.picoseconds(text.substring(0, at));
    if (to < 0) {
      return new HostDelay(leastPs, Quantities.picoseconds(text.substring(and + 1)), false);
    }
    long mostPs = Quantities.picoseconds(text.substring(to + TO.length()));
    if (mostPs < leastPs) {
      throw new UserInputException("'" + text + "' is no range: write the shorter time first");
    }
    return new HostDelay(leastPs, mostPs - leastPs, true);
  }

  /** Returns this in a network whose times are longer by a factor. */
  public HostDelay dilated(double factor) {
    return new HostDelay(
        Math.round((double) leastPs * factor), Math.round((double) spreadPs * factor), even);
  }

  /** The most that a frame takes beyond the least: one of 10^17 exponential draws is above. */
  long mostSpreadPs() {
    return even ? spreadPs : 40 * spreadPs;
  }

  /** Draws what a frame takes beyond the least. */
  public long drawPs(RandomGenerator random) {
    return even ? random.nextLong(spreadPs + 1) : Math.round(random.nextExponential() * spreadPs);
  }
}
