package io.smartt.workload;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.SourceLine;
import io.smartt.base.input.UserInputException;

/**
 * Message sizes as a cumulative distribution, straight between its points. A file has a line a
 * point, {@code SIZE SHARE}: that share of messages is at most that large. Shares are fractions up
 * to 1 or percent up to 100, as the last line says. What the first line's share is above 0 is
 * messages of exactly that size.
 */
final class SizeDistribution {
  private final double[] bytes;
  private final double[] shares;

  private SizeDistribution(double[] bytes, double[] shares) {
    this.bytes = bytes;
    this.shares = shares;
  }

  /** The distribution of a file's text. */
  static SizeDistribution parse(String file, String text) {
    List<SourceLine> lines = SourceLine.split(file, text);
    if (lines.isEmpty()) {
      throw new UserInputException(file + ": no lines, expected SIZE SHARE on each");
    }
    double[] bytes = new double[lines.size()];
    double[] shares = new double[lines.size()];
    for (int i = 0; i < bytes.length; i++) {
      SourceLine line = lines.get(i);
      if (line.words().size() != 2) {
        throw line.error("expected SIZE SHARE, such as '64KiB 0.5'");
      }
      bytes[i] = size(line);
      shares[i] = share(line);
      if (i > 0 && (bytes[i] < bytes[i - 1] || shares[i] < shares[i - 1])) {
        throw line.error("sizes and shares must not decrease");
      }
    }
    double whole = shares[shares.length - 1];
    if (whole != 1 && whole != 100) {
      throw lines.getLast().error("the last share must be 1 or, in percent, 100");
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= whole;
    }
    return new SizeDistribution(bytes, shares);
  }

  private static double size(SourceLine line) {
    long size;
    try {
      size = Quantities.bytes(line.first());
    } catch (UserInputException e) {
      throw line.error(String.valueOf(e.getMessage()));
    }
    if (size < 1) {
      throw line.error("size is 0, must be at least 1");
    }
    return size;
  }

  private static double share(SourceLine line) {
    String text = line.words().get(1);
    return Quantities.number(text, 0, 100)
        .orElseThrow(
            () -> line.error("share is " + text + ", must be 0 to 1, or 0 to 100 percent"));
  }

  /** Mean size in bytes. */
  double meanBytes() {
    double mean = shares[0] * bytes[0];
    for (int i = 1; i < bytes.length; i++) {
      mean += (shares[i] - shares[i - 1]) * (bytes[i] + bytes[i - 1]) / 2;
    }
    return mean;
  }

  /** A size drawn from it, at least 1. */
  long draw(RandomGenerator random) {
    return atShare(random.nextDouble());
  }

  /** The size that this share of messages does not exceed, rounded up to a whole byte. */
  long atShare(double share) {
    if (share <= shares[0]) {
      return (long) bytes[0];
    }
    int i = 1;
    while (shares[i] < share) {
      i++;
    }
    double part = (share - shares[i - 1]) / (shares[i] - shares[i - 1]);
    return (long) Math.ceil(bytes[i - 1] + part * (bytes[i] - bytes[i - 1]));
  }
}
