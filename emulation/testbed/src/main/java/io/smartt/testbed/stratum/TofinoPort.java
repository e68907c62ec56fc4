package io.smartt.testbed.stratum;

import module java.base;

/**
 * A port of a Tofino.
 *
 * @param id as the data plane and P4Runtime number it (SDK port)
 * @param cage front-panel port, from 1
 * @param channel of it, from 1; 0: not split
 */
public record TofinoPort(int id, int cage, int channel) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,3})@(\\d{1,3})(?:/(\\d))?");
  private static final int MOST = 511;
  private static final int PORTS_OF_A_PIPE = 128;

  /** Lanes of a front-panel port, on Tofino 1: four of up to 25 Gbps. */
  static final int LANES = 4;

  /** Reads a port from {@code 132@1/1}: SDK port 132, channel 1 of front-panel port 1. */
  public static TofinoPort parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > MOST) {
      throw new StratumException(
          "'" + text + "' is not a port of a Tofino: write 132@1/1, its SDK port and where it is");
    }
    String channel = matcher.group(3);
    return new TofinoPort(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        channel == null ? 0 : Integer.parseInt(channel));
  }

  /** The pipe that an SDK port is in. */
  static int pipe(int sdkPort) {
    return sdkPort / PORTS_OF_A_PIPE;
  }

  /** The lane that it begins at, from 1. */
  int firstLane() {
    return Math.max(1, channel);
  }

  @Override
  public String toString() {
    return id + "@" + cage + (channel == 0 ? "" : "/" + channel);
  }

  /** Something that Stratum or a Tofino cannot have; the message names it. */
  public static final class StratumException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception with the message for the user. */
    public StratumException(String message) {
      super(message);
    }

    /** An exception with the message for the user. */
    public StratumException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
